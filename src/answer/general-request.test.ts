// A general request for a product of a site: one run of the site's operation, from the parameters to the answer.
import { expect, it } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { valueAt, defineOperation, defineProductMapping, defineAdapter, type Page, param, t } from '#kit'
import { toRawParams } from '#kit/params/param-specs'
import { createEvents } from '../runtime/events.ts'
import type { Recorder } from '../record/recordings/recorder.ts'
import type { RecordedCaller, RunTrace } from '../record/recordings/run-trace.ts'
import type { Send } from '../fetch/layer.ts'
import { responseWith } from '../fetch/request-fixture.ts'
import { DEFAULT_FRESHNESS } from './cache/answer-cache.ts'
import { createEngine } from './index.ts'
import { createRegistry } from './request/registry.ts'

const product = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'one product',
  params: { url: param.productUrl(), country: param.choice('Country', ['DE', 'FR']), page: param.page() },
  result: t.object({ name: t.text() }),
  lookup: ['url'],
  core: ['/name'],
  freshForS: 600,
  example: { url: '/p/lamp' },
  load: ({ url }, get) => get(url, { accept: 'json' }),
  extract: page => ({ name: String(valueAt(page.json(), 'name')) }),
})
const site = defineAdapter({
  name: 'shop',
  about: 'a shop',
  operations: [product],
  product: defineProductMapping({
    operation: 'shop.product',
    requests: 1,
    open: (page: Page) => page.json(),
    fields: { name: document => String(valueAt(document, 'name')) },
  }),
})
const base = readConfig([site], { WARES_SITE_SHOP_ORIGIN: 'https://shop.example' })
const { byId } = createRegistry([site], base)
const url = 'https://shop.example/p/lamp'

function play() {
  const requests: string[] = []
  const runs: string[] = []
  const ends: unknown[] = []
  const inFlight: unknown[] = []
  const events = createEvents().on('run', ({ site: where, operation, outcome, ms }) => {
    if (ms >= 0) runs.push(`${where} ${operation} ${outcome}`)
  })
  const send: Send = async request => {
    requests.push(request.url.pathname)
    inFlight.push(Object.fromEntries(engine.inFlight()))
    const headers = { 'content-type': 'application/json' }
    return responseWith({ url: request.url, headers, body: Buffer.from('{"name":"Lamp"}') })
  }
  let traces = 0
  const start = () => {
    traces++
    const ignore = () => {}
    return { attach: ignore, onExchange: ignore, onTiming: ignore, release: ignore } as unknown as RunTrace
  }
  const finish: Recorder['finish'] = (_, { operation, site: where, params }) =>
    void ends.push({ operation, site: where, params })
  const config = { sites: base.sites, deadlineMs: 30_000, maxInFlight: 4, cacheBytes: 1e6 }
  const engine = createEngine({ config, send, events, recorder: { start, finish } })
  const prepare = (id: string, params: Record<string, unknown>) => {
    const entry = byId.get(id)
    if (!entry) throw new Error('no operation')
    return engine.prepare(entry, toRawParams(params, 'query'))
  }
  const ask = (id: string, params: Record<string, unknown>) =>
    engine.run(prepare(id, params), {
      freshness: DEFAULT_FRESHNESS,
      caller: 'a',
      signal: new AbortController().signal,
      onTiming: () => {},
      recordFor: { requestId: '1', keyId: null, isRecorded: false } satisfies RecordedCaller,
    })
  return { ask, prepare, requests, runs, ends, inFlight, traces: () => traces }
}

it('is one run: in flight once, recorded once, counted for the site and for the general operation', async () => {
  const { ask, requests, runs, ends, inFlight, traces } = play()
  const [{ answer, cache }, second] = await Promise.all([
    ask('general.product', { url }),
    ask('general.product', { url }),
  ])
  expect([cache, second.cache]).toEqual(['miss', 'shared'])
  expect(JSON.parse(answer.body.toString())).toMatchObject({ name: 'Lamp', operation: 'shop.product', url })
  expect(answer).toMatchObject({
    alternate: `/api/v1/scraper/shop/product?url=${encodeURIComponent(url)}`,
    freshForMs: 600_000,
    absent: '',
  })
  expect(requests).toEqual(['/p/lamp'])
  expect(inFlight).toEqual([{ shop: 2 }])
  expect(runs).toEqual(['shop shop.product ok', 'general general.product ok'])
  expect(ends).toEqual([{ operation: 'general.product', site: 'general', params: { url } }])
  expect(traces()).toBe(1)
})

it('leaves the native answer in the cache, and its own', async () => {
  const { ask, requests } = play()
  await ask('general.product', { url })
  expect(await ask('general.product', { url })).toMatchObject({ cache: 'hit' })
  const native = await ask('shop.product', { url })
  expect(native).toMatchObject({ cache: 'hit', answer: { alternate: '' } })
  expect(native.answer.body.toString()).toBe('{"name":"Lamp"}')
  expect(requests).toHaveLength(1)
})

it('has the key of the general operation, which a watch keeps, and the cache key of the reading', () => {
  const { prepare } = play()
  const { requestKey, cacheKey, params, work } = prepare('general.product', { url, country: 'de' })
  expect(requestKey).toBe(`general.product [["country","DE"],["url","${url}"]]`)
  expect(cacheKey).toMatch(/^shop\.product .* general \[/)
  expect(params).toEqual({ url, country: 'DE' })
  expect(work).toMatchObject({ kind: 'site', params: { url, country: 'DE', page: 1 } })
})

it('is refused before anything is sent, by the rules of the site', () => {
  const { prepare, requests } = play()
  const refused = (params: Record<string, unknown>) => () => prepare('general.product', { url, ...params })
  expect(refused({ country: 'IT' })).toThrow('country must be one of DE, FR')
  expect(refused({ language: 'de' })).toThrow('shop.product takes no language')
  expect(refused({ url: 'https://shop.example/' })).toThrow('is the home page of shop')
  expect(refused({ url: 'https://other.example/p' })).toThrow('neither a configured site nor listed')
  expect(requests).toEqual([])
})
