// Fetches the missing integrity hashes of package-lock.json from the registry; `--check` only lists them. npm omits
// the hash of a package that it took from an old lock file or from a cache without one. A package for another platform that
// the registry does not list cannot be hashed: then take the newest version of which it lists all.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly link?: boolean
  readonly resolved?: string
  integrity?: string
}

const FILE = 'package-lock.json'
const LOOKUPS_AT_ONCE = 4
const run = promisify(execFile)
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockEntry> }
const missing = withoutIntegrity()

/** Only a well-formed SHA-512 hash counts. Our own workspace has none. */
function withoutIntegrity(): [string, LockEntry][] {
  return Object.entries(lock.packages).filter(
    ([place, entry]) =>
      place.includes('node_modules/') && !entry.link && !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''),
  )
}

function nameOf([place, entry]: [string, LockEntry]): string {
  return `${entry.name ?? place.replace(/^.*node_modules\//, '')}@${entry.version}`
}

async function lookUp(entry: [string, LockEntry]): Promise<void> {
  const { stdout } = await run('npm', ['view', nameOf(entry), 'dist.integrity', '--json', '--loglevel=error'])
  const integrity = stdout.trim() === '' ? undefined : (JSON.parse(stdout) as string)
  if (integrity !== undefined) entry[1].integrity = integrity
}

async function fill(): Promise<void> {
  const waiting = [...missing]
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      await lookUp(one).catch((error: unknown) =>
        console.error(`${nameOf(one)}: the registry does not show it (${(error as { code?: number }).code})`),
      )
    }
  }
  await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, next))
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
}

if (!process.argv.includes('--check')) await fill()
const still = withoutIntegrity()
const resolved = Object.entries(lock.packages).filter(
  ([, entry]) => !entry.link && entry.resolved !== undefined,
)
if (still.length > 0)
  console.error(`No integrity in ${FILE}: ${still.map(nameOf).join(', ')}. Run npm run lock.`)
if (resolved.length > 0)
  console.error(`An address of a registry in ${FILE}: ${resolved.map(nameOf).join(', ')}.`)
process.exitCode = still.length + resolved.length > 0 ? 1 : 0
