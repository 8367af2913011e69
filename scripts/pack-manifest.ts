// package.json as it is published: without what only the clone needs. `prepack` writes it, `postpack` puts the clone's back.
// Nobody who installs the package downloads a Node binary, and npm shows no script that cannot run there.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const MANIFEST = new URL('../package.json', import.meta.url)
const KEPT = new URL('../package.clone.json', import.meta.url)
const CLONE_ONLY = new Set([
  'private',
  'scripts',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'imports',
])

// Also after a pack that was cut off: what was put aside is the clone's.
if (existsSync(KEPT)) renameSync(KEPT, MANIFEST)
if (process.argv[2] === 'publish') {
  const text = readFileSync(MANIFEST, 'utf8')
  const manifest = JSON.parse(text) as Record<string, unknown>
  writeFileSync(KEPT, text)
  const published = Object.entries(manifest).filter(([name]) => !CLONE_ONLY.has(name))
  writeFileSync(MANIFEST, `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`)
}
