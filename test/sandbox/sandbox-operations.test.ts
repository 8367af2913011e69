// Every operation against its shop: the example answers, and each magic word meets its own error of the table.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/engine/freshness.ts'
import { createEngine, type Engine } from '../../src/engine/index.ts'
import { createRegistry, type RegistryEntry } from '../../src/engine/registry.ts'
import { createEvents } from '../../src/events.ts'
import { Fault } from '../../src/kit/fault.ts'
import { magicWords } from '../../src/sandbox/magic-words.ts'
import { createSandboxServer } from '../../src/sandbox/sandbox-server.ts'
import { loadShops } from '../../src/sandbox/load-shops.ts'
import { sites } from '../../sites/index.ts'
import { createUpstream, type Upstream } from '../../src/upstream/index.ts'

const OUTCOMES = Object.fromEntries(
  Object.entries(magicWords).map(([word, { brings }]) => [word, brings ?? 'ok']),
)

const shops = await loadShops()
const entries = createRegistry(sites).entries.filter(({ site }) =>
  shops.some(shop => shop.site === site.name),
)
const server = createSandboxServer({ seed: 1, shops })
let engine: Engine
let upstream: Upstream
let origin = ''

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  const config = readConfig(sites, { WARES_SANDBOX_PORT: String(port), WARES_DEADLINE_MS: '12000' })
  const events = createEvents()
  upstream = createUpstream({ config, events })
  engine = createEngine({ config, events, send: upstream.send })
})

afterAll(async () => {
  await upstream.close()
  server.closeAllConnections()
  await new Promise(done => server.close(done))
})

async function outcomeOf(entry: RegistryEntry, params: Readonly<Record<string, unknown>>): Promise<string> {
  const given = Object.entries(params).map(([name, value]) => ({
    name,
    value: onSandboxOrigin(value),
    in: 'body' as const,
  }))
  try {
    const asking = {
      freshness: DEFAULT_FRESHNESS,
      caller: 'test',
      signal: new AbortController().signal,
      onTiming: () => {},
    }
    await engine.run(engine.prepare(entry, given), asking)
    return 'ok'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.code
  }
}

/** Without a configuration, examples are on `https://<site>.example`. */
function onSandboxOrigin(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^https:\/\/(\w+)\.example/, `${origin}/$1`) : value
}

const cases = entries.map(entry => ({
  id: entry.operation.id,
  entry,
  lookup: entry.operation.lookup?.find(name => entry.example[name] !== undefined),
}))

describe('every operation in the sandbox', () => {
  it.each(cases)('$id answers its example', async ({ entry }) => {
    expect(await outcomeOf(entry, entry.example)).toBe('ok')
  })

  it.concurrent.each(cases.filter(one => one.lookup !== undefined))(
    '$id meets the error of each magic word',
    async ({ entry, lookup = '' }) => {
      const { example } = entry
      const outcomes = Object.keys(magicWords).map(async word => {
        const params = { ...example, [lookup]: `${String(example[lookup])}~${word}` }
        return [word, await outcomeOf(entry, params)] as const
      })
      expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(OUTCOMES)
    },
  )
})
