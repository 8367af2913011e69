// The catalog: the same seed gives the same bytes, enough products, and consistent values.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createCatalog } from './catalog.ts'
import { currencyOf, formatPrice } from './currencies.ts'
import type { SandboxProduct } from './product.ts'
import { type Kind, kinds } from './stock/kinds.ts'

const names = Object.keys(kinds) as Kind[]
const digest = (seed: number, kind: Kind): string =>
  createHash('sha256')
    .update(JSON.stringify(createCatalog(seed).products(kind)))
    .digest('hex')

describe.each(names)('%s', kind => {
  const catalog = createCatalog(1)
  const products = catalog.products(kind)

  test('the same seed gives the same bytes, another seed different ones', () => {
    expect(digest(1, kind)).toBe(digest(1, kind))
    expect(digest(2, kind)).not.toBe(digest(1, kind))
  })

  test('has at least 500 products with unique ids, slugs and codes', () => {
    expect(products.length).toBeGreaterThanOrEqual(500)
    for (const field of ['id', 'slug', 'sku', 'gtin'] as const) {
      expect(new Set(products.map(one => one[field])).size, field).toBe(products.length)
    }
  })

  test('finds products by id, slug and code, in any spelling of the code', () => {
    const one = products[123] as SandboxProduct
    expect(catalog.byId(kind, String(one.id))).toBe(one)
    expect(catalog.bySlug(kind, one.slug)).toBe(one)
    expect(catalog.bySku(kind, one.sku.toLowerCase().replace('-', ' '))).toBe(one)
    expect(catalog.byId(kind, 1)).toBeUndefined()
  })

  test('a search returns products that contain every word, and nothing for an unknown word', () => {
    const one = products[200] as SandboxProduct
    const found = catalog.search(kind, `${one.brand} ${one.colour.name.toUpperCase()}`)
    expect(found).toContain(one)
    expect(found.length).toBeLessThan(products.length)
    expect(catalog.search(kind, 'zzzznothing')).toEqual([])
    expect(catalog.search(kind, ' ')).toHaveLength(products.length)
  })

  test('some products are reduced, some have no rating, some lack attributes', () => {
    const share = (has: (one: SandboxProduct) => boolean): number =>
      products.filter(has).length / products.length
    expect(share(one => one.originalPriceCents !== undefined)).toBeGreaterThan(0.1)
    expect(share(one => one.rating === undefined)).toBeGreaterThan(0.05)
    const possible = Object.keys(kinds[kind].attributes).length
    expect(share(one => Object.keys(one.attributes).length < possible)).toBeGreaterThan(0.1)
    for (const one of products) {
      expect(one.priceCents).toBeGreaterThan(0)
      if (one.originalPriceCents !== undefined) expect(one.originalPriceCents).toBeGreaterThan(one.priceCents)
    }
  })

  test('a family is one model in several colours', () => {
    const family = catalog.family(products[30] as SandboxProduct)
    expect(family).toHaveLength(3)
    expect(new Set(family.map(one => one.styleCode)).size).toBe(1)
    expect(new Set(family.map(one => one.colour.name)).size).toBe(3)
  })
})

test.each([
  ['US', 129_900, '$1,299.00'],
  ['UK', 129_900, '£1,039.20'],
  ['FR', 129_900, '1\u202f169,10\u00a0€'],
  ['JP', 12_999, '￥19,499'],
])('%s: %i dollar cents are printed as %s', (country, cents, text) => {
  expect(formatPrice(cents, currencyOf(country))).toBe(text)
})
