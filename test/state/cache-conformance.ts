// Conformance suite of the answer cache, in one process or shared by several; run through real engines by the test of each
// implementation.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { parseCacheControl } from '../../src/answer/cache/answer-cache.ts'
import { createEngine, type Engine, type ServedAnswer } from '../../src/answer/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import type { SharedCache } from '../../src/answer/cache/shared-cache.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { defineOperation, defineAdapter, Fault, param, t } from '#kit'

const FRESH_FOR_S = 1
const LONG = 'ä€😀"\\ '.repeat(40_000)

/** A shop that counts its requests and can delay its answers. */
export function createCountingSite() {
  const asked = new Map<string, number>()
  const held = new Map<string, Promise<void>>()
  const operation = defineOperation({
    id: 'countingshop.product',
    number: 1,
    summary: 'One product, with how often it was asked for',
    params: { id: param.words('Which product') },
    lookup: ['id'],
    result: t.object({ id: t.text(), times: t.integer(), story: t.text(), colour: t.text() }),
    core: ['/id'],
    freshForS: FRESH_FOR_S,
    example: { id: 'any' },
    async load({ id }) {
      const times = (asked.get(id) ?? 0) + 1
      asked.set(id, times)
      await held.get(id)
      if (id.startsWith('busy')) throw new Fault('upstream_busy', 'not now', { retryAfterMs: 7_000 })
      return times
    },
    extract: (times, { id }) => ({ id, times, story: id === 'long' ? LONG : id, colour: undefined }),
  })
  const site = defineAdapter({ name: 'countingshop', about: 'Counts', operations: [operation] })
  return {
    config: readConfig([site], {}),
    entry: createRegistry([site]).entries[0],
    timesAsked: (id: string) => asked.get(id),
    /** Delays requests with this id until the returned function is called. */
    hold(id: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(id, promise)
      return resolve
    },
  }
}

export type CountingSite = ReturnType<typeof createCountingSite>

interface CachesUnderTest {
  /** One per engine, as many as there are replicas; undefined where an engine has no shared cache. */
  readonly replicas: readonly (SharedCache | undefined)[]
  close(): Promise<void>
}

export function cacheConformance(open: (shop: CountingSite) => Promise<CachesUnderTest>): void {
  const shop = createCountingSite()
  let engines: Engine[]
  let opened: CachesUnderTest
  beforeAll(async () => {
    opened = await open(shop)
    const send = () => Promise.reject(new Error('nothing is fetched here'))
    engines = opened.replicas.map(replicas =>
      createEngine({ config: shop.config, send, events: createEvents(), sharedCache: replicas }),
    )
  })
  afterAll(() => opened.close())

  function ask(id: string, cacheControl?: string, turn = 0): Promise<ServedAnswer> {
    const engine = engines[turn % engines.length]
    if (!engine || !shop.entry) throw new Error('no engine')
    const prepared = engine.prepare(shop.entry, [{ name: 'id', value: id, in: 'query' }])
    return engine.run(prepared, {
      freshness: parseCacheControl(cacheControl),
      caller: 'test',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
  }
  const timesIn = ({ answer }: ServedAnswer) =>
    (JSON.parse(answer.body.toString()) as { times: number }).times
  /** Waits until a new answer is visible to the other replicas. */
  const settled = () => sleep(engines.length > 1 ? 100 : 0)

  it('an answer is made once, and later requests get the same bytes, ETag and absent fields', async () => {
    const first = await ask('long')
    expect(first.cache).toBe('miss')
    await settled()
    for (const turn of [0, 1, 2]) {
      const { answer, cache } = await ask('long', undefined, turn)
      expect(cache).toBe('hit')
      expect(answer.body.equals(first.answer.body)).toBe(true)
      expect(answer.tag).toBe(first.answer.tag)
      expect(answer.absentPointers).toEqual(['/colour'])
      expect(answer.madeAtMs).toBe(first.answer.madeAtMs)
    }
    expect(shop.timesAsked('long')).toBe(1)
  })

  it('requests during the fetch wait for it', async () => {
    const letThrough = shop.hold('slow')
    const requests = Array.from({ length: 30 }, (_, turn) => ask('slow', undefined, turn))
    await sleep(100)
    letThrough()
    const outcomes = await Promise.all(requests)
    expect(outcomes.map(timesIn)).toEqual(outcomes.map(() => 1))
    expect(outcomes.filter(({ cache }) => cache === 'miss')).toHaveLength(1)
  })

  it('a fault is passed to all waiting requests, with its Retry-After, and is not cached', async () => {
    const letThrough = shop.hold('busy')
    const requests = Array.from({ length: 10 }, (_, turn) => ask('busy', undefined, turn))
    await sleep(100)
    letThrough()
    for (const outcome of await Promise.allSettled(requests)) {
      expect(outcome).toMatchObject({ reason: { code: 'upstream_busy', retryAfterMs: 7_000 } })
    }
    expect(shop.timesAsked('busy')).toBe(1)
    await settled()
    await expect(ask('busy')).rejects.toMatchObject({ code: 'upstream_busy' })
    expect(shop.timesAsked('busy')).toBe(2)
  })

  it('an answer is made again when it is stale', async () => {
    await ask('old')
    await sleep(FRESH_FOR_S * 1_000 + 100)
    for (const turn of [0, 1]) expect(timesIn(await ask('old', undefined, turn))).toBe(2)
  })

  describe('with Cache-Control,', () => {
    it('`no-cache` makes a new answer, which the next caller gets', async () => {
      await ask('bypass')
      await settled()
      const fresh = await ask('bypass', 'no-cache', 1)
      expect([timesIn(fresh), fresh.cache]).toEqual([2, 'miss'])
      expect(timesIn(await ask('bypass', undefined, 1))).toBe(2)
    })

    it('`no-cache` never gets an old answer, even next to a request that accepts one', async () => {
      await ask('beside')
      await settled()
      const both = await Promise.all([ask('beside', undefined, 1), ask('beside', 'no-cache', 1)])
      expect(timesIn(both[1])).toBe(2)
    })

    it('`max-age` accepts only answers that are young enough', async () => {
      await ask('young')
      await sleep(300)
      expect(timesIn(await ask('young', 'max-age=30', 1))).toBe(1)
      expect(timesIn(await ask('young', 'max-age=0', 1))).toBe(2)
    })

    it('`no-store` stores nothing', async () => {
      await ask('secret', 'no-store')
      await settled()
      for (const turn of [0, 1]) {
        await expect(ask('secret', 'only-if-cached', turn)).rejects.toMatchObject({
          code: 'upstream_timeout',
        })
      }
    })

    it('`only-if-cached` fetches nothing, and accepts what any replica has stored', async () => {
      await expect(ask('at-hand', 'only-if-cached', 1)).rejects.toMatchObject({ code: 'upstream_timeout' })
      expect(shop.timesAsked('at-hand')).toBeUndefined()
      await ask('at-hand')
      await settled()
      for (const turn of [0, 1]) expect(timesIn(await ask('at-hand', 'only-if-cached', turn))).toBe(1)
    })
  })
}
