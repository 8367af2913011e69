// Amounts as the documents of platforms state them.
import { expect, it } from 'vitest'
import { decimalOf, sizeAndColor } from './stated-values.ts'

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

it.each([
  ['New', 'new', undefined],
  ['Used', 'used', undefined],
  ['Used - Good', 'used', 'Used - Good'],
  ['Gebraucht - gut', 'used', 'Gebraucht - gut'],
  ['Open Box', 'used', undefined],
  ['Refurbished (Excellent)', 'refurbished', 'Refurbished (Excellent)'],
  ['Damaged box', 'damaged', undefined],
  ['Like New', 'used', 'Like New'],
  ['Newton', undefined, 'Newton'],
])('a condition %j is %s', (value, condition, size) => {
  const found = sizeAndColor([{ name: 'Condition', value }])
  expect([found.condition, found.size]).toEqual([condition, size])
})
