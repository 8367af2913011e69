// Variants of several documents: which are the same, and what one adds to another.
import { expect, it } from 'vitest'
import type { ExtractedVariant } from '#kit/product/reading'
import { isSame, mergeVariants } from './variant-prices.ts'

const document = (where: string, ...value: ExtractedVariant[]) => ({ from: 'api' as const, where, value })

it.each<[ExtractedVariant, ExtractedVariant, boolean]>([
  [{ id: '1', sku: 'a' }, { id: '1', sku: 'b' }, true],
  [{ id: '1', sku: 'a' }, { id: '2', sku: 'a' }, false],
  [{ id: '1', sku: 'a' }, { sku: 'a' }, true],
  [{ sku: 'a' }, { sku: 'b' }, false],
  [{ size: 'S' }, { size: 'S' }, false],
])('%j is %j: %j', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})

it('of a later document add what the first does not state', () => {
  const first = document('/lamp.js', { id: '1', size: 'S', sku: undefined }, { id: '2', size: 'M' })
  const second = document('/lamp.json', { id: '1', size: 'small', sku: 'L-1' })
  const { variants, evidence } = mergeVariants([first, second])
  expect(variants).toEqual([
    { id: '1', size: 'S', sku: 'L-1' },
    { id: '2', size: 'M' },
  ])
  expect(evidence).toMatchObject({ from: 'api', where: '/lamp.js; /lamp.json' })
})

it('of a document with none of the same are left alone', () => {
  const { variants, evidence } = mergeVariants([document('a', { id: '1' }), document('b', { id: '2' })])
  expect([variants, evidence?.where]).toEqual([[{ id: '1' }], 'a'])
  expect(mergeVariants([])).toEqual({ variants: [], evidence: undefined })
})
