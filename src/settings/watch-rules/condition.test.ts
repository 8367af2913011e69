// Conditions of watches: parsing.
import { describe, expect, it } from 'vitest'
import { parseCondition, parseConditions } from './condition.ts'

function conditionOf(text: string) {
  const parsed = parseCondition(text)
  if ('error' in parsed) throw new Error(parsed.error)
  return parsed.condition
}

describe('a condition', () => {
  it.each([
    ['PRICE  Drops', 'price drops'],
    ['price drops by 2.5%', 'price drops 2.5%'],
    ['price < 100 eur', 'price < 100 EUR'],
    ['price drops 10% IN 1w', 'price drops 10% in 7d'],
    ['price drops in 48h', 'price drops in 2d'],
    ['price under 50', 'price < 50'],
    ['price below 50 EUR', 'price < 50 EUR'],
    ['list_price Over 9.90', 'list_price > 9.90'],
    ['price at most 50', 'price <= 50'],
    ['price rises 5 EUR in 12h', 'price rises 5 EUR in 12h'],
    ['price lowest in 30d', 'price lowest in 30d'],
    ['list_price LOWEST ever', 'list_price lowest ever'],
    ['Back in Stock', 'back in stock'],
  ])('%j is %j in one spelling', (text, expected) => {
    expect(conditionOf(text).text).toBe(expected)
  })

  it('may be one of several, in a list or with "or"', () => {
    const both = { conditions: [{ text: 'price < 100' }, { text: 'back in stock' }] }
    expect(parseConditions('price < 100 or back in stock')).toMatchObject(both)
    expect(parseConditions(['price < 100', 'back in stock', 'price < 100'])).toMatchObject(both)
    expect(parseConditions([])).toEqual({ error: expect.stringContaining('empty') as string })
    expect(parseConditions(Array.from({ length: 11 }, (_, n) => `price < ${n}`))).toHaveProperty('error')
  })

  it.each([
    ['', 'empty'],
    ['cheap', 'does not begin with a known field'],
    ['price', 'must be followed by'],
    ['price around 100', 'not by "around 100"'],
    ['price underneath 100', 'not by "underneath 100"'],
    ['price <', 'an amount is missing'],
    ['price < ten', '"ten" is not an amount'],
    ['price < -5', 'is not an amount'],
    ['price < 100 QQQ', '"QQQ" is not an ISO 4217 currency code'],
    ['price drops ten', '"ten" is not a percentage'],
    ['price drops 5% in a week', '"a week" is not a time'],
    ['price drops 5% in 30m', 'from 1 hour'],
    ['price lowest', 'must be followed by "ever"'],
    ['price lowest in 731d', 'to 730 days'],
    ['price drops 100.01%', 'more than 100%'],
  ])('%j is rejected: %s', (text, reason) => {
    expect(parseCondition(text)).toEqual({ error: expect.stringContaining(reason) as string })
  })
})
