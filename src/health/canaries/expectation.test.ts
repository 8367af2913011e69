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
  ['price < 119.99', false],
  ['price < 120', true],
  ['price <= 119.99', true],
  ['price <= 119.98', false],
  ['price > 119.99', false],
  ['price >= 120', false],
  ['price = 119.990', true],
  ['price != 119.990', false],
  ['price != 5', true],
  ['name != Arc Runner', false],
  ['missing exists', false],
  ['variants.2.size exists', false],
  ['name contains runner', true],
  ['name contains boot', false],
  ['name = Arc Runner', true],
  ['name > 3', false],
  ['  name   =  Arc Runner ', true],
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

it.each([
  ['price < 5', 'expected price < 5, found "119.99"'],
  ['brand  exists', 'expected brand exists, found nothing'],
  ['story contains end', `expected story contains end, found "${'x'.repeat(80)}"`],
])('says what was found: %s', (text, message) => {
  const parsed = parseExpectation(text)
  if ('error' in parsed) throw new Error(parsed.error)
  expect(unmet(parsed, { ...answer, story: 'x'.repeat(90) })).toBe(message)
})

it('takes a field of 100 characters and a condition of 300', () => {
  const isAccepted = (text: string) => !('error' in parseExpectation(text))
  expect([100, 101].map(length => isAccepted(`${'f'.repeat(length)} exists`))).toEqual([true, false])
  expect([298, 299].map(length => isAccepted(`name = ${'x'.repeat(length)}`))).toEqual([true, false])
})
