// The sandbox shop for sneakerexchange: all three page versions of the real site, with their missing fields.
import { expect, test } from 'vitest'
import { openShop } from '../../play/open-shop.ts'
import { shop as sneakerexchange } from './shop.ts'

const { ask, context } = openShop(sneakerexchange, 1)
const products = context.catalog.products('sneakers')

interface Market {
  readonly bidAskData?: unknown
  readonly state: { readonly lowestAsk?: { readonly amount: number } | null }
}

interface Cached {
  readonly id: string
  readonly urlKey: string
  readonly title?: string
  readonly styleId?: string
  readonly market?: Market
  readonly variants: readonly { readonly hidden: boolean; readonly market?: Market }[]
}

interface Results {
  readonly edges: readonly { readonly node: { readonly id: string; readonly urlKey: string } }[]
  readonly pageInfo: { readonly total: number; readonly page: number }
}

/** The entries of the page's cache, one per query, in any version. */
function cacheIn(html: string): Record<string, unknown>[] {
  const [, json = ''] =
    /<script (?:id="__NEXT_DATA__"|data-name="query")[^>]*>(?:window\.\w+ = )?(.*?);?<\/script>/s.exec(
      html,
    ) ?? []
  const found: Record<string, unknown>[] = []
  JSON.parse(json, (key, value: Record<string, unknown>) => {
    if (key === 'data') found.push(value)
    return value
  })
  return found
}

function productIn(html: string, urlKey: string): Cached | undefined {
  return cacheIn(html)
    .map(data => data.product as Cached)
    .find(one => one.urlKey === urlKey && 'variants' in one)
}

function listOf(path: string): Results {
  const [data] = cacheIn(ask(path).text)
  return (data as { browse: { results: Results } }).browse.results
}

function answered(operationName: string, variables: unknown): Record<string, unknown> {
  const { text } = ask('/api/p/e', { operationName, variables })
  return (JSON.parse(text) as { data: Record<string, unknown> }).data
}

const sample = products.filter(one => one.position % 10 === 0)
const pages = sample.map(one => ({ product: one, ...ask(`/${one.slug}`) }))
const cached = pages.map(({ text, product }) => productIn(text, product.slug))

test('the two sections list every product once and then end', () => {
  const all = ['/sneakers', '/streetwear'].flatMap(section =>
    Array.from({ length: 16 }, (_, index) => listOf(`${section}?sort=most-active&page=${index + 1}`).edges),
  )
  const ids = all.flat().map(edge => edge.node.id)
  expect(products.length).toBeGreaterThanOrEqual(500)
  expect(ids).toHaveLength(products.length)
  expect(new Set(ids).size).toBe(products.length)
  expect(listOf('/search?s=no-such-thing&page=1')).toMatchObject({ edges: [], pageInfo: { total: 0 } })
})

test('product pages are large and contain the product among others', () => {
  for (const { status, text, product } of pages) {
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(100_000)
    expect(text.length).toBeLessThan(600_000)
    expect(productIn(text, product.slug)).toBeDefined()
    expect(cacheIn(text).length).toBeGreaterThan(2)
  }
})

test('every version of the cache occurs', () => {
  const versions = cached.map(one =>
    one?.market ? (one.market.bidAskData ? '2023-05' : '2023-12') : '2024-10',
  )
  expect(new Set(versions)).toEqual(new Set(['2023-05', '2023-12', '2024-10']))
  expect(pages.some(one => one.text.includes('<script data-name="query">window.'))).toBe(true)
  expect(pages.some(one => one.text.includes('<script data-name="query" type='))).toBe(true)
})

test.each([
  ['have no single title', (one: Cached) => one.title === undefined],
  ['have no style id', (one: Cached) => !one.styleId],
  ['have a hidden size', (one: Cached) => one.variants.some(variant => variant.hidden)],
])('some products %s, most do not', (_, odd) => {
  const count = cached.filter(one => one && odd(one)).length
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(cached.length / 2)
})

test('GraphQL finds a product by id or urlKey, uses the requested currency, and returns null for an unknown product', () => {
  const bySlug = answered('GetProduct', { id: sample[0]?.slug }).product as Cached
  expect(answered('GetProduct', { id: bySlug.id }).product).toEqual(bySlug)
  const inYen = answered('GetProduct', { id: bySlug.id, currencyCode: 'JPY' }).product as Cached
  const ask = (one: Cached): number => one.market?.state.lowestAsk?.amount ?? 0
  expect(ask(bySlug)).toBeGreaterThan(0)
  expect(ask(inYen)).toBeGreaterThan(ask(bySlug) * 100)
  expect(answered('GetProduct', { id: 'no-such-product' })).toEqual({ product: null })
})

test('a GraphQL search finds the same products as the page, and adds the style id', () => {
  const { results } = answered('GetSearchResults', { query: 'court', page: { index: 2, limit: 40 } })
    .browse as { results: Results }
  const onPage = listOf('/search?s=court&page=2')
  expect(results.edges.length).toBeGreaterThan(0)
  expect(results.edges.map(edge => edge.node.id)).toEqual(onPage.edges.map(edge => edge.node.id))
  expect(results.edges.every(edge => 'styleId' in edge.node)).toBe(true)
  expect(onPage.edges.some(edge => 'styleId' in edge.node)).toBe(false)
})

test('the front page links to a product and to the next page', () => {
  const { text } = ask('/')
  const [, href = ''] =
    /class="card"><a href="http:\/\/127\.0\.0\.1:1\/sneakerexchange(\/[^"]+)"/.exec(text) ?? []
  expect(ask(href).status).toBe(200)
  expect(text).toContain('page=2')
  expect(ask('/search?s=zzzz').text).toContain('No results')
  expect(ask('/no-such-product').status).toBe(404)
})

test('the same seed produces the same bytes', () => {
  const again = openShop(sneakerexchange, 1)
  for (const path of ['/', '/search?s=low', `/${products[7]?.slug}`]) {
    expect(again.ask(path).text).toBe(ask(path).text)
  }
  expect(openShop(sneakerexchange, 2).ask('/').text).not.toBe(ask('/').text)
})
