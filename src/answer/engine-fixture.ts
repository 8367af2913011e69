// A made-up shop with two ways to a product, and an engine whose upstream the test plays.
import { type Config, readConfig } from '../settings/config.ts'
import { createEvents } from '../runtime/events.ts'
import { Fault, type FaultCode } from '#kit/fault'
import { defineOperation, defineAdapter, param, t } from '#kit'
import type { Send, UpstreamRequest } from '../fetch/layer.ts'
import { responseWith } from '../fetch/request-fixture.ts'
import { DEFAULT_FRESHNESS, parseCacheControl } from './cache/answer-cache.ts'
import { createEngine } from './index.ts'
import { createRegistry } from './request/registry.ts'
import type { SharedCache } from './cache/shared-cache.ts'
import { toRawParams } from '#kit/params/param-specs'
import { valueOf } from './cache/answer.ts'

const product = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'one product',
  params: { id: param.identifier('id'), url: param.productUrl() },
  result: t.object({ name: t.text(), stock: t.optional(t.text()) }),
  lookup: ['id', 'url'],
  core: ['/name'],
  freshForS: 600,
  example: { id: '1' },
  async load({ id, url }, get) {
    const page = await get(url ?? `/p/${id}`)
    return { page, stock: await get.optional(inner => inner(`/stock/${id}`)) }
  },
  otherWay: {
    name: 'feed',
    when: ({ id }) => id !== 'one-way',
    load: async ({ id }, get) => ({ page: await get(`/feed/${id}`, { json: { id } }), stock: undefined }),
  },
  extract: ({ page, stock }) => ({ name: page.text() || undefined, stock: stock?.text() }),
})
const list = defineOperation({
  id: 'shop.list',
  number: 2,
  summary: 'all products',
  params: { page: param.page() },
  result: t.object({ names: t.text() }),
  core: [],
  freshForS: 60,
  example: {},
  load: ({ page }, get) => get('/all', { origin: 'api', accept: 'json', query: { page, of: ['a', 'b'] } }),
  extract: page => ({ names: page.text() }),
})
const site = defineAdapter({
  name: 'shop',
  about: 'a shop',
  moreOrigins: { api: 'data' },
  operations: [list, product],
})
const base = readConfig([site], { WARES_SITE_SHOP_ORIGIN: 'https://shop.example' })
export const shop = base.sites.shop
if (!shop) throw new Error('no site')
const origins = { main: 'https://shop.example', api: 'https://api.shop.example' }
export const registry = createRegistry([site], base)

/** The text of the page, the code of a fault, or what makes it. */
export type Play = string | Fault | ((request: UpstreamRequest) => Promise<string>)

/** An engine whose upstream answers by path; what it is not told of is missing. */
export function play(
  pages: Readonly<Record<string, Play>>,
  changes: Partial<Config> = {},
  sharedCache?: SharedCache,
) {
  const requests: UpstreamRequest[] = []
  const events = createEvents()
  const runs: unknown[] = []
  const fields: unknown[] = []
  events.on(
    'run',
    ({ site: where, operation, outcome, absent, way }) =>
      void runs.push({ site: where, operation, outcome, absent, way }),
  )
  events.on('fields', event => void fields.push(event))
  const send: Send = async request => {
    requests.push(request)
    const page = pages[request.url.pathname] ?? 'not_found'
    if (page instanceof Fault) throw page
    if (typeof page === 'string' && /^[a-z]+_/.test(page)) throw new Fault(page as FaultCode, 'it failed')
    const text = typeof page === 'string' ? page : await page(request)
    return responseWith({
      url: request.url,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(text),
    })
  }
  const sites = { shop: { ...shop, origins, sandboxed: false, enabled: true } as NonNullable<typeof shop> }
  const config = { sites, deadlineMs: 30_000, maxInFlight: 4, cacheBytes: 1e6, ...changes }
  const engine = createEngine({ config, send, events, sharedCache })
  async function ask(options: Record<string, string | number>, cacheControl = '', signal = never) {
    const id = 'page' in options ? 'shop.list' : 'shop.product'
    const entry = registry.byId.get(id)
    if (!entry) throw new Error('no operation')
    const raw = toRawParams(options, 'query')
    const freshness = cacheControl ? parseCacheControl(cacheControl) : DEFAULT_FRESHNESS
    const { answer, cache } = await engine.run(engine.prepare(entry, raw), {
      freshness,
      caller: 'a',
      signal,
      onTiming: () => {},
    })
    const { way, freshForMs, source } = answer
    return { value: valueOf(answer), cache, way, freshForMs, source }
  }
  return { engine, ask, requests, runs, fields }
}
export const never = new AbortController().signal
