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
  'operator-error.ts': [],
  'package-files.ts': [],
  'version.ts': ['package-files.ts'],
  // While no origin is configured, the sandbox's shops are the sites.
  config: ['kit', 'config.ts', 'operator-error.ts', 'sandbox'],
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
  state: ['kit', 'clock.ts', 'config.ts', 'operator-error.ts', 'package-files.ts', 'site-permit.ts'],
  // It asks a sandboxed shop for the faults that a caller wants to see.
  engine: [
    'kit',
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
    'client-closed.ts',
    'events.ts',
    'engine',
    'state',
    'package-files.ts',
    'version.ts',
  ],
  // A face without a server: it speaks of faults as the HTTP face does.
  bulk: ['kit', 'table', 'config.ts', 'operator-error.ts', 'engine', 'upstream', 'state', 'http'],
  mcp: ['kit', 'config.ts', 'client-closed.ts', 'events.ts', 'engine', 'state', 'http', 'version.ts'],
  watch: [
    'kit',
    'table',
    'clock.ts',
    'config.ts',
    'client-closed.ts',
    'operator-error.ts',
    'engine',
    'upstream',
    'state',
    'http',
  ],
  'main.ts': [
    'kit',
    'clock.ts',
    'config.ts',
    'events.ts',
    'version.ts',
    'sites',
    'upstream',
    'state',
    'engine',
    'observe',
    'sandbox',
    'http',
    'mcp',
    'watch',
    'package-files.ts',
  ],
  'index.ts': ['main.ts'],
  cli: [
    'kit',
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

  it('lead from a shop to the stage and to its own folder, nowhere else', () => {
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
