// How the explorer's pages interpret schemas, headers and URLs, without a browser.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { openApiDocument } from '../../src/serve/http/openapi/openapi-document.ts'
import { sites } from '../../adapters/sites/index.ts'
import { isAbsent, withoutAbsent } from '../../web/src/model/absent.ts'
import { readAbsent, readCacheStatus, readLimits, readServerTiming } from '../../client/src/answer-headers.ts'
import { conditionText, readConditions } from '../../web/src/model/condition-forms.ts'
import { operationSample } from '../../web/src/model/code-samples.ts'
import { relatedRoutes } from '../../web/src/model/related-routes.ts'
import { readSites, type Site } from '../../web/src/model/operation-list.ts'
import { routeHash, parseCallRoute } from '../../web/src/model/call-route.ts'
import { daysOf, totalsBy } from '../../web/src/model/key-usage.ts'
import { generalOperations, generalRoute, productRoute } from '../../web/src/model/general-route.ts'

type Document = Parameters<typeof readSites>[0]
const all: Site[] = readSites(openApiDocument(createRegistry(sites), '0') as unknown as Document)
const operations = all.flatMap(site => site.operations)
const siteOf = (name: string) => all.find(site => site.name === name) ?? expect.fail(`no site ${name}`)
const operationOf = (id: string) => operations.find(one => one.id === id) ?? expect.fail(`no operation ${id}`)

describe('general shape of the answer of', () => {
  const general = generalOperations(all)
  const source = 'https://shop.example/p/1'
  const routeOf = (id: string, answer: object) =>
    generalRoute(
      { operation: operationOf(id), params: {}, body: {}, source, problem: undefined, ...answer },
      general,
    )

  it.each(operations.map(({ id }) => id))('%s', id => {
    const isSearch = id.endsWith('.search') || id === 'storefront.products'
    const isProduct = !isSearch || ['storefront.products', 'electronicsretail.search'].includes(id)
    const isNeither = /^general\.|\.(?:filters|prices|trends)$/.test(id)
    expect(operationOf(id).general).toEqual(
      isNeither ? [] : [...(isProduct ? ['product'] : []), ...(isSearch ? ['search'] : [])],
    )
  })

  it.each<[string, string, object, string | undefined]>([
    [
      'a product is that of its page',
      'fastfashion2.product',
      { params: { id: '7', country: 'UK' } },
      '#/general.product?url=https%3A%2F%2Fshop.example%2Fp%2F1&country=UK',
    ],
    ['a product without a page has none', 'sneakerhub.product', { source: undefined }, undefined],
    ['a failure has none', 'sneakerhub.product', { problem: {} }, undefined],
    [
      'a search is the same search of the one site',
      'sneakerhub.search',
      { params: { query: 'court', page: '2' }, body: [{}] },
      '#/general.search?query=court&page=2&sites=sneakerhub',
    ],
    [
      'a search by filters has none',
      'watchmarket.search',
      { params: { query: 'x', dial_color: ['702'] } },
      undefined,
    ],
    ['several products are no product', 'storefront.products', { body: [{}, {}] }, undefined],
    [
      'one product of a list is',
      'storefront.products',
      { body: [{}] },
      '#/general.product?url=https%3A%2F%2Fshop.example%2Fp%2F1',
    ],
    ['a list of trends has none', 'sneakerhub.trends', { params: { page: '1' }, body: [{}] }, undefined],
  ])('%s', (_, id, answer, hash) => {
    const route = routeOf(id, answer)
    expect(route && routeHash(route)).toBe(hash)
  })

  it('leads on to the product operation of the site, if that takes an address', () => {
    const leadsTo = (site: string) => productRoute(source, siteOf(site), general).operation.id
    expect(['sneakerhub', 'storefront', 'general'].map(leadsTo)).toEqual([
      'sneakerhub.product',
      'general.product',
      'general.product',
    ])
  })
})

describe('absent fields', () => {
  const absent = ['/*/sku', '/*/market']
  it.each<[string, unknown, boolean]>([
    ['/*/sku', '', true],
    ['/*/sku', 'AB', false],
    ['/*/market/bids', 0, true],
    ['/*/name', '', false],
  ])('%s with the value %j: %s', (pointer, value, expected) => {
    expect(isAbsent(absent, pointer, value)).toBe(expected)
  })

  it('are left out of the displayed data', () => {
    expect(
      withoutAbsent(
        [
          { sku: '', name: '' },
          { sku: 'A', name: 'x' },
        ],
        absent,
      ),
    ).toEqual([{ name: '' }, { sku: 'A', name: 'x' }])
  })
})

