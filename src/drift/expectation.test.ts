// The expectations of a canary, and when they are met.
import { expect, it } from 'vitest'
import { parseExpectation, unmet } from './expectation.ts'

const answer = {
  name: 'Arc Runner',
  price: { amount: '119.99', currency: 'GBP' },
  variants: [{ size: '9' }, { size: '10' }],
  brand: '',
  stock: 0,
}

it.each([
  ['price > 0', true],
  ['price >= 119.99', true],
  ['price < 100', false],
  ['name contains runner', true],
  ['name contains boot', false],
  ['name = Arc Runner', true],
  ['name > 3', false],
  ['variants >= 2', true],
  ['variants >= 3', false],
  ['variants.1.size = 10', true],
  ['brand exists', false],
  ['stock = 0', true],
  ['constructor exists', false],
])('%s: %s', (text, holds) => {
  const parsed = parseExpectation(text)
  if ('error' in parsed) throw new Error(parsed.error)
  expect(unmet(parsed, answer) === undefined).toBe(holds)
})

it.each([
  ['', 'names no field'],
  ['price', 'is not a condition'],
  ['price >', 'is not a condition'],
  ['price > cheap', 'must be followed by a number'],
  ['name contains', 'is not a condition'],
  ['<b> = 1', 'names no field'],
])('rejects "%s"', (text, why) => {
  expect(parseExpectation(text)).toEqual({ error: expect.stringContaining(why) as string })
})
