// The sandbox's three clothing shops: everything they list is there, in the shape and weight of the real ones, gaps included.
import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../catalogue.ts'
import { createFiller } from '../filler.ts'
import { pageShell } from '../page-shell.ts'
import { answer, type Shop, type ShopContext } from '../shop.ts'
import { fastfashion1 } from './fastfashion1.ts'
import { fastfashion2 } from './fastfashion2.ts'
import { fastfashion3 } from './fastfashion3.ts'

const ORIGIN = 'http://127.0.0.1:1'

function open(shop: Shop, seed: number) {
  const filler = createFiller(seed)
  const ctx: ShopContext = { catalogue: createCatalogue(seed), page: input => pageShell(input, filler) }
  return (path: string) => {
    const base = `${ORIGIN}/${shop.site}`
    const url = new URL(base + path)
    const { status, body } = answer(
      shop,
      {
        method: 'GET',
        path: decodeURIComponent(url.pathname).slice(shop.site.length + 1),
        query: url.searchParams,
        body: undefined,
        url,
        base,
        origin: ORIGIN,
      },
      ctx,
    )
    return { status, text: body.toString() }
  }
}

describe.each([
  { shop: fastfashion1, list: '/uk/en/search', field: 'searchTerm', gone: '/uk/en/shirt-p05000001.html' },
  { shop: fastfashion2, list: '/fr/fr/search', field: 'q', gone: '/fr/fr/product/shirt-100000.html' },
  {
    shop: fastfashion3,
    list: '/en_us/search-results.html',
    field: 'q',
    gone: '/en_us/productpage.1000000001.html',
  },
])('$shop.site', ({ shop, list, field, gone }) => {
  const ask = open(shop, 1)
  const base = `${ORIGIN}/${shop.site}`
  const linksOn = (page: number): string[] =>
    [...ask(`${list}?page=${page}`).text.matchAll(/<li class="card"><a href="([^"]+)"/g)].map(link =>
      (link[1] ?? '').replaceAll('&amp;', '&').slice(base.length),
    )

  test('has 600 products, each on one page of the list', () => {
    const links = Array.from({ length: 25 }, (_, index) => linksOn(index + 1)).flat()
    expect(new Set(links).size).toBe(600)
  })

  test('every product page is there, as heavy as the real ones', () => {
    for (const link of linksOn(2)) {
      const { status, text } = ask(link)
      expect(status, link).toBe(200)
      expect(text.length, link).toBeGreaterThan(200_000)
      expect(text.length, link).toBeLessThan(600_000)
    }
  })

  test('the same seed gives the same bytes', () => {
    const [link = ''] = linksOn(1)
    expect(open(shop, 1)(link).text).toBe(ask(link).text)
    expect(open(shop, 2)(link).text).not.toBe(ask(link).text)
  })

  test('says so when there is nothing', () => {
    expect(ask(`${list}?${field}=zeppelin`).text).toContain('No results')
    expect(ask(gone).status).toBe(404)
  })
})

describe('fastfashion1', () => {
  const ask = open(fastfashion1, 1)

  test.each([
    ['us/en', '"priceCurrency":"USD"', '"exponent":-2'],
    ['fr/fr', '"priceCurrency":"EUR"', '"exponent":-2'],
    ['jp/ja', '"priceCurrency":"JPY"', '"exponent":0'],
  ])('%s has its own prices', (market, currency, exponent) => {
    const { text } = ask(`/${market}/shirt-p05000000.html`)
    expect(text).toContain(currency)
    expect(text).toContain(exponent)
  })

  test('the same product comes as JSON', () => {
    const { product } = JSON.parse(ask('/uk/en/shirt-p05000000.html?ajax=true').text) as {
      product: { detail: { colors: { productId: number }[] } }
    }
    const [colour] = product.detail.colors
    const details = JSON.parse(
      ask(`/uk/en/products-details?productIds=${colour?.productId}`).text,
    ) as unknown[]
    expect(details).toHaveLength(1)
  })
})

test('fastfashion2 knows nothing of an unknown id in either answer', () => {
  const ask = open(fastfashion2, 1)
  const variants = '/on/demandware.store/Sites-GB-Site/en_GB/Product-GetVariants?Quantity=1&pid='
  expect(JSON.parse(ask(`${variants}100000`).text)).toEqual({})
  expect(JSON.parse(ask('/data/products.json?filter=id:100000').text)).toMatchObject({ TotalResults: 0 })
  expect(ask(`${variants}400005`).text).toContain('|size-')
})

test('fastfashion3 has pages of all four makes', () => {
  const ask = open(fastfashion3, 1)
  const products = createCatalogue(1).products('clothing').slice(0, 10)
  const pages = products.map(one => ask(`/en_gb/productpage.${one.id}${one.colour.code}.html`).text)
  const having = (mark: string): number => pages.filter(page => page.includes(mark)).length
  expect(having('id="product-schema"')).toBe(7)
  expect(having('var productArticleDetails = {')).toBe(6)
  expect(having('id="__NEXT_DATA__"')).toBe(2)
  expect(having('data-testid="white-price"')).toBe(1)
})
