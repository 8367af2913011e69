// A page of a listed shop as a general product: what is certain enough, where it was found, and what a page without one means.
import { describe, expect, it } from 'vitest'
import type { Product } from '#reader'
import { pageKindFault, generalFromReader } from './reader-product.ts'

const NOTHING = {
  name: null,
  brand: null,
  description: null,
  breadcrumbs: [],
  gtin: null,
  mpn: null,
  sku: null,
  price: null,
  currency: null,
  iso_currency: null,
  list_price: null,
  availability: null,
  condition: null,
  images: [],
  rating: null,
  variants: [],
  other_prices: [],
  disputed: [],
  is_product: true,
  page_kind: 'product',
  sources: {},
  problems: {},
  places: {},
  confidence: {},
  also: {},
} as unknown as Product

/** All stated fields with the same confidence, out of the page's own data. */
function product(fields: Partial<Product>, confidence = 0.9, withSources = false) {
  const all = Object.fromEntries(Object.keys(fields).map(name => [name, confidence]))
  const sources = Object.fromEntries(Object.keys(fields).map(name => [name, 'json-ld']))
  const read: Product = { ...NOTHING, ...fields, confidence: all, sources }
  return generalFromReader(
    { read, url: 'https://shop.example/lamp', shop: 'shop.example', fetchedAtMs: 0 },
    withSources,
  )
}

describe('a product of the general reader', () => {
  it('has what is certain enough, and null for a guess', () => {
    const fields = { name: 'Lamp', price: '5.00', iso_currency: 'EUR', brand: 'Lumen' } as Partial<Product>
    expect(product(fields, 0.5)).toMatchObject({
      name: 'Lamp',
      brand: 'Lumen',
      price: { amount: '5.00', currency: 'EUR' },
    })
    expect(() => product(fields, 0.49)).toThrow(/a product without a name/)
  })

  it('has no price without a currency, and no number that is no GTIN', () => {
    const fields = { name: 'Lamp', price: '5.00', gtin: '12345' } as Partial<Product>
    expect(product(fields)).toMatchObject({ price: null, gtin: null })
  })

  it('tells variants apart by size and colour, or else by their names', () => {
    const variants = [
      { name: 'Lamp S', size: 'S', price: '5.00' },
      { name: 'Lamp red', color: 'red', price: '6.00', currency: 'USD' },
      { name: 'With a shade', price: '7.00' },
    ] as unknown as Product['variants']
    const fields = { name: 'Lamp', iso_currency: 'EUR', variants } as Partial<Product>
    expect(product(fields).variants).toMatchObject([
      { size: 'S', color: null, price: { amount: '5.00', currency: 'EUR' } },
      { size: null, color: 'red', price: { amount: '6.00', currency: 'USD' } },
      { size: 'With a shade', color: null },
    ])
  })

  it('names the source of what it states, and of nothing else', () => {
    const fields = { name: 'Lamp', brand: null, images: [], sku: 'L-1' } as unknown as Partial<Product>
    expect(product(fields, 0.9, true).sources).toEqual({
      name: { from: 'json-ld', where: '', confidence: 0.9, also: [] },
      sku: { from: 'json-ld', where: '', confidence: 0.9, also: [] },
    })
    expect(product(fields).sources).toBeUndefined()
  })
})

it.each([
  ['soft-404', 'not_found'],
  ['wall', 'upstream_blocked'],
  ['shell', 'upstream_changed'],
  ['other', 'upstream_changed'],
] as const)('a page of the kind %s is %s', (kind, code) => {
  expect(pageKindFault(kind as Parameters<typeof pageKindFault>[0])).toMatchObject({ code })
  const read = { ...NOTHING, is_product: false, page_kind: kind } as unknown as Product
  expect(() => generalFromReader({ read, url: '', shop: '', fetchedAtMs: 0 }, false)).toThrow(
    expect.objectContaining({ code }),
  )
})

it('says how a page can be read that is empty until its scripts run', () => {
  expect(pageKindFault('shell').message).toContain('render: browser')
})
