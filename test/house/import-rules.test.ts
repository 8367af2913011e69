// The import rules: which folder may import which, and what a site may use.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** By area: the areas it may import besides itself. Each file directly in src is an area. */
const ALLOWED: Record<string, readonly string[]> = {
  kit: [],
  'clock.ts': [],
  'check-schema.ts': [],
  'change-types.ts': [],
  'operator-error.ts': [],
  'package-files.ts': [],
  'version.ts': ['package-files.ts'],
  // While no origin is configured, the sites are the sandbox's shops.
  config: ['kit', 'check-schema.ts', 'config.ts', 'operator-error.ts', 'package-files.ts', 'sandbox'],
  'config.ts': ['config'],
  'client-closed.ts': ['kit'],
  'race-with-abort.ts': [],
  'events.ts': ['kit', 'client-closed.ts'],
  'site-permit.ts': [],
  'drift-key.ts': [],
  reader: ['kit'],
  sites: ['kit'],
  platforms: ['kit'],
  general: ['kit', 'check-schema.ts', 'reader'],
  table: ['kit'],
  sandbox: ['operator-error.ts', 'package-files.ts'],
  upstream: ['kit', 'config.ts', 'client-closed.ts', 'events.ts', 'race-with-abort.ts', 'site-permit.ts'],
  // A recording replaces the network, so it uses the network's types. Replicas share recordings in the database.
  replay: ['kit', 'config.ts', 'operator-error.ts', 'package-files.ts', 'upstream', 'state'],
  state: [
    'kit',
    'check-schema.ts',
    'clock.ts',
    'config.ts',
    'operator-error.ts',
    'package-files.ts',
    'site-permit.ts',
  ],
  // It requests from a sandbox shop the faults that a caller wants to simulate.
  engine: [
    'kit',
    'check-schema.ts',
    'config.ts',
    'client-closed.ts',
    'drift-key.ts',
    'events.ts',
    'race-with-abort.ts',
    'version.ts',
    'upstream',
    'state',
    'replay',
    'reader',
    'general',
    'platforms',
    'sandbox',
    'package-files.ts',
  ],
  observe: ['kit', 'config.ts', 'events.ts', 'operator-error.ts'],
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
  // The tool `watch` and the notifications of changes are what agents see of the watches.
  mcp: [
    'kit',
    'config.ts',
    'client-closed.ts',
    'events.ts',
    'engine',
    'state',
    'http',
    'watch',
    'version.ts',
  ],
  ucp: ['kit', 'check-schema.ts', 'config.ts', 'engine', 'http', 'version.ts'],
  work: ['clock.ts', 'state'],
  watch: [
    'kit',
    'general',
    'race-with-abort.ts',
    'work',
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
    // A check may simulate a fault of a sandbox shop.
    'sandbox',
  ],
  // State changes are reported in the feed of changes; a canary runs like a watch.
  drift: [
    'kit',
    'clock.ts',
    'config.ts',
    'client-closed.ts',
    'drift-key.ts',
    'events.ts',
    'operator-error.ts',
    'engine',
    'upstream',
    'state',
    'watch',
    'work',
  ],
  // New settings for what main.ts has composed.
  'reload.ts': [
    'config',
    'config.ts',
    'operator-error.ts',
    'upstream',
    'engine',
    'observe',
    'sandbox',
    'watch',
    'drift',
  ],
  // From a product address to a configured shop.
  setup: ['kit', 'config.ts', 'events.ts', 'operator-error.ts', 'upstream', 'state', 'engine'],
  'add-shop-live.ts': ['kit', 'config.ts', 'operator-error.ts', 'reload.ts', 'setup', 'sites'],
  'main.ts': [
    'operator-error.ts',
    'kit',
    'clock.ts',
    'config',
    'config.ts',
    'drift-key.ts',
    'reload.ts',
    'add-shop-live.ts',
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
    'ucp',
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
    'setup',
    'change-types.ts',
    'kit',
    'table',
    'config',
    'config.ts',
    'drift-key.ts',
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

/** The sandbox's process loads the shops through the registry of sites. */
const SHOP_LOADER = 'src/sandbox/load-shops.ts'

interface Import {
  readonly from: string
  readonly to: string
}

const files = globSync(['src/**/*.ts', 'sites/**/*.ts', 'platforms/**/*.ts'], { cwd: ROOT }).filter(
  file => !file.endsWith('.test.ts'),
)
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const imports: Import[] = files.flatMap(file =>
  Array.from(textOf(file).matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g), match => ({
    from: file,
    to: resolved(file, match[1] ?? match[2] ?? ''),
  })).filter(({ to }) => to !== ''),
)

/** The file of an import specifier; empty for a package. */
function resolved(file: string, target: string): string {
  if (target === '#kit') return 'src/kit/index.ts'
  if (target.startsWith('#stage/')) return `${target.replace('#stage/', 'src/sandbox/')}.ts`
  return target.startsWith('.') ? join(dirname(file), target) : ''
}

/** `sites` or `platforms` for their files, `shops` for a sandbox shop of theirs, else the folder or file below src. */
function areaOf(file: string): string {
  const [top, second = '', third] = file.split('/')
  if (top !== 'sites' && top !== 'platforms') return second
  return third === 'shop' ? 'shops' : top
}

describe('import rules', () => {
  it('are checked on all imports', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  it('allow only imports of lower areas', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [area, other] = [areaOf(from), areaOf(to)]
      if (area === other || area === 'shops' || from === SHOP_LOADER) return false
      return !ALLOWED[area]?.includes(other)
    })
    expect(wrong).toEqual([])
  })

  it('let a site and a platform import only the kit and its own folder', () => {
    const wrong = imports.filter(({ from, to }) => {
      if (!['sites', 'platforms'].includes(areaOf(from)) || from.split('/').length === 2) return false
      return to !== 'src/kit/index.ts' && (dirname(to) !== dirname(from) || areaOf(to) === 'shops')
    })
    expect(wrong).toEqual([])
  })

  it('let a shop import only the sandbox and its own folder', () => {
    const wrong = imports.filter(
      ({ from, to }) => areaOf(from) === 'shops' && areaOf(to) !== 'sandbox' && dirname(to) !== dirname(from),
    )
    expect(wrong).toEqual([])
  })

  it('keep network, clock, files and processes out of sites, platforms, kit and reader', () => {
    const impure =
      /from 'node:(?!buffer)|\bfetch\(|Date\.now|Math\.random|process\.|performance\.|new Date\(\)/
    const wrong = files.filter(
      file => ['sites', 'platforms', 'kit', 'reader'].includes(areaOf(file)) && impure.test(textOf(file)),
    )
    expect(wrong).toEqual([])
  })

  it('let only config.ts read the environment', () => {
    const wrong = files.filter(file => file !== 'src/config.ts' && /process\.env/.test(textOf(file)))
    expect(wrong).toEqual([])
  })

  it('keep site names out of src', () => {
    const names = globSync('sites/*/site.ts', { cwd: ROOT }).map(file => file.split('/')[1])
    const pattern = new RegExp(`'(${names.join('|')})'`)
    const wrong = files.filter(file => file.startsWith('src/') && pattern.test(textOf(file)))
    expect(wrong).toEqual([])
  })
})
