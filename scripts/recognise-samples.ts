// Prints for every recorded page below a folder which site, or which platform, recognises it.
// Usage: node scripts/recognise-samples.ts path/to/pages
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { platforms, recognisePlatform } from '../platforms/index.ts'
import { makePage } from '../src/kit/page/page.ts'
import { recogniseSite } from '../src/setup/recognise-site.ts'
import { sites } from '../sites/index.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error(`Usage: node scripts/recognise-samples.ts FOLDER (${platforms.length} platforms are known)`)
  process.exit(2)
}
const counts = new Map<string, number>()
for (const file of globSync('**/*.{html,htm,html.gz}', { cwd: folder }).toSorted()) {
  const path = join(folder, file)
  const body = readFileSync(path)
  const page = makePage({
    url: new URL(addressOf(path) ?? `https://page.example/${encodeURI(file)}`),
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: path.endsWith('.gz') ? gunzipSync(body) : body,
    charset: 'utf-8',
  })
  const found = recogniseSite(sites, page)?.name ?? recognisePlatform(page)?.platform.name ?? 'none'
  counts.set(found, (counts.get(found) ?? 0) + 1)
  console.log(`${found.padEnd(18)} ${file}`)
}
for (const [found, count] of counts) console.log(`${String(count).padStart(6)} ${found}`)

/** Some sites recognise their pages by the address too, which a `cases.json` beside the pages has. */
function addressOf(path: string): string | undefined {
  const list = join(dirname(path), 'cases.json')
  if (!existsSync(list)) return undefined
  const cases = JSON.parse(readFileSync(list, 'utf8')) as {
    input?: { url?: string; html_gz?: string }
  }[]
  const name = basename(path)
  const address = cases.find(({ input }) => basename(input?.html_gz ?? '') === name)?.input?.url
  return address !== undefined && URL.canParse(address) ? address : undefined
}
