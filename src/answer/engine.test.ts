// The engine with a fake upstream: cache, request coalescing, limits, and the two ways to a page.
import { describe, expect, it } from 'vitest'
import { clientClosed } from '../runtime/client-closed.ts'
import { Fault } from '#kit/fault'
import type { UpstreamRequest } from '../fetch/layer.ts'
import { never, type Play, play, registry, shop } from './engine-fixture.ts'
import { DEFAULT_FRESHNESS } from './cache/answer-cache.ts'
import type { SharedCache } from './cache/shared-cache.ts'

const gone = expect.objectContaining({ code: 'not_found' }) as Error

describe('an answer', () => {
  it('is made once and then served from the cache, as long as the caller accepts it', async () => {
    const { ask, requests, runs, fields } = play({ '/p/1': 'hat', '/stock/1': '7' })
    expect(await ask({ id: '1' })).toEqual({
      value: { name: 'hat', stock: '7' },
      cache: 'miss',
      way: 'page',
      freshForMs: 600_000,
      source: 'https://shop.example/stock/1',
    })
    const leftMs = (requests[0]?.deadlineMs ?? 0) - performance.now()
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(30_000)
    expect((await ask({ id: '1' })).cache).toBe('hit')
    expect((await ask({ id: '1' }, 'only-if-cached')).cache).toBe('hit')
    expect(requests).toHaveLength(2)
    expect((await ask({ id: '1' }, 'no-cache')).cache).toBe('miss')
    expect((await ask({ id: '1' })).cache).toBe('hit')
    expect(runs[0]).toEqual({
      site: 'shop',
      operation: 'shop.product',
      outcome: 'ok',
      absent: 0,
      way: 'page',
    })
    expect(fields[0]).toMatchObject({ site: 'shop', operation: 'shop.product', absent: [] })
    await expect(ask({ id: '2' }, 'only-if-cached')).rejects.toMatchObject({ code: 'upstream_timeout' })
    expect(requests).toHaveLength(4)
  })

  it('is not cached with no-store', async () => {
    const { ask } = play({ '/p/1': 'hat' })
    await ask({ id: '1' }, 'no-store')
    expect((await ask({ id: '1' })).cache).toBe('miss')
  })

  it('is fresh for a minute if an optional page failed, and for the full time if it does not exist', async () => {
    const { ask } = play({ '/p/1': 'hat', '/stock/1': 'upstream_failed', '/p/2': 'cap' })
    expect(await ask({ id: '1' })).toMatchObject({ freshForMs: 60_000, value: { name: 'hat' } })
    expect(await ask({ id: '2' })).toMatchObject({ freshForMs: 600_000 })
  })

  it('is requested at the configured origin, with its query or its body', async () => {
    const { ask, requests } = play({ '/all': 'hats', '/feed/1': 'hat', '/p/1': 'upstream_blocked' })
    await ask({ page: 2 })
    await ask({ id: '1' })
    const [data, , feed] = requests
    expect(data?.url.href).toBe('https://api.shop.example/all?page=2&of=a&of=b')
    expect(data).toMatchObject({ method: 'GET', accept: 'json', headers: {}, purpose: 'page', caller: 'a' })
    expect(data && 'body' in data).toBe(false)
    expect(feed).toMatchObject({ method: 'POST', body: '{"id":"1"}', accept: 'html' })
    expect(feed?.headers).toEqual({ 'content-type': 'application/json' })
  })

  it('for a URL must be on a host of the site', async () => {
    const { ask, requests } = play({ '/x': 'hat' })
    expect(await ask({ url: 'https://shop.example/x' })).toMatchObject({ value: { name: 'hat' } })
    expect(requests[0]?.url.href).toBe('https://shop.example/x')
    await expect(ask({ url: 'https://other.example/x' })).rejects.toMatchObject({ code: 'url_not_allowed' })
  })
})

