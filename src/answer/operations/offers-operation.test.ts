// Offers of listed shops: which results are looked at, what counts as an offer, and in which order they stand.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode } from '#kit/fault'
import type { GeneralProduct } from '#kit/product/general-product'
import { shopWith } from '../../settings/shop-fixture.ts'
import type { SiteAdapter } from '#kit/define/define'
import type { ShopDirectory } from '../../settings/shop-directory.ts'
import type { Subrequests } from './composite.ts'
import { createOffersOperation } from './offers-operation.ts'

const CODE = 'AB1234-001'
const SHOP = shopWith({ name: 'lamps', origins: { main: 'https://lamps.example' } })
type Variant = Partial<GeneralProduct['variants'][number]>

function product(changes: Partial<GeneralProduct> = {}): GeneralProduct {
  const rest = { brand: null, gtin: null, sku: null, color: null, images: [], seller: null, condition: null }
  const money = { amount: '5.00', currency: 'EUR' }
  return {
    ...rest,
    site: 'lamps',
    url: 'https://lamps.example/a',
    name: 'Lamp',
    mpn: CODE,
    price: money,
    availability: 'in_stock',
    variants: [],
    ...changes,
  } as unknown as GeneralProduct
}

function variant(changes: Variant): GeneralProduct['variants'][number] {
  const rest = {
    url: null,
    size: null,
    condition: null,
    price: null,
    availability: 'in_stock',
    sku: null,
    gtin: null,
  }
  return { ...rest, ...changes } as unknown as GeneralProduct['variants'][number]
}

interface Answered {
  readonly offers: readonly Record<string, unknown>[]
  readonly product: Record<string, unknown> | null
  readonly sites: readonly Record<string, unknown>[]
}

async function offersOf(
  pages: Readonly<Record<string, GeneralProduct | Error>>,
  results?: readonly object[],
  code = CODE,
  known: readonly string[] = [],
) {
  const read: string[] = []
  const queries: string[] = []
  const found = results ?? Object.keys(pages).map(url => ({ name: 'Lamp', url }))
  const subrequests = {
    shops: { all: [SHOP], shopNamed: () => SHOP },
    timeLeftMs: () => 10_000,
    nowMs: () => 0,
    knownPages: () => known,
    searchListedShop: (_shop: object, { query }: { query: string }) => {
      queries.push(query)
      return Promise.resolve({ results: found, more: false })
    },
    async call(_operation: string, { url }: { url: string }) {
      read.push(url)
      const page = pages[url]
      if (page === undefined || page instanceof Error) throw page ?? new Fault('not_found', 'gone')
      return { value: page, madeAtMs: 0, freshUntilMs: 900_000 }
    },
  }
  const operation = createOffersOperation([])
  const composed = await operation.compose?.({ params: { code } }, subrequests as unknown as Subrequests)
  return { ...(composed?.value as Answered), read, queries }
}

it('names every shop of the operator: not asked is not "not sold"', async () => {
  const shop = (name: string, more: object = {}) =>
    shopWith({ name, origins: { main: `https://${name}.example` }, ...more })
  const all = [
    shop('lamps'),
    shop('chairs'),
    shop('sofas', { adapter: 'sofas' }),
    shop('closed', { enabled: false }),
    shop('*.example', { isNamedOnly: true }),
  ]
  const subrequests = {
    shops: { all, shopNamed: (name: string) => all.find(one => one.name === name) },
    timeLeftMs: () => 10_000,
    nowMs: () => 0,
    knownPages: () => [],
    searchListedShop: ({ name }: { name: string }) =>
      Promise.resolve(name === 'lamps' ? { results: [], more: false } : undefined),
  } as unknown as Subrequests
  const operation = createOffersOperation([{ name: 'sofas', operations: [] } as unknown as SiteAdapter])
  const composed = await operation.compose?.({ params: { code: CODE } }, subrequests)
  expect((composed?.value as Answered | undefined)?.sites).toEqual([
    { site: 'lamps', outcome: 'ok', count: 0 },
    { site: 'chairs', outcome: 'no_search', count: 0 },
    { site: 'sofas', outcome: 'no_search', count: 0 },
  ])
})

