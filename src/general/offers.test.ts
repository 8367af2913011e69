// Offers of listed shops: which results are looked at, what counts as an offer, and in which order they stand.
import { describe, expect, it } from 'vitest'
import { Fault } from '../kit/fault.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { ListedPage, ListedShop, Reach, Subrequests } from './composite.ts'
import { createOffersOperation } from './offers.ts'

const CODE = 'AB1234-001'
const SHOP: ListedShop = { shop: 'lamps', origins: { main: 'https://lamps.example' } }
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
) {
  const read: string[] = []
  const queries: string[] = []
  const found = results ?? Object.keys(pages).map(url => ({ name: 'Lamp', url }))
  const subrequests = {
    reach: { listedShops: () => [SHOP], shopNamed: () => SHOP } as unknown as Reach,
    timeLeftMs: () => 10_000,
    nowMs: () => 0,
    searchListedShop: (_shop: ListedShop, { query }: { query: string }) => {
      queries.push(query)
      return Promise.resolve({ results: found, more: false })
    },
    async readProductPage({ url }: ListedPage) {
      read.push(url)
      const page = pages[url]
      if (page === undefined || page instanceof Error) throw page ?? new Fault('not_found', 'gone')
      return { product: page, isShortLived: false }
    },
  }
  const operation = createOffersOperation([])
  const composed = await operation.compose?.({ params: { code } }, subrequests as unknown as Subrequests)
  return { ...(composed?.value as Answered), read, queries }
}

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
    [
      'has another wrong parameter',
      new Fault('invalid_parameter', '', { errors: [{ name: 'country', in: 'query', message: '' }] }),
      false,
    ],
    ['has a wrong parameter that is not named', new Fault('invalid_parameter', ''), false],
    ['cannot be read', new Fault('upstream_blocked', ''), false],
  ])('a result that %s', async (_, error, isSkipped) => {
    const { sites, offers } = await offersOf({ a: error, b: product() })
    expect(sites).toEqual([
      isSkipped
        ? { site: 'lamps', outcome: 'ok', count: 1 }
        : { site: 'lamps', outcome: (error as Fault).code, count: 0 },
    ])
    expect(offers).toHaveLength(isSkipped ? 1 : 0)
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

  it('stand with the most frequent currency first, the cheapest first within it, those without a price last', async () => {
    const prices = [null, '9 USD', '10.00 EUR', '9.50 EUR', '1 GBP']
    const variants = prices.map(text => {
      const [amount = '', currency = ''] = text?.split(' ') ?? []
      return variant({ size: String(text), price: text === null ? null : { amount, currency } })
    })
    const { offers } = await offersOf({ a: product({ variants }) })
    expect(offers.map(({ size }) => size)).toEqual(['9.50 EUR', '10.00 EUR', '1 GBP', '9 USD', 'null'])
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
  const resolve = () => createOffersOperation([]).resolve({ code }, {} as Reach)
  if (isAccepted) expect(resolve()).toEqual({ params: { code } })
  else expect(resolve).toThrow('code must have letters or digits')
})
