// The sandbox shop for sneakerhub: the data of the real site, with its missing fields.
import { expect, test } from 'vitest'
import { openShop } from '../../play/open-shop.ts'
import { shop as sneakerhub } from './shop.ts'

const LIST = '/web-api/consumer-search/get-product-search-results'

const { ask, context } = openShop(sneakerhub, 1)
const products = context.catalog.products('sneakers')
const json = (path: string): unknown => JSON.parse(ask(path).text)

interface Row {
  readonly sizeOption: { readonly presentation: string }
  readonly lowestPriceCents: { readonly currency: string; readonly amount?: number }
}

interface Found {
  readonly data: {
    readonly totalResults: number
    readonly productsList: readonly {
      readonly id: string
      readonly category: string
      readonly variantsList: readonly unknown[]
      readonly releaseDate?: unknown
      readonly localizedRetailPriceCents: { readonly amountCents: number }
    }[]
  }
}

const everything = Array.from({ length: 50 }, (_, index) => {
  const found = json(`${LIST}?queryString=&pageLimit=12&pageNumber=${index + 1}&sortType=1`) as Found
  return found.data.productsList
}).flat()

const rowsOf = (product: number | string, country: string): Row[] =>
  json(priceAddress(product, country)) as Row[]

test('the pages of the whole list contain every product once', () => {
  expect(products.length).toBeGreaterThanOrEqual(500)
  expect(new Set(everything.map(one => one.id)).size).toBe(products.length)
  expect(everything).toHaveLength(products.length)
  expect(json(`${LIST}?queryString=&pageLimit=12&pageNumber=51`)).toEqual({
    data: { productsList: [], totalResults: products.length },
  })
  expect(json(`${LIST}?queryString=no-such-thing`)).toEqual({ data: { productsList: [], totalResults: 0 } })
})

test.each([
  ['nobody sells', (one: (typeof everything)[number]) => one.variantsList.length === 0],
  ['have no release date', (one: (typeof everything)[number]) => one.releaseDate === undefined],
  [
    'have no known retail price',
    (one: (typeof everything)[number]) => one.localizedRetailPriceCents.amountCents === 0,
  ],
  ['are apparel', (one: (typeof everything)[number]) => one.category === 'apparel'],
])('some products %s, most do not', (_, odd) => {
  const count = everything.filter(odd).length
  expect(count).toBeGreaterThan(50)
  expect(count).toBeLessThan(300)
})

test.each([
  ['US', 'USD'],
  ['FR', 'EUR'],
  ['GB', 'GBP'],
])('prices for %s are in %s', (country, currency) => {
  const rows = products.flatMap(one => rowsOf(one.id, country))
  expect(new Set(rows.map(row => row.lowestPriceCents.currency))).toEqual(new Set([currency]))
  expect(rows.some(row => row.lowestPriceCents.amount === undefined)).toBe(true)
  expect(rows.every(row => row.lowestPriceCents.amount !== 0)).toBe(true)
})

test('price rows are found by id and by slug, several per size, and missing for an unknown product', () => {
  for (const { id, slug } of products.slice(0, 20)) {
    expect(ask(priceAddress(slug, 'US')).text).toBe(ask(priceAddress(id, 'US')).text)
  }
  const sizes = rowsOf(products[0]?.id ?? 0, 'US').map(row => row.sizeOption.presentation)
  expect(new Set(sizes).size).toBeLessThan(sizes.length)
  expect(ask(priceAddress('no-such-product', 'US')).status).toBe(404)
})

test('a product has a large page in its section only, with the same data as the data route', () => {
  for (const product of products.filter(one => one.position % 40 === 0)) {
    const [section, other] =
      product.pictureShape === 'shirt' ? ['apparel', 'sneakers'] : ['sneakers', 'apparel']
    const { status, text } = ask(`/${section}/${product.slug}`)
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(100_000)
    expect(text.length).toBeLessThan(600_000)
    const [, state = ''] =
      /<script id="__NEXT_DATA__" type="application\/json">(.*?)<\/script>/s.exec(text) ?? []
    const page = JSON.parse(state) as { props: { pageProps: { productTemplate: unknown } }; buildId: string }
    expect(page.props.pageProps.productTemplate).toMatchObject({ id: product.id, slug: product.slug })
    const dataRoute = `/_next/data/${page.buildId}/en-us/${section}/${product.slug}.json`
    expect(json(dataRoute)).toMatchObject({ pageProps: page.props.pageProps })
    expect(ask(`/${other}/${product.slug}`).status).toBe(404)
  }
})

test('the older search requires a key, and a few of its results have no picture', () => {
  expect(ask('/search/court').status).toBe(401)
  const { response } = json('/browse/group_id/all?key=any&page=1&num_results_per_page=100') as {
    response: { results: { data: { image_url?: string } }[]; total_num_results: number }
  }
  expect(response.total_num_results).toBe(products.length)
  expect(response.results).toHaveLength(100)
  expect(response.results.filter(one => one.data.image_url === undefined).length).toBeGreaterThan(0)
})

test('the front page links to a product and to the next page', () => {
  const { text } = ask('/')
  const [, href = ''] =
    /href="http:\/\/127\.0\.0\.1:1\/sneakerhub(\/(?:sneakers|apparel)\/[^"]+)"/.exec(text) ?? []
  expect(ask(href).status).toBe(200)
  expect(text).toContain('page=2')
  expect(ask('/search?query=zzzz').text).toContain('No results')
})

test('the same seed produces the same bytes', () => {
  const again = openShop(sneakerhub, 1)
  for (const path of ['/', `${LIST}?queryString=low`, priceAddress(products[7]?.id ?? 0, 'FR')]) {
    expect(again.ask(path).text).toBe(ask(path).text)
  }
  expect(openShop(sneakerhub, 2).ask('/').text).not.toBe(ask('/').text)
})

function priceAddress(product: number | string, country: string): string {
  return `/web-api/v1/product_variants/buy_bar_data?productTemplateId=${product}&countryCode=${country}`
}
