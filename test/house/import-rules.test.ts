// The import rules: which folder may import which, and what a site may use.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** From top to bottom. A folder may import those of lower layers, not those beside it. */
const LAYERS: readonly (readonly string[])[] = [
  ['cli', 'index'],
  ['start'],
  // The tools for agents are served by the HTTP server.
  ['serve'],
  // A canary runs like a watch, and reports in the same feed of changes.
  ['health'],
  ['watch', 'bulk'],
  ['setup'],
  ['answer'],
  // A recording replaces the network, so it uses the network's types. Replicas share recordings in the database.
  ['record'],
  ['fetch', 'extract'],
  ['store'],
  ['settings'],
  ['runtime'],
  ['sites'],
  // A site may be hosted on a platform.
  ['platforms', 'ucp'],
  // The command line uses the client's table of routes.
  ['kit', 'client'],
  // A package of its own, for any runtime.
  ['reader'],
]

/** Pure folders: these alone, of the lower ones. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  extract: ['runtime', 'settings', 'sites', 'platforms', 'ucp', 'kit', 'reader'],
  kit: ['reader'],
  reader: [],
}

interface Import {
  readonly from: string
  readonly to: string
}

const files = globSync(
  ['src', 'reader/src', 'adapters', 'sandbox', 'client/src'].map(folder => `${folder}/**/*.ts`),
  { cwd: ROOT },
).filter(file => !file.endsWith('.test.ts'))
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const imports: Import[] = files.flatMap(file =>
  Array.from(textOf(file).matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g), match => ({
    from: file,
    to: resolved(file, match[1] ?? match[2] ?? ''),
  })).filter(({ to }) => to !== ''),
)

/** The file of an import specifier; empty for a package. */
function resolved(file: string, target: string): string {
  if (target === '#kit') return 'adapters/kit/index.ts'
  if (target.startsWith('#kit/')) return `${target.replace('#kit/', 'adapters/kit/')}.ts`
  if (target === '#reader') return 'reader/src/index.ts'
  if (target.startsWith('#reader/')) return `${target.replace('#reader/', 'reader/src/')}.ts`
  return target.startsWith('.') ? join(dirname(file), target) : ''
}

/** The folder or file of src or of adapters, else the folder at the top. */
function areaOf(file: string): string {
  const [top = '', second = ''] = file.split('/')
  return top === 'src' || top === 'adapters' ? second.replace('.ts', '') : top
}

const layerOf = (area: string): number => LAYERS.findIndex(layer => layer.includes(area))

describe('import rules', () => {
  it('are checked on all imports', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  it('know every folder of src', () => {
    const areas = new Set(files.map(areaOf).filter(area => area !== 'sandbox'))
    expect([...areas].filter(area => layerOf(area) === -1)).toEqual([])
    expect(LAYERS.flat().filter(area => !areas.has(area))).toEqual([])
  })

  it('allow only imports of lower layers', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [area, other] = [areaOf(from), areaOf(to)]
      if (area === other || area === 'sandbox') return false
      return layerOf(area) >= layerOf(other)
    })
    expect(wrong).toEqual([])
  })

  it('are drawn in CONTRIBUTING.md', () => {
    const drawn = textOf('CONTRIBUTING.md').replaceAll(/\s+/g, ' ')
    expect(drawn).toContain(LAYERS.map(layer => layer.join(', ')).join(' → '))
  })

  it('let pure folders import few others', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [area, other] = [areaOf(from), areaOf(to)]
      return area !== other && ONLY[area]?.includes(other) === false
    })
    expect(wrong).toEqual([])
  })

  it('leave only the door of the package at the root of src', () => {
    const doors = files.filter(file => /^src\/[^/]+$/.test(file))
    expect(doors).toEqual(['src/index.ts'])
  })

  it('let a site and a platform import only the kit, its own folder and the readings of a host', () => {
    const isReadings = (file: string) => /^adapters\/platforms\/[^/]+\/(?:hosted|product)\.ts$/.test(file)
    const wrong = imports.filter(({ from, to }) => {
      if (!['sites', 'platforms', 'ucp'].includes(areaOf(from)) || from.split('/').length === 3) return false
      if (areaOf(from) === 'sites' && isReadings(to)) return false
      return to !== 'adapters/kit/index.ts' && dirname(to) !== dirname(from)
    })
    expect(wrong).toEqual([])
  })

  it('let nothing import the sandbox, and the sandbox only the words that it speaks with the server', () => {
    const words = new Set(['src/runtime/sandbox-protocol.ts', 'src/runtime/sandbox-shops.ts'])
    const wrong = imports.filter(({ from, to }) =>
      areaOf(from) === 'sandbox' ? areaOf(to) !== 'sandbox' && !words.has(to) : areaOf(to) === 'sandbox',
    )
    expect(wrong).toEqual([])
  })

  it('keep network, clock, files and processes out of adapters and reader', () => {
    const impure =
      /from 'node:(?!buffer)|\bfetch\(|Date\.now|Math\.random|process\.|performance\.|new Date\(\)/
    const wrong = files.filter(
      file =>
        ['sites', 'platforms', 'ucp', 'kit', 'reader'].includes(areaOf(file)) && impure.test(textOf(file)),
    )
    expect(wrong).toEqual([])
  })

  // Its 370 modules cost every process and worker a quarter of a second.
  it('use the builders of the kit, not those of TypeBox', () => {
    const wrong = files.filter(file => /^import (?!type)[^'"]*'typebox'/m.test(textOf(file)))
    expect(wrong).toEqual([])
  })

  it('let only config.ts read the environment, and what finds a running server before it', () => {
    const readers = new Set(['src/settings/config.ts', 'src/settings/started-with.ts'])
    const wrong = files.filter(file => !readers.has(file) && /process\.env/.test(textOf(file)))
    expect(wrong).toEqual([])
  })

  it('keep site names out of src', () => {
    const names = globSync('adapters/sites/*/site.ts', { cwd: ROOT }).map(file => file.split('/')[2])
    const pattern = new RegExp(`'(${names.join('|')})'`)
    const wrong = files.filter(file => file.startsWith('src/') && pattern.test(textOf(file)))
    expect(wrong).toEqual([])
  })
})
