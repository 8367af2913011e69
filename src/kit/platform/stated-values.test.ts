// Amounts as the documents of platforms state them.
import { expect, it } from 'vitest'
import { decimalOf } from './stated-values.ts'

it.each([
  [32.480000000000004, '32.48'],
  ['24.990000000000002', '24.99'],
  [0.30000000000000004, '0.3'],
  [849, '849'],
  ['849.00', '849.00'],
  ['1,299.00', undefined],
  [0, undefined],
])('reads %j as %s', (value, amount) => {
  expect(decimalOf(value)).toBe(amount)
})
