// The UCP catalog of this server, asked by a client that knows only the specification.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSchemaCheck } from '../../src/runtime/check-schema.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { listedShopNames } from '../../src/runtime/sandbox-shops.ts'
import { ucpAnswers } from './ucp-answers.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { productPages, roundTrip } from './round-trip.ts'
import { openSpecClient, type SpecClient } from './spec-client.ts'

let wares: TestWares
let rest: SpecClient
let mcp: SpecClient
beforeAll(async () => {
  wares = await startTestWares()
  rest = await openSpecClient(wares.address, wares.key, 'rest')
  mcp = await openSpecClient(wares.address, wares.key, 'mcp')
})
afterAll(() => wares.stop())

const fits = (answer: keyof typeof ucpAnswers, body: unknown) =>
  expect(createSchemaCheck(ucpAnswers[answer]).errors(body)).toEqual([])

async function readGeneral(url: string): Promise<GeneralProduct> {
  const reply = await wares.call('/api/v2/product', { query: { url } })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  return reply.json<GeneralProduct>()
}

const SHIRT = '/fastfashion2/uk/en/product/linen-shirt-400005.html'
const page = (path: string) => sharedSandbox().origin + path

describe('every shop of the sandbox, through this server to a UCP client', () => {
  it('keeps price, currency, stock and variants', { timeout: 300_000 }, async () => {
    const pages = await productPages(sharedSandbox().origin, listedShopNames)
    expect(pages).toHaveLength(14 + listedShopNames.length)
    for (const url of pages) {
      const general = await readGeneral(url)
      const { sent, received } = await roundTrip(rest, general)
      if (general.price === null) expect(received, url).toBeUndefined()
      else expect(received, url).toEqual(sent)
    }
  })

  it('gives the same over MCP', async () => {
    const general = await readGeneral(page(SHIRT))
    const { sent, received } = await roundTrip(mcp, general)
    expect(sent.variants.length).toBeGreaterThan(1)
    expect(received).toEqual(sent)
  })
})

describe('search', () => {
  it('walks through all results by cursors', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let n = 0; n < 3; n++) {
      const pagination = cursor === undefined ? { limit: 4 } : { limit: 4, cursor }
      const { status, body } = await rest.search({ query: 'halvik', pagination })
      expect(status).toBe(200)
      fits('search', body)
      expect(body.products?.length).toBeLessThanOrEqual(4)
      seen.push(...(body.products ?? []).map(one => one.id))
      cursor = body.pagination?.cursor
      expect(body.pagination?.has_next_page).toBe(cursor !== undefined)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(8)
  })

  it('gives what a lookup finds again', async () => {
    const { products = [] } = (await mcp.search({ query: 'runner', pagination: { limit: 3 } })).body
    const ids = products.map(one => one.id)
    const { body } = await mcp.lookup({ ids })
    fits('lookup', body)
    expect(body.products?.map(one => one.id).toSorted()).toEqual(ids.toSorted())
  })

  it('without words is refused, and says why', async () => {
    const { status, body } = await rest.search({ filters: { price: { max: 100 } } })
    expect(status).toBe(400)
    fits('error', body)
    expect(await mcp.search({})).toMatchObject({ body: { error: { code: -32_602 } } })
  })

  it('says which filters were not applied, and applies the others', async () => {
    const asked = { query: 'runner', context: { currency: 'USD' }, filters: { price: { max: 9_000 } } }
    const { body } = await rest.search({ ...asked, pagination: { limit: 50 } })
    const dollars = (body.products ?? []).filter(one => one.price_range.min.currency === 'USD')
    for (const one of dollars) expect(one.price_range.min.amount).toBeLessThanOrEqual(9_000)
    const { body: other } = await rest.search({ query: 'runner', filters: { categories: ['Shoes'] } })
    expect(other.messages).toContainEqual(expect.objectContaining({ code: 'filter_ignored' }))
  })
})

describe('lookup', () => {
  it('takes products and variants, each product once, with what led to it', async () => {
    const whole = (await rest.product({ id: page(SHIRT), selected: [] })).body.product
    const last = whole?.variants.at(-1)?.id ?? ''
    const { status, body } = await rest.lookup({
      ids: [page(SHIRT), last, last, page('/sneakerhub/nothing')],
    })
    expect(status).toBe(200)
    fits('lookup', body)
    expect(body.products).toHaveLength(1)
    const inputs = body.products?.[0]?.variants.map(one => (one as unknown as { inputs: unknown }).inputs)
    expect(inputs).toContainEqual([{ id: last, match: 'exact' }])
    expect(JSON.stringify(inputs)).toContain('featured')
    expect(body.messages).toEqual([{ type: 'info', code: 'not_found', content: page('/sneakerhub/nothing') }])
  })

  it('refuses more identifiers than it takes', async () => {
    const ids = Array.from({ length: 21 }, (_, n) => page(`/shop-json-ld/p/${n}`))
    const { status, body } = await rest.lookup({ ids })
    expect([status, body.messages?.[0]?.code]).toEqual([400, 'request_too_large'])
    fits('error', body)
    expect(await mcp.lookup({ ids })).toMatchObject({ body: { error: { code: -32_602 } } })
  })

  it('names the fault of a shop instead of leaving its product out in silence', async () => {
    const ids = [`${page('/shop-json-ld/p/x')}~busy`, page(SHIRT)]
    const { body } = await rest.lookup({ ids })
    fits('lookup', body)
    expect(body.products).toHaveLength(1)
    expect(body.messages).toContainEqual(expect.objectContaining({ type: 'error', code: 'upstream_busy' }))
  })
})

