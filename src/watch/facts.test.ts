// Facts of products, offers and other answers.
import { describe, expect, it } from 'vitest'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import { factsOfOffers, factsOfProduct, VARIANTS_MAX } from './facts.ts'
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

  it(`keep at most ${VARIANTS_MAX} variants`, () => {
    const variants = Array.from({ length: VARIANTS_MAX + 1 }, (_, n) =>
      variant({ size: `${n}`, price: gbp('1.00') }),
    )
    expect(Object.keys(factsOfProduct(product({ variants })))).toHaveLength(VARIANTS_MAX + 1)
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

describe('facts of offers', () => {
  it('have the lowest price in the most frequent currency, in total and per site, and the number of sellers', () => {
    const offer = (site: string, seller: string, amount: string, currency = 'EUR') => ({
      site,
      seller: { name: seller },
      price: { amount, currency },
    })
    const offers = [offer('a', 'x', '20.00'), offer('a', 'x', '9.00'), offer('b', 'y', '5.00', 'USD')]
    expect(publicFacts(factsOfOffers({ product: { name: 'Boot' }, offers }))).toEqual({
      name: 'Boot',
      availability: 'in_stock',
      price: { amount: '9.00', currency: 'EUR' },
      seller_count: 2,
      offer_count: 3,
      sites: {
        a: { price: { amount: '9.00', currency: 'EUR' } },
        b: { price: { amount: '5.00', currency: 'USD' } },
      },
    })
    expect(factsOfOffers({ product: null, offers: [] }).availability).toBe('out_of_stock')
  })
})

it('keeps a price at a JSON Pointer as in the answer', () => {
  expect(publicFacts({ '/offers/0/price': '219', price: '219.00 EUR' })).toEqual({
    '/offers/0/price': '219',
    price: { amount: '219.00', currency: 'EUR' },
  })
})
