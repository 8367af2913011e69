// The living catalog: deterministic changes of prices and stock over time.
import { describe, expect, it } from 'vitest'
import { createCatalog } from '../catalog.ts'
import { createLivingCatalog, moveProduct, stepAt } from './living-catalog.ts'

const still = createCatalog(1).products('sneakers')

describe('the living catalog', () => {
  it('does not change at speed 0 or before its start', () => {
    expect(stepAt(Date.UTC(2030, 0, 1), 0)).toBe(0)
    expect(stepAt(Date.UTC(2020, 0, 1), 100)).toBe(0)
    expect(createLivingCatalog(1, () => 0).products('sneakers')).toEqual(still)
  })

  it('is the same for the same seed and time, however a product is looked up', () => {
    const living = createLivingCatalog(1, () => 777)
    const [first] = living.products('sneakers')
    expect(createLivingCatalog(1, () => 777).products('sneakers')[0]).toEqual(first)
    expect(living.byId('sneakers', first?.id ?? 0)).toBe(first)
    expect(living.bySlug('sneakers', first?.slug ?? '')).toBe(first)
    expect(first && living.family(first)).toContain(first)
  })

  it('changes the price of every product within 60 hours, a minute at speed 3600', () => {
    // A price lasts at least 6 hours.
    const moments = Array.from({ length: 11 }, (_, n) => 5_000 + n * 6 * 6)
    for (const product of still) {
      const prices = moments.map(step => moveProduct(product, 1, step).priceCents)
      expect(new Set(prices).size, product.name).toBeGreaterThan(1)
      expect(Math.min(...prices)).toBeGreaterThanOrEqual(100)
    }
  })

  it('has sales that start and end, and sizes that sell out and return', () => {
    const [product] = still
    if (!product) throw new Error('the catalog is empty')
    const days = Array.from({ length: 200 }, (_, day) => moveProduct(product, 1, day * 24 * 6 + 1))
    const onSale = days.filter(one => (one.originalPriceCents ?? 0) > one.priceCents)
    expect(onSale.length).toBeGreaterThan(5)
    const quantities = days.map(one => one.sizes[0]?.quantity)
    expect(quantities).toContain(0)
    expect(quantities.some(quantity => quantity !== undefined && quantity > 0)).toBe(true)
  })
})
