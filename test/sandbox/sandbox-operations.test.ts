// Every operation against its sandbox shop: the example answers, and each magic word causes its documented error.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { createEngine, type Engine } from '../../src/answer/index.ts'
import { createRegistry, type RegisteredOperation } from '../../src/answer/request/registry.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { Fault } from '#kit/fault'
import { type MagicWord, magicWords } from '../../src/runtime/sandbox-protocol.ts'
import { createSandboxServer } from '../../sandbox/sandbox-server.ts'
import { shops } from '../../sandbox/shops.ts'
import { sites } from '../../adapters/sites/index.ts'
import { createUpstream, type Upstream } from '../../src/fetch/index.ts'
import { listen } from '../support/servers.ts'

/** A page says why it shows no product. */
const SAID: Readonly<Record<string, string>> = { wall: 'upstream_blocked', 'soft-gone': 'not_found' }
/** Operations that are sent this page instead of JSON, which says nothing about the product. */
const READ_FROM_JSON: Readonly<Record<string, readonly string[]>> = {
  'storefront.products': ['wall', 'soft-gone'],
  'sneakerhub.prices': ['wall', 'soft-gone'],
  'sneakerstore.product': ['wall', 'soft-gone'],
  'fastfashion2.product': ['wall', 'soft-gone'],
  'departmentstore.product': ['wall', 'soft-gone'],
  // Its page says that the product is gone, its API cannot be read.
  'sneakerexchange.product': ['soft-gone'],
}
/** An adapter that finds its product by a code on the page notices that it is another one. */
const OTHER_PRODUCT: readonly string[] = ['moved', 'replaced']
const NOTICED: readonly string[] = ['ok', 'not_found', 'upstream_changed']

function outcomesOf(operation: string): Record<string, string> {
  const changed = READ_FROM_JSON[operation] ?? []
  return Object.fromEntries(
    Object.entries(magicWords).map(([word, { brings }]) => [
      word,
      brings ?? (changed.includes(word) ? 'upstream_changed' : (SAID[word] ?? 'ok')),
    ]),
  )
}

/** Words that take time but no CPU. */
const WAITING_WORDS: readonly MagicWord[] = ['slow', 'timeout']

const entries = createRegistry(sites).entries.filter(({ site }) =>
  shops.some(shop => shop.site === site.name),
)
let patient: TestEngine
/** An engine with a short deadline, for a shop that never answers. */
let impatient: TestEngine
let origin = ''

interface TestEngine {
  readonly engine: Engine
  readonly upstream: Upstream
}

function createTestEngine(port: number, deadlineMs: number): TestEngine {
  const config = readConfig(sites, {
    WARES_SANDBOX_PORT: String(port),
    WARES_DEADLINE_MS: String(deadlineMs),
  })
  const events = createEvents()
  const upstream = createUpstream({ config, events })
  return { engine: createEngine({ config, events, send: upstream.send }), upstream }
}

beforeAll(async () => {
  const { port, ...server } = await listen(createSandboxServer({ seed: 1, shops }))
  origin = server.origin
  patient = createTestEngine(port, 50_000)
  impatient = createTestEngine(port, 1_000)
})

afterAll(async () => {
  await patient.upstream.close()
  await impatient.upstream.close()
})

async function outcomeOf(
  { engine }: TestEngine,
  entry: RegisteredOperation,
  params: Readonly<Record<string, unknown>>,
): Promise<string> {
  const given = Object.entries(params).map(([name, value]) => ({
    name,
    value: onSandboxOrigin(value),
    in: 'body' as const,
  }))
  try {
    const runOptions = {
      freshness: DEFAULT_FRESHNESS,
      caller: 'test',
      signal: new AbortController().signal,
      onTiming: () => {},
    }
    await engine.run(engine.prepare(entry, given), runOptions)
    return 'ok'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.code
  }
}

/** Moves an example from `https://<site>.example`, its host without a configuration, to the sandbox. */
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
    expect(await outcomeOf(patient, entry, entry.example)).toBe('ok')
  })

  it.concurrent.each(cases.filter(one => one.lookup !== undefined))(
    '$id fails as each magic word says',
    async ({ entry, lookup = '' }) => {
      const outcomes = new Map<string, string>()
      const ask = async (word: string): Promise<void> => {
        const params = { ...entry.example, [lookup]: `${String(entry.example[lookup])}~${word}` }
        outcomes.set(word, await outcomeOf(word === 'timeout' ? impatient : patient, entry, params))
      }
      await Promise.all(WAITING_WORDS.map(ask))
      // One after the other, because the shop runs in this process and would answer too late under load.
      for (const word of Object.keys(magicWords)) if (!outcomes.has(word)) await ask(word)
      for (const word of OTHER_PRODUCT) {
        expect(NOTICED, word).toContain(outcomes.get(word))
        outcomes.set(word, 'ok')
      }
      expect(Object.fromEntries(outcomes)).toEqual(outcomesOf(entry.operation.id))
    },
  )
})
