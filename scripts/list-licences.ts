// Lists every installed package with its version and licence; `--runtime` excludes development dependencies.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockEntry {
  readonly dev?: boolean
  readonly link?: boolean
}
interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type?: string }
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { packages } = readJson('package-lock.json') as { packages: Record<string, LockEntry> }
const runtimeOnly = process.argv.includes('--runtime')
/** Not packages: files of others in this repository, with their licence beside them. */
const COPIED = [{ name: 'Figtree (web/src/fonts)', version: '5.3.0', licence: 'OFL-1.1' }]
const rows = Object.entries(packages)
  .filter(([place, { dev, link }]) => place !== '' && !link && !(runtimeOnly && dev))
  .map(([place]) => join(place, 'package.json'))
  .filter(file => existsSync(file))
  .map(file => readJson(file) as Manifest)
  .map(({ name, version, license }) => {
    const licence = typeof license === 'string' ? license : license?.type
    return { name, version, licence: licence ?? 'none stated' }
  })
  .concat(COPIED)
for (const { name, version, licence } of rows) console.log(`${licence}\t${name}\t${version}`)
const counts = Map.groupBy(rows, row => row.licence)
console.log(
  [...counts]
    .map(([licence, those]) => `${those.length} ${licence}`)
    .toSorted()
    .join(', '),
)
process.exitCode = counts.has('none stated') ? 1 : 0
