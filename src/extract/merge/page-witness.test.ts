// The second witness: which statements of a page contradict a product, and which say the same.
import { describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { pageOf } from '#kit/page/page-fixture'
import { withWitnesses, compareWithPage } from './page-witness.ts'

const lamp = {
  name: 'Reading Lamp',
  sku: 'L1',
  mpn: null,
  gtin: null,
  price: { amount: '129.00', currency: 'EUR' },
  price_max: null,
  availability: 'in_stock',
  list_price: null,
  other_prices: [],
  variants: [],
} as unknown as GeneralProduct

const jsonLd = (offers: unknown, more: object = {}) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Reading Lamp', offers, ...more })}</script>`
const offer = { price: '129.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
const check = (html: string, product = lamp) => compareWithPage(product, pageOf(html))

describe('the structured data of a page', () => {
  it('that states the same is another source', () => {
    expect(check(jsonLd(offer))).toEqual({
      disputed: [],
      also: { price: ['json-ld'], currency: ['json-ld'], availability: ['json-ld'] },
    })
  })

  it('disputes a price, a currency and a stock that differ', () => {
    expect(check(jsonLd({ ...offer, price: 99 })).disputed).toEqual([
      { field: 'price', value: '99.00', from: 'json-ld' },
    ])
    expect(check(jsonLd({ ...offer, priceCurrency: 'USD' })).disputed).toEqual([
      { field: 'currency', value: 'USD', from: 'json-ld' },
    ])
    expect(check(jsonLd({ ...offer, availability: 'OutOfStock' })).disputed).toEqual([
      { field: 'availability', value: 'out_of_stock', from: 'json-ld' },
    ])
  })

  it('with a symbol that several currencies share states no currency', () => {
    const inCanada = { ...lamp, price: { amount: '129.00', currency: 'CAD' } }
    expect(check(jsonLd({ ...offer, priceCurrency: '$' }), inCanada).disputed).toEqual([])
  })

  it('may state the price of any variant, and a range', () => {
    const variants = [{ price: { amount: '139.50', currency: 'EUR' } }] as GeneralProduct['variants']
    expect(check(jsonLd({ ...offer, price: '139.5' }), { ...lamp, variants }).disputed).toEqual([])
    const range = { '@type': 'AggregateOffer', lowPrice: 99, offers: [{ price: 99 }, offer] }
    expect(check(jsonLd(range)).disputed).toEqual([])
  })

  it('says nothing with a price of 0 or less, about another product, or where one of the two is silent', () => {
    expect(check(jsonLd({ ...offer, price: 0 })).disputed).toEqual([])
    expect(check(jsonLd({ ...offer, price: '-5' })).disputed).toEqual([])
    expect(check(jsonLd({ ...offer, price: 5 }, { name: 'Desk' }))).toEqual({ disputed: [], also: {} })
    const unknown = { ...lamp, price: null, availability: null }
    expect(check(jsonLd({ ...offer, price: 5 }), unknown)).toEqual({ disputed: [], also: {} })
  })

  it('is about the product by its code, whatever the name', () => {
    expect(check(jsonLd({ ...offer, price: 5 }, { name: 'Desk', sku: 'l-1' })).disputed).toHaveLength(1)
  })
})

describe('meta elements and microdata', () => {
  const meta = (amount: string) =>
    `<h1>Reading Lamp, oak</h1><meta property="product:price:amount" content="${amount}"><meta property="product:price:currency" content="EUR"><meta property="product:availability" content="in stock">`

  it('are witnesses on the page of the product', () => {
    expect(check(meta('129,00')).also).toEqual({
      price: ['open-graph'],
      currency: ['open-graph'],
      availability: ['open-graph'],
    })
    expect(check(meta('149.00')).disputed).toEqual([{ field: 'price', value: '149.00', from: 'open-graph' }])
    expect(check(meta('149.00').replace('Reading Lamp', 'Sale')).disputed).toEqual([])
  })

  it('count only for a page with one product', () => {
    const item = (price: string) =>
      `<div itemscope itemtype="https://schema.org/Product"><span itemprop="price" content="${price}"></span></div>`
    const heading = '<h1>Reading Lamp</h1>'
    expect(check(heading + item('99')).disputed).toEqual([
      { field: 'price', value: '99.00', from: 'microdata' },
    ])
    expect(check(heading + item('99') + item('98')).disputed).toEqual([])
  })
})

describe('the printed price of a page without structured data', () => {
  const printed = (price: string, heading = 'Reading Lamp') => `<h1>${heading}</h1><div>${price}</div>`

  it('is a witness beside the heading of the product', () => {
    expect(check(printed('<p class="price">€ 129,00</p>')).also).toEqual({
      price: ['page'],
      currency: ['page'],
    })
    expect(check(printed('<p class="price">$ 129.00</p>')).also).toEqual({ price: ['page'] })
    expect(check(printed('<span data-testid="product-price">99,00 €</span>')).disputed).toEqual([
      { field: 'price', value: '99.00', from: 'page' },
    ])
  })

  it('is not that of another product, of a plan or before a reduction', () => {
    const nothing = { disputed: [], also: {} }
    expect(check(printed('<p class="price">€ 99,00</p>', 'Floor Lamp'))).toEqual(nothing)
    expect(check('<p class="price">€ 99,00</p><h1>Reading Lamp</h1>')).toEqual(nothing)
    expect(check(printed('<s class="price-old">€ 149,00</s><b class="price">129,00 €</b>')).also).toEqual({
      price: ['page'],
      currency: ['page'],
    })
    const reduced = { ...lamp, list_price: { amount: '149.00', currency: 'EUR' } }
    expect(check(printed('<b class="price">149,00 €</b>'), reduced).disputed).toEqual([])
    expect(check(printed('<ul class="related"><li class="card-price">€ 9,00</li></ul>'))).toEqual(nothing)
    expect(check(printed('<p class="price">from 12 shops</p>'))).toEqual(nothing)
  })

  it('does not count where the page has data', () => {
    expect(check(`${jsonLd(offer)}${printed('<p class="price">€ 99,00</p>')}`).disputed).toEqual([])
  })
})

it('adds the witnesses of price and stock to their sources, and each kind once', () => {
  const source = { from: 'api' as const, where: '/lamp', confidence: 1, also: [] }
  const also = { price: ['json-ld', 'api', 'json-ld'], availability: ['microdata'], name: ['page'] } as const
  const sources = withWitnesses(
    { name: source, price: source, availability: source },
    {
      disputed: [],
      also,
    },
  )
  expect(Object.entries(sources).map(([name, one]) => [name, one.also])).toEqual([
    ['name', []],
    ['price', ['json-ld']],
    ['availability', ['microdata']],
  ])
})
