// Prices that belong together, and only those: one currency, one condition, sizes in order.
import { expect, it } from 'vitest'
import type { Offer, ProductVariant } from '../../web/src/model/general.ts'
import { cheapestNew } from '../../web/src/shape/offer-list.ts'
import { conditionsOf, priceBySize } from '../../web/src/shape/price-by-size.ts'

const offer = (
  site: string,
  size: string,
  condition: Offer['condition'],
  amount: string,
  currency = 'USD',
) => ({
  site,
  url: `https://${site}.example/${size}`,
  seller: null,
  size,
  condition,
  price: { amount, currency },
  availability: 'in_stock' as const,
})
const offers = [
  offer('hub', '9.5', 'damaged', '95'),
  offer('hub', '10', 'new', '124'),
  offer('hub', '4.5', 'new', '130'),
  offer('other', '7', null, '143'),
  offer('store', '7', null, '115', 'GBP'),
]

it('the cheapest new one is not the cheapest of all', () => {
  expect(cheapestNew(offers)?.price?.amount).toBe('124')
  const abroad: Offer[] = [...offers, offer('hub', '8', 'new', '99', 'EUR')]
  expect(cheapestNew(abroad)).toBeUndefined()
})

const variant = (size: string | null, condition: Offer['condition'], amount?: string, before?: string) => ({
  sku: null,
  gtin: null,
  size,
  color: null,
  condition,
  price: amount === undefined ? null : { amount, currency: 'USD' },
  list_price: before === undefined ? null : { amount: before, currency: 'USD' },
  availability: null,
  url: null,
})
const variants: readonly ProductVariant[] = [
  variant('10', 'new', '124', '150'),
  variant('4.5', 'new', '130'),
  variant('7', 'new'),
  variant('10', 'new', '121.50'),
  variant('10', 'used', '80'),
  variant('7', 'used', '80'),
  variant('4.5', 'used', '80'),
  { ...variant('10', 'new'), price: { amount: '3', currency: 'EUR' } },
]

it('a line joins the sizes of one condition, from small to large, at the lowest price', () => {
  expect(conditionsOf(variants)).toEqual(['new', 'used'])
  expect(priceBySize(variants, 'new')).toEqual({
    currency: 'USD',
    labels: ['4.5', '7', '10'],
    series: [
      { title: 'Price', colour: 0, values: [130, null, 121.5] },
      { title: 'List price', colour: 1, values: [null, null, 150] },
    ],
  })
})

it.each([
  ['one price for all sizes', variants, 'used'],
  ['two sizes', variants.slice(0, 2), 'new'],
  ['no size', [variant(null, 'new', '1'), variant(null, 'new', '2')], 'new'],
  ['no price', ['7', '8', '9'].map(size => variant(size, 'new')), 'new'],
] as const)('%s: the table is enough', (_, all, condition) => {
  expect(priceBySize(all, condition)).toBeUndefined()
})