describe('the other way', () => {
  it.each(['upstream_blocked', 'upstream_failed', 'upstream_changed', 'robots_disallowed'])(
    'is used after %s',
    async code => {
      const { ask, runs } = play({ '/p/1': code, '/feed/1': 'hat' })
      expect(await ask({ id: '1' })).toMatchObject({ way: 'feed', value: { name: 'hat' } })
      expect(runs).toMatchObject([{ outcome: 'ok', way: 'feed', absent: 1 }])
    },
  )

  it('is not used if there is no such product, the time is up, or there is no other way', async () => {
    const { ask, requests } = play({
      '/p/1': 'not_found',
      '/p/2': 'upstream_timeout',
      '/p/one-way': 'upstream_failed',
      '/all': 'upstream_failed',
    })
    const wanted: Record<string, string | number>[] = [
      { id: '1' },
      { id: '2' },
      { id: 'one-way' },
      { page: 1 },
    ]
    const codes: unknown[] = []
    for (const given of wanted) codes.push(await ask(given).catch((error: unknown) => (error as Fault).code))
    expect(codes).toEqual(['not_found', 'upstream_timeout', 'upstream_failed', 'upstream_failed'])
    expect(requests).toHaveLength(4)
  })

  it('that also fails leaves the first fault, unless its own is more specific', async () => {
    const fails = (second: Play) => play({ '/p/1': 'upstream_blocked', '/feed/1': second }).ask({ id: '1' })
    await expect(fails('upstream_failed')).rejects.toMatchObject({ code: 'upstream_blocked' })
    await expect(fails('not_found')).rejects.toMatchObject({ code: 'upstream_blocked' })
    await expect(fails(new Fault('not_found', '', { isUnrequested: true }))).rejects.toMatchObject({
      code: 'upstream_blocked',
    })
    await expect(fails(() => Promise.reject(new Error('ours')))).rejects.toMatchObject({ code: 'internal' })
  })

  it('that does not have the product confirms a first way that did not have its page', async () => {
    const cause = new Fault('not_found', 'HTTP 404')
    const first = new Fault('upstream_changed', 'the list is missing', { cause })
    const answering = play({ '/p/1': first, '/feed/1': 'not_found' }).ask({ id: '1' })
    await expect(answering).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each(['upstream_failed', 'upstream_unreachable', 'upstream_busy', 'upstream_changed'] as const)(
    'that does not have the product does not overrule a first way that is %s',
    async code => {
      const answering = play({ '/p/1': code, '/feed/1': 'not_found' }).ask({ id: '1' })
      await expect(answering).rejects.toMatchObject({ code })
    },
  )
})

describe('a fault', () => {
  it('that names a part of the page counts for the page, not for a field of the answer', async () => {
    const changed = new Fault('upstream_changed', 'no state', { field: 'props.pageProps' })
    const { ask, fields } = play({ '/p/one-way': changed })
    await expect(ask({ id: 'one-way' })).rejects.toMatchObject({ field: 'props.pageProps' })
    expect(fields).toMatchObject([{ absent: [], failed: '' }])
  })

  it('states where the page has changed, or that the list is gone', async () => {
    const { ask, fields, runs } = play({ '/p/one-way': '', '/stock/one-way': '7' })
    await expect(ask({ id: 'one-way' })).rejects.toMatchObject({
      code: 'upstream_changed',
      message: expect.stringMatching(/^shop, shop.product: /) as string,
      field: '/name',
    })
    expect(fields).toMatchObject([{ absent: [], failed: '/name' }])
    expect(runs).toMatchObject([{ outcome: 'upstream_changed', absent: 0 }])
    await expect(ask({ page: 1 })).rejects.toMatchObject({
      code: 'upstream_changed',
      message: 'shop, shop.list: the URL of the list is gone',
    })
    await expect(ask({ id: '9' })).rejects.toThrow(gone)
    expect(fields).toHaveLength(2)
  })

  it('for an unexpected error is internal', async () => {
    const { ask, runs } = play({ '/p/1': () => Promise.reject(new Error('a slip')) })
    await expect(ask({ id: '1' })).rejects.toMatchObject({ code: 'internal', cause: { message: 'a slip' } })
    expect(runs).toMatchObject([{ outcome: 'internal' }])
  })

  it('for a disabled site is thrown before anything is sent', async () => {
    const off = { sites: { shop: { ...shop, enabled: false, origins: {} } as NonNullable<typeof shop> } }
    const { ask, requests } = play({}, off)
    await expect(ask({ id: '1' })).rejects.toMatchObject({ code: 'site_disabled' })
    await expect(ask({ url: 'https://shop.example/x' })).rejects.toMatchObject({ code: 'site_disabled' })
    expect(requests).toEqual([])
  })
})

/** Holds a request until it is released or aborted. */
function hold() {
  const gate = Promise.withResolvers<string>()
  const page = ({ signal }: UpstreamRequest) => {
    signal.addEventListener('abort', () => gate.reject(signal.reason))
    return gate.promise
  }
  return { page, open: () => gate.resolve('hat') }
}

describe('concurrent requests', () => {
  it('for the same answer share one run, which ends when the last caller leaves', async () => {
    const { page, open } = hold()
    const { ask, requests, engine } = play({ '/p/1': page })
    const caller = new AbortController()
    const [first, second] = [ask({ id: '1' }, '', caller.signal), ask({ id: '1' })]
    expect(engine.inFlight().get('shop')).toBe(2)
    caller.abort()
    await expect(first).rejects.toMatchObject({ name: clientClosed().name })
    open()
    expect(await second).toMatchObject({ cache: 'shared' })
    expect(requests.filter(({ url }) => url.pathname === '/p/1')).toHaveLength(1)
    expect(engine.inFlight().get('shop')).toBe(0)
  })

  it('of one site are limited to half of the total', async () => {
    const held = hold()
    const { ask } = play({ '/p/1': held.page, '/p/2': held.page, '/p/3': 'hat' })
    const running = [ask({ id: '1' }), ask({ id: '2' })]
    await expect(ask({ id: '3' })).rejects.toMatchObject({ code: 'overloaded' })
    held.open()
    await Promise.all(running)
    expect(await ask({ id: '3' })).toMatchObject({ cache: 'miss' })
  })

  it('end at the deadline', async () => {
    const { ask, requests } = play({ '/p/1': hold().page, '/feed/1': 'hat' }, { deadlineMs: 30 })
    await expect(ask({ id: '1' })).rejects.toThrow('no answer within 30 ms')
    expect(requests).toHaveLength(1)
  })
})

describe('other replicas', () => {
  const wanted: string[] = []
  const sharedCache: SharedCache = {
    async getOrCreate(name, { maxAgeMs }, _until, make) {
      wanted.push(`${name} ${maxAgeMs}`)
      return { answer: await make(), cache: name.includes('there') ? 'hit' : 'miss' }
    },
    find: async name =>
      name.includes('there') ? (await made.engine.run(prepared(), runOptions)).answer : undefined,
  }
  const made = play({ '/p/1': 'hat' })
  const runOptions = { freshness: DEFAULT_FRESHNESS, caller: 'a', signal: never, onTiming: () => {} }
  const prepared = () => {
    const entry = registry.byId.get('shop.product')
    if (!entry) throw new Error('no operation')
    return made.engine.prepare(entry, [{ name: 'id', value: '1', in: 'query' }])
  }

  it('are asked before an answer is made, unless it may not be stored', async () => {
    const { ask } = play({ '/p/there': 'hat', '/p/1': 'hat' }, {}, sharedCache)
    expect(await ask({ id: 'there' })).toMatchObject({ cache: 'hit' })
    expect(await ask({ id: '1' }, 'no-store')).toMatchObject({ cache: 'miss' })
    expect(wanted).toHaveLength(1)
    expect(await ask({ id: 'there-too' }, 'only-if-cached')).toMatchObject({ cache: 'hit' })
    await expect(ask({ id: '2' }, 'only-if-cached')).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  it('may have older answers, so only callers with the same maximum age share a run', async () => {
    const held = hold()
    const { ask, requests } = play({ '/p/1': held.page }, {}, sharedCache)
    const asked = [ask({ id: '1' }, 'max-age=1'), ask({ id: '1' }, 'max-age=2')]
    await expect.poll(() => requests.length).toBe(2)
    held.open()
    expect((await Promise.all(asked)).map(({ cache }) => cache)).toEqual(['miss', 'miss'])
  })
})
