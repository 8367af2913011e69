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
