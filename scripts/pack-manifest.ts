// Publishes package.json without the parts that only the clone needs. `prepack` writes it, `postpack` restores the
// original. Users of the package download no Node binary and see no script that cannot run there.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const MANIFEST = new URL('../package.json', import.meta.url)
const READER = new URL('../reader/package.json', import.meta.url)
const KEPT = new URL('../package.clone.json', import.meta.url)
const CLONE_ONLY = new Set([
  'private',
  'scripts',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'imports',
  'workspaces',
])

// Also after an interrupted pack: the saved copy is the original.
if (existsSync(KEPT)) renameSync(KEPT, MANIFEST)
if (process.argv[2] === 'publish') {
  const text = readFileSync(MANIFEST, 'utf8')
  const manifest = JSON.parse(text) as Record<string, unknown>
  writeFileSync(KEPT, text)
  const published = Object.fromEntries(Object.entries(manifest).filter(([name]) => !CLONE_ONLY.has(name)))
  // The reader is compiled into the package.
  const { dependencies } = JSON.parse(readFileSync(READER, 'utf8')) as { dependencies: object }
  published.dependencies = { ...(manifest.dependencies as object), ...dependencies }
  writeFileSync(MANIFEST, `${JSON.stringify(published, null, 2)}\n`)
}
