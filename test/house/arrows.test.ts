// Keeps the arrows of the house: who may import whom, and what a site may reach.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SRC = fileURLToPath(new URL('../../src', import.meta.url))

/** By room: the rooms it may import, beside itself. A file at the top of src is a room of its own. */
const ALLOWED: Record<string, readonly string[]> = {
  kit: [],
  'config.ts': [],
  'events.ts': ['kit'],
  'version.ts': [],
  sites: ['kit'],
  upstream: ['kit', 'config.ts', 'events.ts'],
  state: ['kit', 'config.ts'],
  engine: ['kit', 'config.ts', 'events.ts', 'version.ts', 'upstream', 'state'],
  observe: ['kit', 'config.ts', 'events.ts'],
  sandbox: [],
  http: ['kit', 'config.ts', 'events.ts', 'engine', 'state', 'version.ts'],
  // A face without a server: it speaks of faults as the HTTP face does.
  bulk: ['kit', 'config.ts', 'engine', 'upstream', 'http'],
  mcp: ['kit', 'config.ts', 'events.ts', 'engine', 'state', 'http', 'version.ts'],
  'main.ts': [
    'kit',
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
  ],
  cli: [
    'kit',
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
    'bulk',
    'mcp',
    'main.ts',
  ],
}

interface Arrow {
  readonly from: string
  readonly to: string
}

const files = globSync(join(SRC, '**/*.ts')).filter(file => !file.endsWith('.test.ts'))
const imports = files.flatMap(file =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g),
    match => ({
      file,
      target: match[1] ?? match[2] ?? '',
    }),
  ),
)
const inner: Arrow[] = imports
  .filter(({ target }) => target.startsWith('.'))
  .map(({ file, target }) => ({ from: relative(SRC, file), to: relative(SRC, join(dirname(file), target)) }))

const roomOf = (file: string) => file.split('/')[0] ?? ''

describe('the arrows of the house', () => {
  it('reads a house with rooms in it', () => {
    expect(inner.length).toBeGreaterThan(100)
  })

  it('point down only', () => {
    const wrong = inner.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      return room !== other && !ALLOWED[room]?.includes(other)
    })
    expect(wrong).toEqual([])
  })

  it('lead from a site to the kit and to its own folder, nowhere else', () => {
    const wrong = inner.filter(({ from, to }) => {
      const [room, site] = from.split('/')
      if (room !== 'sites' || site === 'index.ts') return false
      return to !== 'kit/index.ts' && !to.startsWith(`sites/${site}/`)
    })
    expect(wrong).toEqual([])
  })

  it('lead from sites and kit to no network, clock, file or process', () => {
    const wrong = files.filter(file => {
      const here = relative(SRC, file)
      if (!here.startsWith('sites/') && !here.startsWith('kit/')) return false
      return /from 'node:(?!buffer)|\bfetch\(|Date\.now|Math\.random|process\.|new Date\(\)/.test(
        readFileSync(file, 'utf8'),
      )
    })
    expect(wrong.map(file => relative(SRC, file))).toEqual([])
  })

  it('leave the environment to config.ts', () => {
    const wrong = files.filter(
      file => relative(SRC, file) !== 'config.ts' && /process\.env/.test(readFileSync(file, 'utf8')),
    )
    expect(wrong.map(file => relative(SRC, file))).toEqual([])
  })

  it('know no site by name outside sites and sandbox', () => {
    const names = globSync(join(SRC, 'sites/*/site.ts')).map(file =>
      relative(join(SRC, 'sites'), dirname(file)),
    )
    const pattern = new RegExp(`'(${names.join('|')})'`)
    const wrong = files.filter(file => {
      const room = roomOf(relative(SRC, file))
      return room !== 'sites' && room !== 'sandbox' && pattern.test(readFileSync(file, 'utf8'))
    })
    expect(wrong.map(file => relative(SRC, file))).toEqual([])
  })
})
