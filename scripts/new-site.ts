// Writes the skeleton of a new site: adapter, cases, shop and registry entry.
// npm run new:site -- <site> <operation>
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sites } from '../adapters/sites/index.ts'
import { skeletonFiles } from './new-site/site-skeleton.ts'

const NAME = /^[a-z][a-z0-9]{1,30}$/
const root = fileURLToPath(new URL('..', import.meta.url))
const [site = '', operation = '', ...rest] = process.argv.slice(2)

if (!NAME.test(site) || !NAME.test(operation) || rest.length > 0) {
  exitWithError('Usage: npm run new:site -- <site> <operation>, both in lower-case letters and digits.')
}
if (existsSync(join(root, 'adapters/sites', site))) {
  exitWithError(`There is a site ${site} already.`)
}

/** 1 to 24 are assigned by the contract. */
const number = Math.max(24, ...sites.flatMap(one => one.operations.map(each => each.number))) + 1
const files = skeletonFiles({ site, operation, number })
for (const [path, text] of Object.entries(files)) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
  console.log(`wrote ${path}`)
}
register('adapters/sites/all-sites.ts', `export { ${site} } from './${site}/site.ts'`)
register('sandbox/sites/index.ts', `export { shop as ${site} } from './${site}/shop.ts'`)
const generated = spawnSync(process.execPath, [join(root, 'scripts/generate-client.ts')], {
  encoding: 'utf8',
})
if (generated.status !== 0) exitWithError(`The client could not be generated: ${generated.stderr}`)
console.log('generated client/src/operations.ts')
console.log(`
${site}.${operation} answers in the sandbox already (restart a Wares that is running):
  npx wares call ${site}.${operation} --slug ${exampleSlug()}
Now make it read the real thing: docs/internals/adding-a-site.md`)

/** Adds one line to a registry, which is sorted by name. */
function register(path: string, line: string): void {
  const file = join(root, path)
  const [comment = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  writeFileSync(file, `${[comment, ...[...lines, line].toSorted()].join('\n')}\n`)
  console.log(`added to ${path}`)
}

function exampleSlug(): string {
  return /slug: '([^']+)'/.exec(Object.values(files).join('\n'))?.[1] ?? ''
}

function exitWithError(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