describe('get product', () => {
  it('narrows by options, and says what else can be chosen', async () => {
    const whole = (await rest.product({ id: page(SHIRT), selected: [] })).body.product
    const size = whole?.options?.find(one => one.name === 'Size')
    const label = size?.values.at(-1)?.label ?? ''
    const { body } = await rest.product({ id: page(SHIRT), selected: [{ name: 'Size', label }] })
    fits('product', body)
    expect(body.product?.selected).toEqual([{ name: 'Size', label }])
    for (const one of body.product?.variants ?? [])
      expect(one.options).toContainEqual({ name: 'Size', label })
    expect(body.product?.options?.find(one => one.name === 'Size')?.values).toHaveLength(
      size?.values.length ?? 0,
    )
    const relaxed = await rest.product({
      id: page(SHIRT),
      selected: [
        { name: 'Size', label },
        { name: 'Color', label: 'Octarine' },
      ],
      preferences: ['Size', 'Color'],
    })
    expect(relaxed.body.product?.selected).toEqual([{ name: 'Size', label }])
  })

  it('puts the asked variant first, whatever else is selected', async () => {
    const whole = (await rest.product({ id: page(SHIRT), selected: [] })).body.product
    const last = whole?.variants.at(-1)
    const selected = [{ name: 'Size', label: 'nothing' }]
    const { body } = await rest.product({ id: last?.id ?? '', selected })
    expect(body.product?.variants[0]?.id).toBe(last?.id)
    expect(body.product?.selected).toEqual(last?.options)
  })

  it.each([
    ['an unknown host', 'https://nowhere.example/p/1'],
    ['a product that is gone', `${SHIRT}~gone`],
    ['no address', 'prod_123'],
  ])('of %s is an answer, not an error of the transport', async (_, id) => {
    const asked = id.startsWith('/') ? page(id) : id
    const { status, body } = await rest.product({ id: asked })
    expect(status).toBe(200)
    fits('error', body)
    expect(body.messages).toEqual([expect.objectContaining({ code: 'not_found', severity: 'unrecoverable' })])
    expect(await mcp.product({ id: asked })).toMatchObject({ body: { ucp: { status: 'error' } } })
  })

  it('of a shop that fails is the fault, with its status', async () => {
    const { status, body } = await rest.product({ id: `${page(SHIRT)}~blocked` })
    expect([status, body.messages?.[0]?.code]).toEqual([502, 'upstream_blocked'])
    fits('error', body)
  })
})

describe('keys and limits', () => {
  const post = (path: string, body: unknown, key?: string | null) =>
    wares.call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...(key === undefined ? {} : { key }),
    })

  it('hold as everywhere: no key, the scope, the quota of every product', async () => {
    expect((await post('/ucp/catalog/search', { query: 'a' }, null)).status).toBe(401)
    expect((await post('/ucp/mcp', {}, null)).status).toBe(401)
    const narrow = await wares.newKey({ scopes: ['general.search'] })
    expect((await post('/ucp/catalog/product', { id: page(SHIRT) }, narrow.key)).status).toBe(403)
    const small = await wares.newKey({ monthlyQuota: 2 })
    const ids = [page(SHIRT), page('/shop-json-ld/p/a'), page('/shop-json-ld/p/b')]
    const over = await post('/ucp/catalog/lookup', { ids }, small.key)
    expect([over.status, over.json().code]).toEqual([429, 'quota_exceeded'])
  })

  it('a body that is no JSON is refused, and the profile needs no key', async () => {
    const reply = await wares.call('/ucp/catalog/search', { method: 'POST', body: '{' })
    expect(reply.status).toBe(400)
    expect((await wares.call('/.well-known/ucp', { key: null })).status).toBe(200)
  })

  it('over MCP a call names its agent', async () => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call' }
    const params = { name: 'search_catalog', arguments: { catalog: { query: 'runner' } } }
    expect((await post('/ucp/mcp', { ...message, params })).json()).toMatchObject({
      id: 7,
      error: { code: -32_602 },
    })
    const list = (await post('/ucp/mcp', { ...message, method: 'tools/list' })).json<{
      result: { tools: { name: string }[] }
    }>()
    expect(list.result.tools.map(one => one.name)).toEqual([
      'search_catalog',
      'lookup_catalog',
      'get_product',
    ])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['a text', 'search'],
    ['a number', 7],
    ['arguments of null', { name: 'search_catalog', arguments: null }],
    ['meta of null', { name: 'search_catalog', arguments: { meta: null, catalog: null } }],
    ['an agent of null', { name: 'search_catalog', arguments: { meta: { 'ucp-agent': null } } }],
  ])('over MCP, parameters that are %s are refused', async (_, params) => {
    const reply = await post('/ucp/mcp', { jsonrpc: '2.0', id: 7, method: 'tools/call', params })
    expect([reply.status, reply.json()]).toMatchObject([200, { id: 7, error: { code: -32_602 } }])
    for (const method of ['initialize', 'tools/list', 'ping'])
      expect((await post('/ucp/mcp', { jsonrpc: '2.0', id: 8, method, params })).json()).toHaveProperty(
        'result',
      )
  })

  it.each([[null], [[]], ['text'], [7]])('over MCP, the message %j is no request', async message => {
    const reply = await post('/ucp/mcp', message)
    expect([reply.status, reply.json()]).toMatchObject([200, { error: { code: -32_600 } }])
  })
})
