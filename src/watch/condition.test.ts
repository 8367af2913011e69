// Conditions of watches: parsing and evaluation.
import { describe, expect, it } from 'vitest'
import { holds, parseCondition } from './condition.ts'

function conditionOf(text: string) {
  const parsed = parseCondition(text)
  if ('error' in parsed) throw new Error(parsed.error)
  return parsed.condition
}

const price = (text: string) => ({ price: text })

describe('a condition', () => {
  it.each([
    ['price < 100', '100.01 EUR', '99.99 EUR', true],
    ['price < 100', '120.00 EUR', '100.00 EUR', false],
    ['price <= 100', '120.00 EUR', '100.00 EUR', true],
    ['price > 100', '90.00 EUR', '100.01 EUR', true],
    ['price >= 100', '90.00 EUR', '100 JPY', true],
    ['price = 99.5', '90.00 EUR', '99.50 EUR', true],
    ['price < 100 eur', '120.00 EUR', '90.00 EUR', true],
    ['price < 100 EUR', '120.00 USD', '90.00 USD', false],
    ['price < 100', '90.00 EUR', '90.00 EUR', false],
    ['price drops 10%', '100.00 EUR', '90.00 EUR', true],
    ['price drops 10%', '100.00 EUR', '90.01 EUR', false],
    ['price drops by 2.5%', '40.00 EUR', '39.00 EUR', true],
    ['PRICE  Drops', '40.00 EUR', '39.99 EUR', true],
    ['price drops', '40.00 EUR', '40.01 EUR', false],
    ['price drops 10%', '100.00 EUR', '50.00 USD', false],
    ['price rises 50%', '100.00 EUR', '150.00 EUR', true],
    ['price rises 50%', '100.00 EUR', '149.99 EUR', false],
  ])('%s from %s to %s: %s', (text, before, after, expected) => {
    expect(holds(conditionOf(text), price(before), price(after))).toBe(expected)
  })

  it('on stock depends on whether the product can be bought', () => {
    const back = conditionOf('Back in stock')
    expect(holds(back, { availability: 'out_of_stock' }, { availability: 'limited' })).toBe(true)
    expect(holds(back, { availability: 'limited' }, { availability: 'in_stock' })).toBe(false)
    expect(holds(back, {}, { availability: 'preorder' })).toBe(false)
    expect(holds(conditionOf('out of stock'), { availability: 'in_stock' }, {})).toBe(true)
    expect(holds(conditionOf('any change'), {}, {})).toBe(true)
  })

  it.each([
    ['', 'empty'],
    ['cheap', 'does not begin with a known field'],
    ['price', 'must be followed by'],
    ['price below 100', 'not by "below 100"'],
    ['price <', 'an amount is missing'],
    ['price < ten', '"ten" is not an amount'],
    ['price < -5', 'is not an amount'],
    ['price < 100 QQQ', '"QQQ" is not an ISO 4217 currency code'],
    ['price drops ten', '"ten" is not a percentage'],
    ['price drops 100.01%', 'more than 100%'],
  ])('%j is rejected: %s', (text, reason) => {
    expect(parseCondition(text)).toEqual({ error: expect.stringContaining(reason) as string })
  })
})
