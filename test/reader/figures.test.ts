// The figures of the last training: they belong to the weights, and their confidence can be believed.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashOf, readFigures } from '../../scripts/train/figures.ts'

const figures = readFigures()

test('are those of the weights', () => {
  const weights = readFileSync(new URL('../../reader/src/score/weights.json', import.meta.url), 'utf8')
  expect(hashOf(weights)).toBe(figures.weights)
})

test.each([
  ['price', 0.01],
  ['currency', 0.01],
  ['availability', 0.01],
  ['sku', 0.01],
  ['brand', 0.01],
  ['gtin', 0.01],
  ['name', 0.015],
] as const)('above .9, %s is wrong in at most %d of the answers', (field, share) => {
  const { sure, wrongAndSure } = figures.whole[field]
  expect(wrongAndSure / sure).toBeLessThanOrEqual(share)
})
