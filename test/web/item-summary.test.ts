// The summary of an item: name, prices and images from the many forms in which shops write them, as a table of examples.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../web/src/model/absent.ts'
import { formatStatus } from '../../web/src/shape/availability.ts'
import { summariseItem } from '../../web/src/shape/item-summary.ts'
import { formatMoney, moneyAt } from '../../web/src/shape/money.ts'
import { buildTable } from '../../web/src/shape/table.ts'
import { humanise, humaniseKind } from '../../web/src/shape/humanise.ts'

describe('money', () => {
  it.each<[string, JsonObject, string, string | undefined]>([
    ['a number with its currency beside', { price: 119.99, price_currency: 'GBP' }, 'price', '£119.99'],
    ['an object', { price: { amount: 1130, currency: 'USD' } }, 'price', '$1,130'],
    ['a dollar of another country', { price: 20, price_currency: 'CAD' }, 'price', 'CA$20'],
    [
      'cents in an object',
      { lowestPriceCents: { amount: 12150, currency: 'EUR' } },
      'lowestPriceCents',
      '€121.50',
    ],
    ['cents without a currency', { lowest_price_cents: 12100 }, 'lowest_price_cents', '121'],
    ['a decimal in a text', { price: '98.99' }, 'price', '98.99'],
    ['no amount', { lowestPriceCents: { currency: 'EUR' } }, 'lowestPriceCents', undefined],
    ['an empty text', { compare_at_price: '' }, 'compare_at_price', undefined],
    ['a percentage', { price_percentage: 37 }, 'price_percentage', undefined],
    ['a count of bids', { number_bids: 8 }, 'number_bids', undefined],
  ])('%s', (_, holder, name, written) => {
    const money = moneyAt(holder, name)
    expect(money && formatMoney(money)).toBe(written)
  })
})

describe('facts of an item', () => {
  it('have the nearest name, the current price, the previous price, and each image once', () => {
    const facts = summariseItem({
      brand: { name: 'Halvik' },
      product_info: { title: 'Ridge 2', url: 'https://shop.example/p' },
      prices: { currency: 'USD', current_price: 120.5, initial_price: 194, employee_price: 72 },
      content_images: [
        { portrait: { url: 'https://i.example/1.jpg?w=1' }, squarish: { url: 'https://i.example/2.jpg' } },
      ],
      image: 'https://i.example/1.jpg?w=2',
      status: 'OUT_OF_STOCK',
    })
    expect(facts).toMatchObject({
      title: 'Ridge 2',
      brand: 'Halvik',
      price: { amount: 120.5, currency: 'USD' },
      previousPrice: { amount: 194 },
      link: 'https://shop.example/p',
      pictures: ['https://i.example/1.jpg?w=1'],
      availability: { text: 'Out of stock', state: 'no' },
    })
  })

  it('have the price range of the rows where the item itself has no price', () => {
    const variants = [
      { price: 5, available: true },
      { price: 3, available: false },
    ]
    expect(summariseItem({ name: 'x', variants })).toMatchObject({
      price: { amount: 3 },
      priceMax: { amount: 5 },
      availability: { text: '1 of 2 available', state: 'yes' },
    })
  })
})

describe('facts in unusual forms', () => {
  it.each<[string, JsonObject, object]>([
    ['a price of 0 is not a price', { lowest_price_cents: 0, price: 12 }, { price: { amount: 12 } }],
    ['an offer is not a price', { maximum_offer_cents: 350_000 }, { price: undefined }],
    [
      'an amount is shown with a currency from another field',
      { display_price: 145, local_display_price: { amount: 145, currency: 'USD' } },
      { price: { amount: 145, currency: 'USD' } },
    ],
    ['a rating without reviews is not a rating', { rating: 0, reviews_count: 0 }, { rating: undefined }],
    [
      'the source of a picture is not a picture',
      { pictures: [{ source_url: 'https://s.example', main_picture_url: 'https://i.example/1.jpg' }] },
      { pictures: ['https://i.example/1.jpg'] },
    ],
    [
      'one size out of stock is not all of them',
      { status: 'OUTOFSTOCK', sizes: [{ status: 'OUTOFSTOCK' }, { status: 'AVAILABLE' }] },
      { availability: { text: '1 of 2 available', state: 'yes' } },
    ],
    [
      'all sizes out of stock are',
      { status: 'OUTOFSTOCK', sizes: [{ status: 'OUTOFSTOCK' }] },
      { availability: { text: 'Out of stock', state: 'no' } },
    ],
  ])('%s', (_, item, facts) => {
    expect(summariseItem({ name: 'x', ...item })).toMatchObject(facts)
  })
})

describe('table of rows', () => {
  it('tells columns of one name apart, and has no column for the currency of a price', () => {
    const row = (width: number) => ({
      name: `n${width}`,
      price: width,
      price_currency: 'GBP',
      front: { ratio: width },
      back: { ratio: -width },
    })
    const { columns } = buildTable([row(1), row(2)])
    expect(columns.map(one => one.title)).toEqual(['Name', 'Price', 'Front ratio', 'Back ratio'])
  })

  it('starts with the name of a row where there is no size', () => {
    const row = (title: string) => ({ price: 5, title, uri: 'https://i.example/1.jpg', status: 'ACTIVE' })
    const table = buildTable([row('3.5'), row('4'), row('4.5')])
    expect(table.columns.map(column => column.title)).toEqual(['Title', 'Price'])
    // A URL that is the same in all rows gives no information.
    expect(table.constantColumns.map(column => column.title)).toEqual(['Status'])
  })

  it('has size and prices first, shows constant values once, and nothing twice', () => {
    const row = (size: number, amount: number) => ({
      id: `row-${size}`,
      currency: 'USD',
      sizeOption: { value: size, presentation: String(size) },
      lowestPriceCents: { amount, currency: 'USD' },
    })
    const table = buildTable([row(7, 100), row(8, 200), row(9, 300)])
    expect(table.columns.map(column => column.title)).toEqual(['Size option', 'Lowest price', 'ID'])
    expect(table.constantColumns.map(column => column.title)).toEqual(['Currency'])
    expect(table.size?.cells).toEqual(['7', '8', '9'])
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

describe('status', () => {
  it.each([
    ['OUTOFSTOCK', 'Out of stock'],
    ['OUT_OF_STOCK', 'Out of stock'],
    ['InStock', 'In stock'],
    ['sold-out', 'Sold out'],
    ['PreOrder', 'Pre order'],
    ['AVAILABLE', 'Available'],
    ['BUYABLE_BUY', 'Available'],
    ['active', 'Active'],
    ['single_in_stock', 'Single in stock'],
    ['Item needs to be procured', 'Item needs to be procured'],
  ])('turns %s into %s', (text, written) => expect(formatStatus(text)).toBe(written))
})
