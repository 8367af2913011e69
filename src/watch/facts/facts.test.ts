// Facts of products, offers and other answers.
import { describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { factsOfTree } from '../check/answer-facts.ts'
import { factsOfProduct, sortedFacts } from './facts.ts'
import { factsOfOffers } from './offer-facts.ts'
import { publicFacts } from './public-facts.ts'

const gbp = (amount: string) => ({ amount, currency: 'GBP' })
type Variant = GeneralProduct['variants'][number]
const variant = (given: Partial<Variant>): Variant => ({
  sku: null,
  gtin: null,
  size: null,
  color: null,
  condition: null,
  price: null,
  list_price: null,
  availability: null,
  url: null,
  ...given,
})
const product = (given: Partial<GeneralProduct>): GeneralProduct =>
  ({
    name: 'Boot',
    price: null,
    list_price: null,
    price_max: null,
    variants: [],
    seller: null,
    ...given,
  }) as GeneralProduct

describe('facts of a product', () => {
  it('keep money exact, with its currency, and omit what the shop does not state', () => {
    const facts = factsOfProduct(product({ price: gbp('119.90'), availability: 'in_stock' }))
    expect(facts).toEqual({ name: 'Boot', price: '119.90 GBP', availability: 'in_stock' })
  })

  it('have one entry per variant, regardless of the order on the page', () => {
    const all = [
      variant({ size: '9', price: gbp('80.00'), availability: 'out_of_stock' }),
      variant({ size: '9', price: gbp('75.00'), availability: 'limited' }),
      variant({ size: '10/11', price: gbp('90.00') }),
      variant({ price: gbp('1.00') }),
      variant({ sku: 'A1', availability: 'in_stock' }),
    ]
    const facts = factsOfProduct(product({ variants: all }))
    expect(facts).toEqual({
      name: 'Boot',
      'variant/10∕11/price': '90.00 GBP',
      'variant/9/price': '75.00 GBP',
      'variant/9/availability': 'limited',
      'variant/A1/availability': 'in_stock',
    })
    expect(JSON.stringify(factsOfProduct(product({ variants: all.toReversed() })))).toBe(
      JSON.stringify(facts),
    )
  })

  it('have no code that is a word for "none", nor a variant of that name', () => {
    const facts = factsOfProduct(
      product({
        sku: 'N/A',
        mpn: 'Does not apply',
        gtin: '0',
        variants: [variant({ sku: 'none', price: gbp('1.00') })],
      }),
    )
    expect(facts).toEqual({ name: 'Boot' })
  })

  it('are presented with variants as a table', () => {
    expect(
      publicFacts({ price: '1.50 EUR', 'variant/9/price': '2.00 EUR', 'variant/9/availability': 'limited' }),
    ).toEqual({
      price: { amount: '1.50', currency: 'EUR' },
      variants: { 9: { price: { amount: '2.00', currency: 'EUR' }, availability: 'limited' } },
    })
  })
})

describe('facts of one variant', () => {
  const sizes = [
    variant({ size: '9', color: 'Forest', price: gbp('80.00'), availability: 'out_of_stock' }),
    variant({ size: 'UK 10', color: 'Forest', price: gbp('75.00'), availability: 'in_stock' }),
    variant({ size: 'uk  10', color: 'Navy', price: gbp('70.00'), availability: 'limited', sku: 'AB-10' }),
  ]
  const boots = product({
    price: gbp('70.00'),
    price_max: gbp('80.00'),
    availability: 'in_stock',
    variants: sizes,
  })

  it('have its price and availability, the lowest price that matches', () => {
    expect(factsOfProduct(boots, { size: '9' })).toMatchObject({
      price: '80.00 GBP',
      availability: 'out_of_stock',
    })
    expect(factsOfProduct(boots, { size: 'Uk 10' })).toMatchObject({
      price: '70.00 GBP',
      availability: 'in_stock',
    })
    expect(factsOfProduct(boots, { size: 'UK 10', color: 'forest' })).toMatchObject({ price: '75.00 GBP' })
    expect(
      Object.keys(factsOfProduct(boots, { sku: 'ab10' })).filter(series => series.startsWith('variant/')),
    ).toHaveLength(2)
  })

  it('are out of stock if others are listed, and unknown if none is', () => {
    expect(factsOfProduct(boots, { size: '12' })).toMatchObject({ availability: 'out_of_stock' })
    expect(factsOfProduct(boots, { size: '12' }).price).toBeUndefined()
    const bare = factsOfProduct(product({ price: gbp('70.00'), availability: 'in_stock' }), { size: '12' })
    expect([bare.price, bare.availability]).toEqual([undefined, undefined])
  })

  it('have the price of the product if no variant has its own', () => {
    const same = product({ price: gbp('70.00'), variants: [variant({ size: '9' }), variant({ size: '10' })] })
    expect(factsOfProduct(same, { size: '9' })).toMatchObject({ price: '70.00 GBP' })
    // A range, or a price beside it, says that this one may have another.
    const range = { ...same, price_max: gbp('90.00') }
    expect(factsOfProduct(range, { size: '9' }).price).toBeUndefined()
    const mixed = {
      ...same,
      variants: [variant({ size: '9' }), variant({ size: '10', price: gbp('75.00') })],
    }
    expect(factsOfProduct(mixed, { size: '9' }).price).toBeUndefined()
    expect(factsOfProduct(mixed, { size: '10' })).toMatchObject({ price: '75.00 GBP' })
  })
})

it('names rows of a list by what identifies them, so that a row that moves is no change', () => {
  const rows = [
    { sku: 'A/1', price: 10 },
    { sku: 'B', price: 20 },
  ]
  expect(factsOfTree({ products: rows })).toEqual({
    '/products/sku=A~11/sku': 'A/1',
    '/products/sku=A~11/price': '10',
    '/products/sku=B/sku': 'B',
    '/products/sku=B/price': '20',
  })
  expect(JSON.stringify(factsOfTree({ products: rows.toReversed() }))).toBe(
    JSON.stringify(factsOfTree({ products: rows })),
  )
  expect(factsOfTree({ images: ['a.jpg', 'b.jpg'], rows: [{ n: 1 }, { n: 1 }] })).toEqual({
    '/images': 'a.jpg, b.jpg',
    '/rows/0/n': '1',
    '/rows/1/n': '1',
  })
})

describe('facts of offers', () => {
  it('have the lowest price in the most frequent currency, in total and per site, and the number of sellers', () => {
    const offer = (site: string, seller: string, amount: string, currency = 'EUR') => ({
      site,
      seller: { name: seller },
      price: { amount, currency },
    })
    const offers = [offer('a', 'x', '20.00'), offer('a', 'x', '9.00'), offer('b', 'y', '5.00', 'USD')]
    const sites = ['a', 'b', 'c'].map(site => ({ site, outcome: site === 'c' ? 'upstream_busy' : 'ok' }))
    expect(publicFacts(factsOfOffers({ product: { name: 'Boot' }, offers, sites }))).toEqual({
      name: 'Boot',
      availability: 'in_stock',
      price: { amount: '9.00', currency: 'EUR' },
      seller_count: 2,
      offer_count: 3,
      sites: {
        a: { price: { amount: '9.00', currency: 'EUR' }, offer_count: 2, seller_count: 1 },
        b: { price: { amount: '5.00', currency: 'USD' }, offer_count: 1, seller_count: 1 },
      },
    })
    const none = { product: null, offers: [], sites: sites.slice(0, 1) }
    expect(factsOfOffers(none).availability).toBe('out_of_stock')
  })
})

it('keeps a price at a JSON Pointer as in the answer', () => {
  expect(publicFacts({ '/offers/0/price': '219', price: '219.00 EUR' })).toEqual({
    '/offers/0/price': '219',
    price: { amount: '219.00', currency: 'EUR' },
  })
})

it('equal facts have equal JSON, whatever the order of the answer', () => {
  const given = { size: '9', name: 'Boot', price: '5.00 GBP', brand: '', color: null, sku: undefined }
  const reversed = Object.fromEntries(Object.entries(given).toReversed())
  const expected = '{"name":"Boot","price":"5.00 GBP","size":"9"}'
  expect([given, reversed].map(facts => JSON.stringify(sortedFacts(facts)))).toEqual([expected, expected])
})
