// The client against a running Wares: every operation, metadata, freshness, problems, long parameters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallOptions, createWares, type Meta, type Wares, WaresProblem } from '../../client/src/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { sites } from '../../adapters/sites/index.ts'
import { filters } from '../../adapters/sites/watchmarket/filter-groups.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

type AnyOperation = (params: object, options?: CallOptions) => Promise<unknown>

let running: TestWares
let wares: Wares

beforeAll(async () => {
  running = await startTestWares()
  wares = createWares({ url: `${running.address}/`, key: running.key })
})
afterAll(() => running.stop())

/** More codes than a URL should contain. */
const everyFilter = Object.fromEntries(
  filters.map(({ snake, codes }) => [snake, codes.slice(0, 50).map(({ code }) => code)]),
)

const ids = createRegistry(sites).entries.map(entry => entry.operation.id)

describe('every operation', () => {
  it.each(ids)('%s returns what the API returns', async id => {
    const entry = running.registry.byId.get(id)
    const [site = '', name = ''] = id.split('.')
    const operation = (wares as unknown as Record<string, Record<string, AnyOperation>>)[site]?.[name]
    const found = await operation?.(entry?.example ?? {})
    const direct = await running.call(entry?.path ?? '', { query: entry?.example as Record<string, string> })
    expect(direct.status).toBe(200)
    expect(found).toEqual(direct.json())
  })
})

describe('metadata', () => {
  it('reports cache state, age, freshness, limits and timings', async () => {
    const fresh: Meta = (await wares.sneakerhub.prices.withMeta({ id: 1044287, country: 'UK' })).meta
    expect(fresh).toMatchObject({ cache: 'miss', ageS: 0, freshForS: 300, absentMore: 0, attempts: 1 })
    expect(fresh.requestId).toMatch(/^[\w-]+$/)
    expect(fresh.timingsMs.total).toBeGreaterThan(0)
    expect(fresh.limits.rate?.remaining).toBeGreaterThan(0)
    const again = (await wares.sneakerhub.prices.withMeta({ id: '1044287', country: 'UK' })).meta
    expect([again.cache, again.etag]).toEqual(['hit', fresh.etag])
  })

  it('names absent fields', async () => {
    const { meta } = await wares.sneakerhub.trends.withMeta({ page: 1 })
    expect(meta.absent).toContain('/*/retail_price_cents')
  })
})

describe('freshness', () => {
  it('of an answer follows the options of the call', async () => {
    const ask = async (options: CallOptions) =>
      (await wares.sneakerexchange.trends.withMeta({ page: 2 }, options)).meta.cache
    await expect(ask({ onlyIfCached: true })).rejects.toMatchObject({ code: 'upstream_timeout' })
    expect(await ask({})).toBe('miss')
    expect(await ask({ onlyIfCached: true })).toBe('hit')
    expect(await ask({ maxAgeS: 60 })).toBe('hit')
    expect(await ask({ noCache: true })).toBe('miss')
  })
})

describe('problems', () => {
  it.each([
    ['not_found', () => wares.sneakerhub.product({ slug: 'any~gone' }), 404, false],
    ['upstream_blocked', () => wares.sneakerhub.prices({ id: '1044287~blocked' }), 502, false],
    ['upstream_changed', () => wares.sneakerhub.prices({ id: '1044287~changed' }), 502, false],
    [
      'url_not_allowed',
      () => wares.fastfashion1.product({ url: 'https://elsewhere.example/p.html' }),
      400,
      false,
    ],
    ['invalid_key', () => createWares({ url: running.address, key: 'no' }).sneakerhub.trends(), 401, false],
    ['upstream_busy', () => wares.sneakerhub.prices({ id: '1044287~busy' }, { retries: 0 }), 503, true],
  ])('%s is thrown with the fields of the answer', async (code, call, status, retryable) => {
    const caught: unknown = await call().catch((error: unknown) => error)
    expect(caught).toBeInstanceOf(WaresProblem)
    expect(caught).toMatchObject({ code, status, retryable, help: `${running.address}/problems/${code}` })
    expect((caught as WaresProblem).requestId).toBeTruthy()
  })

  it('name the wrong parameters', async () => {
    const wrong = { querry: 'x' } as unknown as { query: string }
    const caught = (await wares.sneakerhub.search(wrong).catch((error: unknown) => error)) as WaresProblem
    expect(caught.errors.map(error => error.name)).toContain('querry')
  })
})

describe('parameters too long for a URL', () => {
  it('are sent in a QUERY with the same result', async () => {
    const methods: string[] = []
    const watching = createWares({
      url: running.address,
      key: running.key,
      fetch: (input, init) => {
        methods.push(init?.method ?? 'GET')
        return fetch(input, init)
      },
    })
    const short = { query: 'diver', dial_color: ['702', '710'] }
    const long = { query: 'diver', ...everyFilter }
    const found = [await watching.watchmarket.search(short), await watching.watchmarket.search(long)]
    expect(methods).toEqual(['GET', 'QUERY'])
    const path = '/api/v1/scraper/watchmarket/search'
    const direct = [await running.call(path, { query: short }), await running.call(path, { query: long })]
    expect(found).toEqual(direct.map(reply => reply.json()))
    expect(direct.map(reply => reply.headers['cache-status']?.includes('hit'))).toEqual([true, true])
  })
})

describe('pages', () => {
  it('iterate over a whole search', async () => {
    const pages = await Array.fromAsync(wares.sneakerexchange.search.pages({ query: 'court' }))
    const hits = await Array.fromAsync(wares.sneakerexchange.search.all({ query: 'court' }))
    expect(pages.length).toBeGreaterThan(1)
    expect(hits).toEqual(pages.flat())
    expect(new Set(hits.map(hit => hit.id)).size).toBe(hits.length)
  })

  it('find the list inside an answer', async () => {
    const hits = await Array.fromAsync(wares.watchmarket.search.all({ query: 'diver', dial_color: '702' }))
    const { results } = await wares.watchmarket.search({ query: 'diver', dial_color: '702' })
    expect(hits.slice(0, results.length)).toEqual(results)
  })
})

describe('the finder', () => {
  it('needs no key, and may have a separate URL', async () => {
    const apart = createWares({ url: 'http://127.0.0.1:1', finderUrl: running.address })
    expect((await apart.watchmarket.filters({ query: '' })).length).toBeGreaterThan(0)
  })
})
