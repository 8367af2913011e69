// When a page of a listed shop without a price is a changed page, and when it is a fact.
import { describe, expect, it } from 'vitest'
import type { ShopProduct } from '../../extract/listed-shop.ts'
import { emptyState, type OperationState } from './drift-rule.ts'
import { createPriceMemory } from './price-memory.ts'

const URL_A = 'https://shop.example/a'

function productWith(changes: Partial<ShopProduct>): ShopProduct {
  return {
    shop: 'shop.example',
    url: URL_A,
    hasPrice: false,
    isUnpriced: false,
    platform: undefined,
    availability: 'in_stock',
    absent: [],
    measures: { fields: 1, silent: 0 },
    ...changes,
  }
}

/** Of `pages` answers, `absent` had no price. */
function knowing(pages: number, absent: number): OperationState {
  const price = { n: pages, absent, newN: 0, newAbsent: 0, sum: 0, since: null }
  return { ...emptyState(), answers: pages, fields: absent > 0 ? { '/price': price } : {} }
}

it('a product that the shop itself states without a price has none', () => {
  const memory = createPriceMemory(() => knowing(100, 0))
  expect(memory.expectsPrice(productWith({ hasPrice: true }))).toBe(false)
  expect(memory.expectsPrice(productWith({ isUnpriced: true }))).toBe(false)
  expect(memory.expectsPrice(productWith({}))).toBe(true)
})

describe('a page that had a price before', () => {
  const memoryAfterPrice = (state: OperationState | undefined) => {
    const memory = createPriceMemory(() => state)
    expect(memory.expectsPrice(productWith({ hasPrice: true }))).toBe(false)
    return memory
  }

  it.each([
    ['in_stock', true],
    ['preorder', true],
    [null, true],
    ['out_of_stock', false],
    ['discontinued', false],
  ] as const)('and is %s is expected to have one: %s', (availability, expected) => {
    expect(memoryAfterPrice(undefined).expectsPrice(productWith({ availability }))).toBe(expected)
  })

  it('is not, once the operator has accepted that the shop does without', () => {
    expect(memoryAfterPrice(knowing(10, 5)).expectsPrice(productWith({}))).toBe(true)
    expect(memoryAfterPrice(knowing(10, 6)).expectsPrice(productWith({}))).toBe(false)
  })
})

describe('a page that was never read', () => {
  it.each([
    [undefined, 'in_stock', false],
    [knowing(2, 0), 'in_stock', false],
    [knowing(3, 0), 'in_stock', true],
    [knowing(10, 1), 'in_stock', true],
    [knowing(10, 2), 'in_stock', false],
    [knowing(10, 0), null, false],
    [knowing(10, 0), 'out_of_stock', false],
  ] as const)('of a shop with %j that is %s is expected to have one: %s', (state, availability, expected) => {
    const memory = createPriceMemory(() => state)
    expect(memory.expectsPrice(productWith({ availability }))).toBe(expected)
  })
})
