// The rows of an exported history: the product, then each of its variants that has a price or a stock.
import { expect, it } from 'vitest'
import { historyRows } from './history-table.ts'
import { publicFacts, seriesOf } from '../facts/public-facts.ts'

const watch = { id: 'w_1', name: 'Lamp', url: 'https://shop.example/lamp' }
const [first_seen, last_seen] = ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z'] as const
const rowsOf = (facts: Record<string, string>) => [
  ...historyRows(watch, [{ first_seen, last_seen, facts: publicFacts(facts) }]),
]

it('has a row for the product and for each variant', () => {
  const rows = rowsOf({
    name: 'Lamp',
    price: '5.00 EUR',
    list_price: '6.00 EUR',
    'variant/S/price': '5.00 EUR',
    'variant/M/availability': 'out_of_stock',
  })
  const times = [first_seen, last_seen]
  const [whole, small, medium] = rows
  expect(rows).toHaveLength(3)
  expect(whole?.slice(0, 7)).toEqual(['w_1', 'Lamp', 'https://shop.example/lamp', null, null, ...times])
  expect(whole?.slice(7, 11)).toEqual(['5.00', 'EUR', '6.00', 'EUR'])
  expect([small?.[4], small?.[7], small?.at(-1)]).toEqual(['S', '5.00', undefined])
  expect([medium?.[4], medium?.at(-1)]).toEqual(['M', 'out_of_stock'])
})

it('has no row for a variant of which neither price nor stock is known, but always one for the product', () => {
  expect(rowsOf({ name: 'Lamp', 'variant/S/list_price': '6.00 EUR' })).toHaveLength(1)
  expect(rowsOf({ name: 'Lamp' })).toHaveLength(1)
})

it('has the facts by series, as they were stored', () => {
  const facts = {
    price: '5.00 EUR',
    availability: null,
    review_count: '7',
    'variant/S/price': '5.00 EUR',
    'variant/constructor/availability': 'in_stock',
    'site/shop.example/price': '4.00 EUR',
  }
  expect(seriesOf(publicFacts(facts))).toEqual(facts)
})
