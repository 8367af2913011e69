// The weights file: every field has weights, and features with an obvious direction have the right sign.
import { expect, test } from 'vitest'
import { WEIGHTS } from './score/weights.ts'

test('every field has weights, a threshold and a monotonic calibration', () => {
  for (const [field, { features, calibration, threshold }] of Object.entries(WEIGHTS)) {
    expect(Object.keys(features).length, field).toBeGreaterThan(3)
    expect(calibration.slope, field).toBeGreaterThan(0)
    expect(threshold, field).toBeGreaterThanOrEqual(0)
    expect(threshold, field).toBeLessThanOrEqual(0.5)
  }
})

test.each([
  ['price', 'struck', -1],
  ['price', 'other products', -1],
  ['price', 'explained as shipping', -1],
  ['price', 'explained as instalment', -1],
  ['price', 'first after the heading', 1],
  ['price', 'odds of a price', 1],
  ['sku', 'number label', 1],
  ['sku', 'aside', -1],
  ['brand', 'is the heading', -1],
  ['availability', 'json-ld says out', 1],
  ['availability', 'button says in', -1],
] as const)('%s: "%s" weighs %d', (field, feature, sign) => {
  expect(Math.sign(WEIGHTS[field].features[feature] ?? 0)).toBe(sign)
})
