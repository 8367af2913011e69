// A product in the general shape: what does not fit is null and named, and no code of a variant is that of the product.
import { describe, expect, it } from 'vitest'
import { completeProduct } from './complete-shape.ts'

const lamp = {
  url: 'https://shop.example/lamp',
  site: 'shop.example',
  name: 'Lamp',
  fetched_at: '2026-01-01T00:00:00.000Z',
  sources: {},
}
const complete = (fields: object) => completeProduct({ ...lamp, ...fields })

describe('a value that does not fit', () => {
  it.each([
    ['rating', { value: 4.5, count: 1.234 }, { value: 4.5, scale: null, count: null }, '/rating/count'],
    ['availability', 'soon', null, '/availability'],
    ['price', { amount: 5, currency: 'EUR' }, null, '/price/amount'],
    ['images', ['a.jpg', 7], ['a.jpg'], '/images/1'],
    ['brand', { name: 'Lumen' }, null, '/brand'],
    ['variants', 'many', [], '/variants'],
  ])('in %s is null, and named', (field, value, expected, pointer) => {
    const product = complete({ [field]: value })
    expect(product?.[field as 'rating']).toEqual(expected)
    expect(product?.sources?.[field]?.where).toContain(`(does not fit: ${pointer})`)
  })

  it('names nothing that fits or is not stated', () => {
    expect(complete({ brand: null, rating: { value: 4, scale: 5, count: 3 } })?.sources).toEqual({})
  })
})

describe('the number of a product', () => {
  const variants = (...codes: (string | null)[]) => codes.map(sku => ({ sku, size: sku ?? 'one' }))
  it.each([
    ['of its first variant is none', 'A-1', variants('A-1', 'A-2'), null],
    ['of the chosen variant is none', 'A-2', variants('A-1', 'A-2'), null],
    ['of its own stays', 'A', variants('A-1', 'A-2'), 'A'],
    ['that all its variants share stays', 'A', variants('A', 'A'), 'A'],
    ['without variants stays', 'A', [], 'A'],
    ['of its only numbered variant stays', 'A', variants('A', null), 'A'],
  ])('%s', (_, sku, of, expected) => {
    expect(complete({ sku, variants: of })?.sku).toBe(expected)
  })
})

describe('the code of one variant', () => {
  const GTIN = '4006381333931'
  const codesOf = (variants: readonly object[], codes: object = { sku: 'A1', gtin: GTIN }) => {
    const source = { from: 'json-ld', where: 'Product', confidence: 1, also: [] }
    const about = { url: 'https://shop.example/a', site: 'shop', fetched_at: '2026-01-01T00:00:00.000Z' }
    const product = completeProduct({
      ...about,
      name: 'Lamp',
      ...codes,
      variants,
      sources: { sku: source, gtin: source },
    })
    return [product?.sku, product?.gtin, ...Object.keys(product?.sources ?? {})]
  }

  it.each([
    ['no GTIN', { size: '10', sku: 'A2' }],
    ['other codes', { size: '10', sku: 'A2', gtin: '96385074' }],
    ['no size', { sku: 'A2' }],
  ])('is not that of the product if another one has %s', (_what, other) => {
    const variants = [{ size: '9', sku: 'A1', gtin: GTIN }, other]
    expect(codesOf(variants)).toEqual([null, null])
    expect(codesOf(variants.toReversed())).toEqual([null, null])
  })

  it('is a GTIN, also without sizes; the SKU of the only numbered variant stays', () => {
    expect(codesOf([{ sku: 'A1', gtin: GTIN }, { sku: 'A2' }])).toEqual([null, null])
    expect(codesOf([{ size: '9', sku: 'A1', gtin: GTIN }, { size: '10' }])).toEqual(['A1', null, 'sku'])
  })

  it.each([
    ['there is no other', [{ size: '9', sku: 'A1', gtin: GTIN }]],
    [
      'the other offer is of the same variant',
      [
        { size: '9', sku: 'A1', gtin: GTIN, condition: 'new' },
        { size: '9', sku: 'A1', condition: 'used' },
      ],
    ],
    ['all have it', ['9', '10'].map(size => ({ size, sku: 'A1', gtin: GTIN }))],
    ['no variant has it', [{ size: '9', sku: 'B1' }, { size: '10' }]],
  ])('is that of the product if %s', (_what, variants) => {
    expect(codesOf(variants)).toEqual(['A1', GTIN, 'sku', 'gtin'])
  })
})
