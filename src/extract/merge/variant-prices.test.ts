// The price of a product out of its variants, and which variants of two documents are the same.
import { describe, expect, it } from 'vitest'
import { documentExtractor, type ExtractedVariant } from '#kit/product/reading'
import { mergeSources } from './merge-readings.ts'
import { isSame, mergeVariants, priceOfVariants } from './variant-prices.ts'
import { inCurrency } from './one-currency.ts'
import { isPurchasable } from '#reader/values/offers'

const evidence = <T>(value: T, where = '/lamp.json') => ({ value, from: 'api' as const, where })

describe('priceOfVariants', () => {
  it('is the lowest, with its own former price, and the highest if it differs', () => {
    const variants = [{ price: '100' }, { price: '9' }, { price: '9.0', list_price: '20' }]
    expect(priceOfVariants(variants)).toEqual({
      price: '9',
      list_price: '20',
      price_max: '100',
      isWhole: true,
    })
    expect(priceOfVariants([{ price: '9', list_price: '12' }, { price: '9.00' }, {}])).toEqual({
      price: '9',
      list_price: '12',
      price_max: undefined,
      isWhole: false,
    })
    expect(priceOfVariants([{ price: '9' }, { price: '10', list_price: '12' }])?.list_price).toBeUndefined()
    expect(priceOfVariants([{}])).toBeUndefined()
  })

  it.each([
    [undefined, true],
    ['in_stock', true],
    ['backorder', true],
    ['out_of_stock', false],
    ['discontinued', false],
  ] as const)('a variant that is %s counts: %s', (availability, counts) => {
    expect(isPurchasable({ availability })).toBe(counts)
  })
})

describe('the price of a product', () => {
  const read = (variants: ExtractedVariant[]) =>
    mergeSources(
      [documentExtractor('api', '/a', {}, { currency: () => 'EUR', variants: () => variants })],
      undefined,
    ).fields.price

  it.each<[string, ExtractedVariant[], string]>([
    [
      'a used variant',
      [
        { price: '500', condition: 'used' },
        { price: '1200', condition: 'new' },
      ],
      '1200.00',
    ],
    [
      'a refurbished one beside one that does not say',
      [{ price: '5', condition: 'refurbished' }, { price: '12' }],
      '12.00',
    ],
    [
      'a sold-out one',
      [
        { price: '5', availability: 'out_of_stock' },
        { price: '12', availability: 'in_stock' },
      ],
      '12.00',
    ],
    [
      'used ones alone',
      [
        { price: '5', condition: 'used' },
        { price: '12', condition: 'used' },
      ],
      '5.00',
    ],
  ])('beside %s', (_, variants, amount) => {
    expect(read(variants.map((one, place) => ({ id: String(place), ...one })))).toEqual({
      amount,
      currency: 'EUR',
    })
  })
})

describe('mergeVariants', () => {
  it.each<[ExtractedVariant, ExtractedVariant, boolean]>([
    [{ id: '1' }, { id: '1', sku: 'A' }, true],
    [{ id: '1', sku: 'A' }, { id: '2', sku: 'A' }, false],
    [{ id: '1', sku: 'A' }, { sku: 'A' }, true],
    [{ sku: 'A' }, { sku: 'B' }, false],
    [{}, {}, false],
  ])('%j and %j are the same: %s', (one, other, same) => {
    expect(isSame(one, other)).toBe(same)
  })

  it('takes what the first document lacks from one that has a variant in common, and names both', () => {
    const first = evidence<ExtractedVariant[]>([{ id: '1', price: '5' }, { id: '2' }], 'a')
    const second = evidence<ExtractedVariant[]>([{ id: '1', price: '6', gtin: '1' }], 'b')
    const foreign = evidence<ExtractedVariant[]>([{ id: '9', price: '7' }], 'c')
    expect(mergeVariants([first, foreign, second])).toEqual({
      variants: [{ id: '1', price: '5', gtin: '1' }, { id: '2' }],
      evidence: {
        places: [],
        value: [{ id: '1', price: '5', gtin: '1' }, { id: '2' }],
        from: 'api',
        where: 'a; b',
      },
    })
    expect(mergeVariants([])).toEqual({ variants: [], evidence: undefined })
  })
})

describe('inCurrency', () => {
  const witness = {
    name: evidence('Lamp'),
    currency: evidence('usd'),
    price: evidence('40'),
    variants: evidence([{ id: '1', price: '40', list_price: '50', size: 'M' }]),
  }

  it('removes the amounts of a document in another currency', () => {
    const kept = inCurrency(witness, 'EUR')
    expect(kept).toEqual({
      name: witness.name,
      currency: witness.currency,
      variants: evidence([{ id: '1', size: 'M', price: undefined, list_price: undefined }]),
    })
    const { variants: _variants, ...single } = witness
    expect(inCurrency(single, 'EUR')).toEqual({ name: witness.name, currency: witness.currency })
  })

  it('keeps them in the same currency, or where one of the two is unknown', () => {
    expect(inCurrency(witness, 'USD')).toBe(witness)
    expect(inCurrency(witness, undefined)).toBe(witness)
    const unknown = { price: evidence('40') }
    expect(inCurrency(unknown, 'EUR')).toBe(unknown)
  })
})