describe('headers', () => {
  it('Server-Timing', () => {
    expect(readServerTiming('key;dur=0.17, read;desc="x";dur=2.5, odd')).toEqual([
      { name: 'key', ms: 0.17 },
      { name: 'read', ms: 2.5 },
    ])
  })
  it('Cache-Status', () => {
    expect(readCacheStatus('wares; hit; ttl=200')).toEqual({ hit: true, ttlS: 200, collapsed: false })
    expect(readCacheStatus('wares; fwd=miss; collapsed')).toEqual({
      hit: false,
      ttlS: undefined,
      collapsed: true,
    })
  })
  it('Wares-Absent', () => {
    expect(readAbsent('/a, /b/*/c;more=3')).toEqual({
      pointers: ['/a', '/b/*/c'],
      all: ['/a', '/b/*/c'],
      dropped: 0,
      more: 3,
    })
    expect(readAbsent('/*;dropped=2, /b/*;dropped=1, /*/c')).toEqual({
      pointers: ['/*/c'],
      all: ['/*', '/b/*', '/*/c'],
      dropped: 3,
      more: 0,
    })
    expect(readAbsent(null)).toEqual({ pointers: [], all: [], dropped: 0, more: 0 })
  })
  it('RateLimit', () => {
    expect(readLimits('"rate";q=40;w=2, "quota";q=100;w=9', '"rate";r=39;t=1, "quota";r=0;t=5')).toEqual([
      { name: 'rate', limit: 40, windowS: 2, remaining: 39, resetS: 1 },
      { name: 'quota', limit: 100, windowS: 9, remaining: 0, resetS: 5 },
    ])
  })
})

describe('routes', () => {
  it.each(operations.map(({ id }) => id))('%s is restored from its URL', id => {
    const place = { operation: operationOf(id), params: operationOf(id).example }
    expect(parseCallRoute(routeHash(place), operations)).toEqual(place)
  })

  it('of an item are the operations of its site that can look it up', () => {
    const item = { id: '7', slug: 'a-b', url: 'https://x.example' }
    const leads = relatedRoutes(item, siteOf('sneakerhub'), operationOf('sneakerhub.search'))
    expect(leads.map(routeHash)).toEqual(['#/sneakerhub.product?slug=a-b', '#/sneakerhub.prices?id=7'])
    expect(relatedRoutes({ sku: '' }, siteOf('sneakerhub'), operationOf('sneakerhub.search'))).toEqual([])
  })
})

describe('code', () => {
  const call = { operation: operationOf('sneakerhub.search'), params: { query: "o'clock $x" } }
  it('quotes what a shell would interpret', () => {
    const code = operationSample('curl', 'http://h', [call], 'bypass')
    expect(code).toContain(String.raw`--data-urlencode 'query=o'\''clock $x'`)
    expect(code).toContain('-H "cache-control: no-cache"')
  })
  it('sends no key where none is needed', () => {
    const open = { ...call, operation: operationOf('watchmarket.filters') }
    expect(operationSample('curl', 'http://h', [open])).not.toContain('WARES_KEY')
  })
})

describe('usage', () => {
  const row = (day: string, operation: string, outcome: string, cache: string, calls: number) => ({
    day,
    operation,
    outcome,
    cache,
    calls,
    counted: calls,
  })
  const rows = [
    row('2027-01-30', 'a.b', 'ok', 'hit', 3),
    row('2027-02-01', 'a.b', 'not_found', 'miss', 1),
    row('2027-02-01', 'a.c', 'ok', 'miss', 9),
  ]
  it('is summed by operation, most calls first', () => {
    expect(totalsBy(rows, 'operation')).toEqual([
      { name: 'a.c', calls: 9, succeeded: 9, fromCache: 0 },
      { name: 'a.b', calls: 4, succeeded: 3, fromCache: 3 },
    ])
  })
  it('includes days without calls, at least two weeks', () => {
    const days = daysOf(rows)
    expect(days.slice(-3)).toEqual(['2027-01-30', '2027-01-31', '2027-02-01'])
    expect([days[0], days.length]).toEqual(['2027-01-19', 14])
    const early = { day: '2027-01-01', operation: 'a.b', outcome: 'ok', cache: 'miss', calls: 1, counted: 1 }
    expect(daysOf([...rows, early])[0]).toBe('2027-01-01')
  })
})

describe('a condition', () => {
  it.each([
    'any change',
    'price < 100',
    'price < 100 EUR',
    'price >',
    'price drops',
    'price drops 2.5%',
    'price rises 3 in 14d',
    'price lowest ever',
    'price lowest in 30d',
    'back in stock or out of stock',
    'price drops 10% in 7d or list_price < 5 or sings',
    'constructor',
  ])('%s comes out of the drop-downs as it went in', text => {
    expect(conditionText(readConditions(text))).toBe(text)
  })

  it('without a text is any change', () => {
    expect(readConditions('')).toMatchObject([{ form: 'any' }])
  })

  it.each([
    ['price < 100 EUR', { form: 'below', amount: '100 EUR' }],
    ['price drops 10% in 7d', { form: 'drops', amount: '10', unit: '%', within: '7d' }],
    ['price rises 3', { form: 'rises', amount: '3', unit: 'money', within: '' }],
    ['list_price < 5', { form: 'written', written: 'list_price < 5' }],
  ])('%s is shown in drop-downs', (text, input) => {
    expect(readConditions(text)).toMatchObject([input])
  })
})
