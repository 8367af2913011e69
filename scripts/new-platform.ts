// Writes the skeleton of a new platform: adapter, case, stand-in and registry entries.
// npm run new:platform -- <platform>
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skeletonFiles } from './new-platform/platform-skeleton.ts'

const NAME = /^[a-z][a-z0-9]{1,30}$/
const root = fileURLToPath(new URL('..', import.meta.url))
const [name = '', ...rest] = process.argv.slice(2)

if (!NAME.test(name) || rest.length > 0)
  exitWithError('Usage: npm run new:platform -- <platform>, in lower-case letters and digits.')
if (existsSync(join(root, 'adapters/platforms', name))) exitWithError(`There is a platform ${name} already.`)

for (const [path, text] of Object.entries(skeletonFiles(name))) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
  console.log(`wrote ${path}`)
}
// Before Ecwid, which is only ever embedded in another platform.
edit(
  'adapters/platforms/index.ts',
  'import { ecwid }',
  `import { ${name} } from './${name}/platform.ts'\nimport { ecwid }`,
)
edit('adapters/platforms/index.ts', '  ecwid,\n]', `  ${name},\n  ecwid,\n]`)
edit('src/runtime/sandbox-shops.ts', "  'sap',\n] as const", `  'sap',\n  '${name}',\n] as const`)
edit(
  'sandbox/platforms/index.ts',
  'export { shop as bigcartel }',
  `export { shop as ${name} } from './${name}/shop.ts'\nexport { shop as bigcartel }`,
)
edit(
  'test/general/platforms.test.ts',
  '\n}\n\n/** Enough for sold-out sizes',
  `\n  ${name}: { kind: 'sneakers', currency: 'USD', path: slug => \`/p/\${slug}\`, hasVariants: true },\n}\n\n/** Enough for sold-out sizes`,
)
console.log(`
shop-${name} answers in the sandbox already (restart a Wares that is running):
  npx wares product http://127.0.0.1:8081/shop-${name}/p/...
Now make it read the real thing: docs/internals/adding-a-platform.md`)

function edit(path: string, before: string, after: string): void {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  if (!text.includes(before)) exitWithError(`${path} has no place for a new platform.`)
  writeFileSync(file, text.replace(before, after))
  console.log(`added to ${path}`)
}

function exitWithError(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
