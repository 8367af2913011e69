// Prices that belong together, and only those: one currency, one condition, one shop, sizes in order, round bins.
import { expect, it } from 'vitest'
import type { Offer } from '../../web/src/model/general.ts'
import { cheapestNew } from '../../web/src/shape/offer-list.ts'
import { summariseItem } from '../../web/src/shape/item-summary.ts'
import { priceBins } from '../../web/src/shape/price-bins.ts'
import { conditionsOf, priceBySize } from '../../web/src/shape/price-by-size.ts'
import { buildTable } from '../../web/src/shape/table.ts'

const offer = (site: string, size: string, condition: string | null, amount: string, currency = 'USD') => ({
  site,
  url: `https://${site}.example/${size}`,
  seller: null,
  size,
  condition,
  price: { amount, currency },
  availability: 'in_stock',
})
const offers = [
  offer('hub', '9.5', 'damaged', '95'),
  offer('hub', '10', 'new', '124'),
  offer('hub', '4.5', 'new', '130'),
  offer('other', '7', null, '143'),
  offer('store', '7', null, '115', 'GBP'),
]

it('a range of prices has one currency and leaves out damaged ones', () => {
  const { price, priceMax } = summariseItem({ name: 'Runner', offers })
  expect([price, priceMax]).toEqual([
    { amount: 124, currency: 'USD' },
    { amount: 143, currency: 'USD' },
  ])
})

it('the cheapest new one is not the cheapest of all', () => {
  expect(cheapestNew(offers)?.price?.amount).toBe('124')
  const abroad: Offer[] = [...offers, offer('hub', '8', 'new', '99', 'EUR')]
  expect(cheapestNew(abroad)).toBeUndefined()
})

it('a line joins the sizes of one shop and condition, from small to large', () => {
  const table = buildTable(offers)
  const [first = ''] = conditionsOf(table)
  expect(first).toBe('hub · new')
  const drawn = priceBySize(table, first)
  expect(drawn?.labels).toEqual(['4.5', '10'])
  expect(drawn?.series[0]?.values).toEqual([130, 124])
})

it('no two series of a chart share a colour', () => {
  const rows = ['7', '8', '9'].map((size, place) => ({
    size,
    market: { bids: { lowest_ask: 100 + place, highest_bid: 80 + place }, sales: { last_sale: 90 + place } },
    last_price: 70 + place,
  }))
  const table = buildTable(rows)
  const drawn = priceBySize(table, conditionsOf(table)[0] ?? '')
  expect(drawn?.series.map(one => one.title)).toHaveLength(4)
  expect(new Set(drawn?.series.map(one => one.colour)).size).toBe(4)
})

it('bins have round edges, and the highest price is in the last', () => {
  const { counts, edges, placeOf } = priceBins([565, 1_220, 14_495], 565, 14_495)
  expect([edges[0], edges[1], edges.at(-1)]).toEqual([0, 1_000, 15_000])
  expect([counts[0], counts[1], counts.at(-1), counts.length]).toEqual([1, 1, 1, 15])
  expect(placeOf(500)).toBe(0)
})