describe('what is looked at', () => {
  it('are the first five results whose codes may be the same', async () => {
    const urls = Array.from({ length: 7 }, (_, n) => `https://lamps.example/${n}`)
    const other = { name: 'Chair', url: 'https://lamps.example/x', mpn: 'ZZ9999-999' }
    const { read, offers } = await offersOf(Object.fromEntries(urls.map(url => [url, product({ url })])), [
      other,
      ...urls.map(url => ({ name: 'Lamp', url })),
    ])
    expect(read).toEqual(urls.slice(0, 5))
    expect(offers).toHaveLength(5)
  })

  it('is searched for in the usual spelling too, until something is found', async () => {
    expect((await offersOf({ a: product() }, undefined, 'ab1234001')).queries).toEqual(['ab1234001'])
    expect((await offersOf({ a: product({ mpn: 'ZZ9' }) }, undefined, 'ab1234001')).queries).toEqual([
      'ab1234001',
      'AB1234-001',
    ])
  })

  it.each<[string, Error, boolean]>([
    ['was withdrawn', new Fault('not_found', ''), true],
    ['is elsewhere', new Fault('url_not_allowed', ''), true],
    [
      'has no address of a product',
      new Fault('invalid_parameter', '', { errors: [{ name: 'url', in: 'query', message: '' }] }),
      true,
    ],
  ])('a result that %s', async (_, error, isSkipped) => {
    const { sites, offers } = await offersOf({ a: error, b: product() })
    expect(sites).toEqual([{ site: 'lamps', outcome: 'ok', count: isSkipped ? 1 : 0 }])
    expect(offers).toHaveLength(isSkipped ? 1 : 0)
  })

  it.each<[FaultCode, string]>([
    ['upstream_changed', 'ok'],
    ['robots_disallowed', 'ok'],
    ['invalid_parameter', 'ok'],
    // The article may be there too: the shop's offers are not known to be all.
    ['upstream_blocked', 'upstream_blocked'],
    ['upstream_timeout', 'upstream_timeout'],
  ])('a page that is %s takes nothing from the others', async (code, outcome) => {
    const { sites, offers } = await offersOf({ a: new Fault(code, ''), b: product() })
    expect(sites).toEqual([{ site: 'lamps', outcome, count: 1 }])
    expect(offers).toHaveLength(1)
    expect((await offersOf({ a: new Fault(code, '') })).sites).toEqual([
      { site: 'lamps', outcome: code, count: 0 },
    ])
  })

  it('is found at any rank of the first twenty, and first where the result states the code', async () => {
    const pages = (rank: number) =>
      Object.fromEntries(
        Array.from({ length: 25 }, (_, n) => [
          `https://lamps.example/${n}`,
          product({ mpn: n === rank ? CODE : 'ZZ1' }),
        ]),
      )
    expect((await offersOf(pages(6))).offers).toHaveLength(1)
    expect(
      (await offersOf({ ...pages(6), 'https://lamps.example/1': new Fault('upstream_changed', '') })).offers,
    ).toHaveLength(1)
    const at20 = await offersOf(pages(20))
    expect([at20.offers.length, at20.read.length]).toEqual([0, 20])
    const results = Object.keys(pages(20)).map((url, n) => ({
      name: 'Lamp',
      url,
      mpn: n === 20 ? CODE : null,
      gtin: null,
      sku: null,
    }))
    const named = await offersOf(pages(20), results)
    expect([named.offers.length, named.read[0]]).toEqual([1, 'https://lamps.example/20'])
  })
})

