// Rows that have no general shape as a table, and field names written for people, as tables of examples.
import { describe, expect, it } from 'vitest'
import { orderRows } from '../../web/src/shape/order-rows.ts'
import { buildTable } from '../../web/src/shape/table.ts'
import { humanise, humaniseKind } from '../../web/src/shape/humanise.ts'

describe('table of rows', () => {
  const row = (size: number, amount: number) => ({
    link: `https://shop.example/p/${size}`,
    sizeOption: { value: size, presentation: `US ${size}`, written: String(size) },
    currency: 'USD',
    lowestPriceCents: { amount, currency: 'USD' },
    tags: ['a', 'b'],
    note: '',
  })

  it('has a column for each value, named by its whole path: addresses last, nothing twice', () => {
    const { columns } = buildTable([row(7, 12_100), row(8, 9_900)])
    expect(columns.map(one => one.title)).toEqual([
      'Size option value',
      'Size option presentation',
      'Currency',
      'Lowest price cents amount',
      'Tags',
      'Link',
    ])
    expect(columns.at(-2)?.cells).toEqual(['a · b', 'a · b'])
  })

  it('shows what three rows or more have in common once', () => {
    const table = buildTable([row(7, 1), row(8, 2), row(9, 3)])
    expect(table.columns.map(one => one.path)).toEqual([
      'sizeOption.value',
      'sizeOption.presentation',
      'lowestPriceCents.amount',
      'link',
    ])
    expect(table.constantColumns.map(one => one.path)).toEqual([
      'currency',
      'lowestPriceCents.currency',
      'tags',
    ])
  })

  it('has a price of the general shape in one cell, and sorts by amount within a currency', () => {
    const prices = ['100.00', '9.50', undefined, '12'].map((amount, place) =>
      amount === undefined ? {} : { price: { amount, currency: place === 3 ? 'EUR' : 'USD' } },
    )
    const { columns } = buildTable(prices)
    expect(columns.map(one => one.path)).toEqual(['price'])
    const order = { by: 'price', descending: false }
    expect(orderRows(columns, 4, { words: '', order })).toEqual([3, 1, 0, 2])
    expect(orderRows(columns, 4, { words: '9.50 usd', order: undefined })).toEqual([1])
  })
})

describe('names', () => {
  it.each([
    ['lowestPriceCents', 'Lowest price cents'],
    ['product_page_url', 'Product page URL'],
    ['PDPColorized', 'PDP colorized'],
    ['360_images', '360 images'],
  ])('turn %s into %s', (name, text) => expect(humanise(name)).toBe(text))
})

describe('kinds', () => {
  it.each([
    ['used', 'Used'],
    ['trusted-seller', 'Trusted seller'],
    ['new_no_defects', 'New no defects'],
    ['Very good (worn)', 'Very good (worn)'],
    ['EAN-13', 'EAN-13'],
  ])('turn %s into %s', (value, text) => expect(humaniseKind(value)).toBe(text))
})
