// Writes the skeleton of a new site: adapter, cases, shop, and the lines of both registries.
// npm run new:site -- <site> <operation>
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sites } from '../src/sites/index.ts'
import { skeletonFiles } from './new-site/skeleton.ts'

const NAME = /^[a-z][a-z0-9]{1,30}$/
const LINE_WIDTH = 110
const root = fileURLToPath(new URL('..', import.meta.url))
const [site = '', operation = '', ...rest] = process.argv.slice(2)

if (!NAME.test(site) || !NAME.test(operation) || rest.length > 0) {
  end('Usage: npm run new:site -- <site> <operation>, both in lower-case letters and digits.')
}
if (existsSync(join(root, 'src/sites', site)) || existsSync(join(root, `src/sandbox/shops/${site}.ts`))) {
  end(`There is a site ${site} already.`)
}

const number = Math.max(...sites.flatMap(one => one.operations.map(each => each.number))) + 1
const files = skeletonFiles({ site, operation, number })
for (const [path, text] of Object.entries(files)) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
  console.log(`wrote ${path}`)
}
register('src/sites/index.ts', `./${site}/site.ts`)
register('src/sandbox/shops/index.ts', `./${site}.ts`)
const generated = spawnSync(process.execPath, [join(root, 'scripts/generate-client.ts')], {
  encoding: 'utf8',
})
if (generated.status !== 0) end(`The client could not be generated: ${generated.stderr}`)
console.log('generated client/src/operations.ts')
console.log(`
${site}.${operation} answers in the sandbox already (a Wares that is running must be started anew):
  npx wares call ${site}.${operation} --slug ${exampleSlug()}
Now make it read the real thing: docs/adding-a-site.md`)

/** One import after the last one, one name at the end of the list. */
function register(path: string, module: string): void {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  const list = /(export const \w+: readonly \w+\[\] = )\[([^\]]*)\]/.exec(text)
  const lastImport = [...text.matchAll(/^import .*$/gm)].at(-1)
  if (!list?.[1] || !lastImport) return end(`${path} is not the plain list that this script can add to.`)
  const names = [
    ...(list[2] ?? '')
      .split(',')
      .map(one => one.trim())
      .filter(Boolean),
    site,
  ]
  const oneLine = `${list[1]}[${names.join(', ')}]`
  const shown =
    oneLine.length <= LINE_WIDTH ? oneLine : `${list[1]}[\n${names.map(one => `  ${one},\n`).join('')}]`
  const imported = `${lastImport[0]}\nimport { ${site} } from '${module}'`
  writeFileSync(file, text.replace(list[0], shown).replace(lastImport[0], imported))
  console.log(`added to ${path}`)
}

function exampleSlug(): string {
  return /slug: '([^']+)'/.exec(Object.values(files).join('\n'))?.[1] ?? ''
}

function end(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