describe('offers', () => {
  it('are the variants that can be bought, with what the product states for all', async () => {
    const eur = (amount: string) => ({ amount, currency: 'EUR' })
    const variants = [
      variant({ size: 'S', price: eur('6.00'), availability: 'out_of_stock' }),
      variant({ size: 'M', price: eur('7.00'), availability: 'discontinued' }),
      variant({ size: 'L', price: eur('8.00'), url: 'https://lamps.example/l', condition: 'used' }),
      variant({ size: 'XL', price: eur('9.00'), availability: null }),
    ]
    const { offers } = await offersOf({ a: product({ variants, condition: 'new' }) })
    expect(offers).toMatchObject([
      { size: 'L', url: 'https://lamps.example/l', condition: 'used', price: eur('8.00') },
      { size: 'XL', url: 'https://lamps.example/a', condition: 'new', price: eur('9.00') },
    ])
    expect((await offersOf({ a: product({ availability: 'out_of_stock' }) })).offers).toEqual([])
  })

  it('have the price and the stock of the product where no variant states its own', async () => {
    const bare = ['S', 'M'].map(size => variant({ size, availability: null }))
    const { offers } = await offersOf({ a: product({ variants: bare, price_max: null }) })
    expect(offers).toMatchObject(
      ['S', 'M'].map(size => ({ size, price: { amount: '5.00' }, availability: 'in_stock' })),
    )
    const soldOut = product({ variants: bare, price_max: null, availability: 'out_of_stock' })
    expect((await offersOf({ a: soldOut })).offers).toEqual([])
    const range = product({ variants: bare, price_max: { amount: '9.00', currency: 'EUR' } })
    expect((await offersOf({ a: range })).offers).toMatchObject([{ price: null }, { price: null }])
    const some = [variant({ size: 'S', price: { amount: '5.00', currency: 'EUR' } }), variant({ size: 'M' })]
    const partly = await offersOf({ a: product({ variants: some, price_max: null }) })
    expect(partly.offers).toMatchObject([
      { size: 'S', price: { amount: '5.00' } },
      { size: 'M', price: null },
    ])
  })

  it('of a page that the search names twice are given once', async () => {
    const url = 'https://lamps.example/lamp'
    const pages = Object.fromEntries(
      [url, `${url}?_pos=2&_sid=ab1`, 'https://www.lamps.example/lamp#top'].map(one => [
        one,
        product({ url: one }),
      ]),
    )
    const { offers, read, sites } = await offersOf(pages)
    expect([offers.length, read.length, sites[0]?.count]).toEqual([1, 1, 1])
  })

  it('of one size are that size only, also if the product has the codes of its first variant', async () => {
    const variants = [
      variant({ size: 'S', sku: 'AB1234-001', gtin: '4006381333931' }),
      variant({ size: 'M', sku: 'AB1234-002', gtin: '96385074' }),
    ]
    const first = product({ mpn: null, sku: 'AB1234-001', gtin: '4006381333931', variants })
    for (const code of ['AB1234-001', '4006381333931'])
      expect((await offersOf({ a: first }, undefined, code)).offers.map(one => one.size)).toEqual(['S'])
  })

  it('stand with the most frequent currency first, the cheapest first within it, those without a price last', async () => {
    const prices = [null, '9 USD', '10.00 EUR', '9.50 EUR', '1 GBP']
    const variants = prices.map(text => {
      const [amount = '', currency = ''] = text?.split(' ') ?? []
      return variant({ size: String(text), price: text === null ? null : { amount, currency } })
    })
    const { offers } = await offersOf({ a: product({ variants }) })
    expect(offers.map(({ size }) => size)).toEqual(['9.50 EUR', '10.00 EUR', '1 GBP', '9 USD', 'null'])
  })

  it('are the same in whichever order their pages were read before', async () => {
    const price = { amount: '9.00', currency: 'EUR' }
    const pages = { a: product({ url: 'a', price }), b: product({ url: 'b', price, color: null }) }
    const answers = [
      ['a', 'b'],
      ['b', 'a'],
    ].map(async known => offersOf(pages, [], CODE, known))
    const [first, second] = await Promise.all(answers)
    expect(first?.offers.map(({ url }) => url)).toEqual(['a', 'b'])
    expect([second?.offers, second?.product]).toEqual([first?.offers, first?.product])
  })

  it('describe the article as the page with the most details does', async () => {
    const rich = product({ url: 'https://lamps.example/b', brand: 'Halvik', color: 'red', images: ['i'] })
    const { product: described } = await offersOf({ a: product(), b: rich })
    expect(described).toEqual({
      name: 'Lamp',
      brand: 'Halvik',
      mpn: CODE,
      gtin: null,
      color: 'red',
      image: 'i',
      url: 'https://lamps.example/b',
    })
    expect((await offersOf({})).product).toBeNull()
  })
})

it.each([
  ['AB-12', true],
  ['---', false],
])('a code of %j is accepted: %s', (code, isAccepted) => {
  const resolve = () => createOffersOperation([]).resolve({ code }, {} as ShopDirectory)
  if (isAccepted) expect(resolve()).toEqual({ params: { code } })
  else expect(resolve).toThrow('code must have letters or digits')
})
