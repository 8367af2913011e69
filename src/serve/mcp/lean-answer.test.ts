// Offers for an agent: one row per shop, so that a shop with forty sizes does not hide the others.
import { describe, expect, it } from 'vitest'
import { firstRows, groupByShop } from './lean-answer.ts'

const OFFERS = { id: 'general.offers', rows: 'offers' }
const price = (amount: string) => ({ amount, currency: 'EUR' })
const offer = (site: string, size: string, amount: string | null) => ({
  site,
  url: `https://${site}.example/1`,
  name: 'Arc Runner',
  size,
  price: amount === null ? null : price(amount),
})

describe('offers', () => {
  const offers = [offer('one', '42', '90.00'), offer('one', '43', '80.00'), offer('two', '42', '85.00')]

  it('are grouped by shop, with the lowest price and what differs', () => {
    const { value, note } = groupByShop(OFFERS, { product: 1, offers })
    expect(note).toBe('3 offers, grouped by shop.')
    expect(value).toEqual({
      product: 1,
      offers: [
        {
          site: 'one',
          url: 'https://one.example/1',
          name: 'Arc Runner',
          price: price('80.00'),
          variants: [
            { size: '43', price: price('80.00') },
            { size: '42', price: price('90.00') },
          ],
        },
        offers[2],
      ],
    })
  })

  it('the price of a damaged pair stands with its condition, and not before that of a new one', () => {
    const pairs = [
      { ...offer('one', '42', '90.00'), condition: 'new' },
      { ...offer('one', '43', '95.00'), condition: 'new' },
      { ...offer('one', '43', '20.00'), condition: 'damaged' },
    ]
    expect(groupByShop(OFFERS, { offers: pairs }).value).toMatchObject({
      offers: [
        { price: price('90.00'), condition: 'new', variants: [{ size: '42' }, { size: '43' }] },
        { price: price('20.00'), condition: 'damaged', size: '43' },
      ],
    })
  })

  it('without a price come last, and a limit counts shops', () => {
    const more = [offer('one', '41', null), ...offers]
    const { value } = groupByShop(OFFERS, { offers: more })
    const [first] = (value as { offers: { price: unknown; variants: { size: string }[] }[] }).offers
    expect([first?.price, first?.variants.at(-1)?.size]).toEqual([price('80.00'), '41'])
    expect(firstRows(OFFERS, value, 2).note).toBe('')
    expect(firstRows(OFFERS, value, 1).note).toContain('The first 1 of 2 rows')
  })

  it('rows of another operation stay as they are', () => {
    const value = { results: offers }
    expect(groupByShop({ id: 'general.search', rows: 'results' }, value).value).toBe(value)
  })
})
