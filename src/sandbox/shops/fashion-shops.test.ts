// The sandbox's fashion retailer, fashion house and luxury marketplace: all they list is there, in every generation of their pages.
import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../catalogue.ts'
import { createFiller } from '../filler.ts'
import { pageShell } from '../page-shell.ts'
import { answer, type Shop, type ShopContext } from '../shop.ts'
import { fashionretail } from './fashionretail.ts'
import { luxuryhouse } from './luxuryhouse.ts'
import { luxurymarket } from './luxurymarket.ts'

const ORIGIN = 'http://127.0.0.1:1'
const LAST_PAGE = 25

function open(shop: Shop, seed = 1) {
  const filler = createFiller(seed)
  const ctx: ShopContext = { catalogue: createCatalogue(seed), page: input => pageShell(input, filler) }
  const base = `${ORIGIN}/${shop.site}`
  const ask = (path: string) => {
    const url = new URL(base + path)
    const request = {
      method: 'GET',
      path: decodeURIComponent(url.pathname).slice(shop.site.length + 1),
      query: url.searchParams,
      body: undefined,
      url,
      base,
      origin: ORIGIN,
    }
    const { status, body, headers } = answer(shop, request, ctx)
    return { status, text: body.toString(), location: headers?.location?.slice(base.length) }
  }
  const linksOn = (list: string, page: number): string[] =>
    [...ask(`${list}?page=${page}`).text.matchAll(/<li class="card"><a href="([^"]+)"/g)].map(link =>
      (link[1] ?? '').replaceAll('&amp;', '&').slice(base.length),
    )
  const allLinks = (list: string): string[] =>
    Array.from({ length: LAST_PAGE }, (_, index) => linksOn(list, index + 1)).flat()
  return { ask, linksOn, allLinks }
}

describe.each([
  { shop: fashionretail, list: '/uk/catalogue/', gone: '/uk/no-such-thing-xx1-1.html' },
  { shop: luxuryhouse, list: '/en_gb/fashion/search', gone: '/en_gb/fashion/products/XX1_1' },
  { shop: luxurymarket, list: '/uk/shopping/items.aspx', gone: '/uk/shopping/women/x-item-1.aspx' },
])('$shop.site', ({ shop, list, gone }) => {
  const { ask, linksOn, allLinks } = open(shop)

  test('has 600 products, each on one page of the list', () => {
    expect(new Set(allLinks(list)).size).toBe(600)
  })

  test('every product page is there, as heavy as the real ones', () => {
    for (const link of linksOn(list, 2)) {
      const { status, text } = ask(link)
      expect(status, link).toBe(200)
      expect(text.length, link).toBeGreaterThan(200_000)
      expect(text.length, link).toBeLessThan(600_000)
    }
  })

  test('the same seed gives the same bytes, another seed others', () => {
    const [link = ''] = linksOn(list, 1)
    expect(open(shop).ask(link).text).toBe(ask(link).text)
    expect(open(shop, 2).ask(link).text).not.toBe(ask(link).text)
  })

  test('says so when there is nothing', () => {
    expect(ask(`${list}?q=zeppelin`).text).toContain('No results')
    expect(ask(gone).status).toBe(404)
  })
})

test.each([
  [fashionretail, ['/uk/catalogue/', '/us/catalogue/', '/fr/catalogue/'], /"priceCurrency":"(\w+)"/],
  [
    luxuryhouse,
    ['/en_gb/fashion/search', '/en_us/fashion/search', '/fr_fr/fashion/search'],
    /"currency":"(\w+)"/,
  ],
  [
    luxurymarket,
    ['/uk/shopping/items.aspx', '/us/shopping/items.aspx', '/fr/shopping/items.aspx'],
    /"priceCurrency":"(\w+)"/,
  ],
] as const)('$site sells in three currencies', (shop, lists, currency) => {
  const { ask, linksOn } = open(shop)
  const found = lists.map(list => currency.exec(ask(linksOn(list, 1)[0] ?? '').text)?.[1])
  expect(found).toEqual(['GBP', 'USD', 'EUR'])
})

test.each([
  [
    fashionretail,
    '/uk/catalogue/',
    {
      'a page of the second make': /stockPriceResponse = '/,
      'no manufacturer': /"@type":"Product"(?!.*"manufacturer").*"offers":\[/,
      'a size without a price': /\{\\?"id\\?":\d+,\\?"isInStock\\?":\w+,\\?"isLowInStock\\?":\w+\}/,
    },
  ],
  [
    luxuryhouse,
    '/en_gb/fashion/search',
    {
      'the place of 2021': /"initialReduxState"/,
      'an article without sizes': /PRODUCTUNIQUE/,
      'no size and fit': /"sections":\[(?!.*SIZEFIT)/,
    },
  ],
  [
    luxurymarket,
    '/uk/shopping/items.aspx',
    {
      'the oldest state': /__initialState_slice-pdp__/,
      'a state in a string': /__initialState__'\] = "/,
      'the newest state': /__HYDRATION_STATE__="/,
      'only JSON-LD': /ld\+json(?![\s\S]*productViewModel)/,
      'the sentence of a piece that is gone': /Sorry, this piece is currently out of stock/,
    },
  ],
] as const)('$site has pages of all kinds', (shop, list, kinds) => {
  const { ask, allLinks } = open(shop)
  const pages = allLinks(list)
    .slice(0, 100)
    .map(link => ask(link).text)
  for (const [name, kind] of Object.entries(kinds)) {
    const count = pages.filter(text => kind.test(text)).length
    expect(count, name).toBeGreaterThan(0)
    expect(count, name).toBeLessThan(pages.length)
  }
})

test('the catalogue service answers for products of the second make', () => {
  const { ask } = open(fashionretail)
  const { text } = ask('/api/product/catalogue/v3/products/4200107?currency=EUR&store=FR')
  expect(JSON.parse(text)).toMatchObject({
    id: 4_200_107,
    variants: [{ price: { currency: 'EUR' } }, {}, {}, {}, {}, {}],
  })
})

test('a piece is found by its number alone, in the country and language asked for', () => {
  const { ask } = open(luxurymarket)
  const { status, location = '' } = ask('/fr/shopping/item-17300125.aspx?lang=fr-FR')
  expect(status).toBe(301)
  expect(location).toMatch(/^\/fr\/shopping\/kids\/.*-item-17300125\.aspx\?lang=fr-FR$/)
  expect(ask(location).text).toContain('<html lang="fr-FR">')
})

test('the beauty part has no state to read', () => {
  expect(open(luxuryhouse).ask('/en_gb/beauty/').text).not.toContain('__NEXT_DATA__')
})
