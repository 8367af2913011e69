// Prints for every recorded page below a folder which site, or which platform, recognises it.
// Usage: node scripts/recognise-samples.ts path/to/pages
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platforms, recognisePlatform } from '../platforms/index.ts'
import { makePage } from '../src/kit/page.ts'
import { recogniseSite } from '../src/setup/recognise-site.ts'
import { sites } from '../sites/index.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error(`usage: recognise-samples.ts FOLDER (${platforms.length} platforms are known)`)
const counts = new Map<string, number>()
for (const file of globSync('**/*.{html,htm}', { cwd: folder }).toSorted()) {
  const body = readFileSync(join(folder, file))
  const page = makePage({
    url: new URL(`https://page.example/${encodeURI(file)}`),
    status: 200,
    headers: { 'content-type': 'text/html' },
    body,
    charset: 'utf-8',
  })
  const found = recogniseSite(sites, page)?.name ?? recognisePlatform(page)?.platform.name ?? 'none'
  counts.set(found, (counts.get(found) ?? 0) + 1)
  console.log(`${found.padEnd(18)} ${file}`)
}
for (const [found, count] of counts) console.log(`${String(count).padStart(6)} ${found}`)
