// Keeps the arrows of the house: who may import whom, and what a site may reach.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** By room: the rooms it may import, beside itself. A file at the top of src is a room of its own. */
const ALLOWED: Record<string, readonly string[]> = {
  kit: [],
  'clock.ts': [],
  'check-schema.ts': [],
  'change-types.ts': [],
  'operator-error.ts': [],
  'package-files.ts': [],
  'version.ts': ['package-files.ts'],
  // While no origin is configured, the sandbox's shops are the sites.
  config: ['kit', 'check-schema.ts', 'config.ts', 'operator-error.ts', 'package-files.ts', 'sandbox'],
  'config.ts': ['config'],
  'client-closed.ts': ['kit'],
  'race-with-abort.ts': [],
  'events.ts': ['kit', 'client-closed.ts'],
  'site-permit.ts': [],
  reader: ['kit'],
  sites: ['kit'],
  general: ['kit', 'reader'],
  table: ['kit'],
  sandbox: ['operator-error.ts', 'package-files.ts'],
  upstream: ['kit', 'config.ts', 'client-closed.ts', 'events.ts', 'race-with-abort.ts', 'site-permit.ts'],
  // A recording stands in for the network, so it speaks the network's types.
  replay: ['kit', 'config.ts', 'operator-error.ts', 'package-files.ts', 'upstream'],
  state: [
    'kit',
    'check-schema.ts',
    'clock.ts',
    'config.ts',
    'operator-error.ts',
    'package-files.ts',
    'site-permit.ts',
  ],
  // It asks a sandboxed shop for the faults that a caller wants to see.
  engine: [
    'kit',
    'check-schema.ts',
    'config.ts',
    'client-closed.ts',
    'events.ts',
    'race-with-abort.ts',
    'version.ts',
    'upstream',
    'state',
    'replay',
    'reader',
    'general',
    'sandbox',
    'package-files.ts',
  ],
  observe: ['kit', 'config.ts', 'events.ts'],
  http: [
    'kit',
    'table',
    'config.ts',
    'change-types.ts',
    'client-closed.ts',
    'events.ts',
    'engine',
    'state',
    'replay',
    'package-files.ts',
    'version.ts',
  ],
  // An interface without a server: it reports faults as the HTTP server does.
  bulk: ['kit', 'table', 'config.ts', 'operator-error.ts', 'engine', 'upstream', 'state', 'http'],
  mcp: ['kit', 'config.ts', 'client-closed.ts', 'events.ts', 'engine', 'state', 'http', 'version.ts'],
  watch: [
    'kit',
    'table',
    'change-types.ts',
    'clock.ts',
    'config.ts',
    'client-closed.ts',
    'operator-error.ts',
    'engine',
    'upstream',
    'state',
    'http',
  ],
  // What turns is told in the feed of changes; a canary is asked as a watch is.
  drift: [
    'kit',
    'clock.ts',
    'config.ts',
    'client-closed.ts',
    'events.ts',
    'operator-error.ts',
    'engine',
    'upstream',
    'state',
    'watch',
  ],
  'main.ts': [
    'operator-error.ts',
    'kit',
    'clock.ts',
    'config.ts',
    'events.ts',
    'version.ts',
    'sites',
    'upstream',
    'state',
    'replay',
    'engine',
    'observe',
    'sandbox',
    'http',
    'mcp',
    'watch',
    'drift',
    'package-files.ts',
  ],
  'wares-options.ts': [],
  'index.ts': [
    'kit',
    'config.ts',
    'operator-error.ts',
    'wares-options.ts',
    'sites',
    'state',
    'engine',
    'sandbox',
    'main.ts',
  ],
  cli: [
    'change-types.ts',
    'kit',
    'table',
    'config',
    'config.ts',
    'events.ts',
    'operator-error.ts',
    'package-files.ts',
    'version.ts',
    'reader',
    'sites',
    'upstream',
    'replay',
    'state',
    'engine',
    'observe',
    'sandbox',
    'http',
    'bulk',
    'mcp',
    'watch',
    'drift',
    'clock.ts',
    'main.ts',
  ],
}

/** The sandbox's process is the one that loads the shops, by the registry of sites. */
const SHOP_LOADER = 'src/sandbox/load-shops.ts'

interface Arrow {
  readonly from: string
  readonly to: string
}

const files = globSync(['src/**/*.ts', 'sites/**/*.ts'], { cwd: ROOT }).filter(
  file => !file.endsWith('.test.ts'),
)
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const arrows: Arrow[] = files.flatMap(file =>
  Array.from(textOf(file).matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g), match => ({
    from: file,
    to: resolved(file, match[1] ?? match[2] ?? ''),
  })).filter(({ to }) => to !== ''),
)

/** The file that a specifier names; empty for a package. */
function resolved(file: string, target: string): string {
  if (target === '#kit') return 'src/kit/index.ts'
  if (target.startsWith('#stage/')) return `${target.replace('#stage/', 'src/sandbox/')}.ts`
  return target.startsWith('.') ? join(dirname(file), target) : ''
}

/** `sites` for a site's own files, `shops` for its stand-in in the sandbox, else the folder or file below src. */
function roomOf(file: string): string {
  const [top, second = '', third] = file.split('/')
  if (top !== 'sites') return second
  return third === 'shop' ? 'shops' : 'sites'
}

describe('the arrows of the house', () => {
  it('are read from a house with rooms in it', () => {
    expect(arrows.length).toBeGreaterThan(100)
  })

  it('point down only', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      if (room === other || room === 'shops' || from === SHOP_LOADER) return false
      return !ALLOWED[room]?.includes(other)
    })
    expect(wrong).toEqual([])
  })

  it('lead from a site to the kit and to its own folder, nowhere else', () => {
    const wrong = arrows.filter(({ from, to }) => {
      if (roomOf(from) !== 'sites' || from.split('/').length === 2) return false
      return to !== 'src/kit/index.ts' && (dirname(to) !== dirname(from) || roomOf(to) === 'shops')
    })
    expect(wrong).toEqual([])
  })

  it('lead from a shop to the sandbox and to its own folder, nowhere else', () => {
    const wrong = arrows.filter(
      ({ from, to }) => roomOf(from) === 'shops' && roomOf(to) !== 'sandbox' && dirname(to) !== dirname(from),
    )
    expect(wrong).toEqual([])
  })

  it('lead from sites, kit and reader to no network, clock, file or process', () => {
    const impure =
      /from 'node:(?!buffer)|\bfetch\(|Date\.now|Math\.random|process\.|performance\.|new Date\(\)/
    const wrong = files.filter(
      file => ['sites', 'kit', 'reader'].includes(roomOf(file)) && impure.test(textOf(file)),
    )
    expect(wrong).toEqual([])
  })

  it('leave the environment to config.ts', () => {
    const wrong = files.filter(file => file !== 'src/config.ts' && /process\.env/.test(textOf(file)))
    expect(wrong).toEqual([])
  })

  it('know no site by name outside sites', () => {
    const names = globSync('sites/*/site.ts', { cwd: ROOT }).map(file => file.split('/')[1])
    const pattern = new RegExp(`'(${names.join('|')})'`)
    const wrong = files.filter(file => file.startsWith('src/') && pattern.test(textOf(file)))
    expect(wrong).toEqual([])
  })
})
