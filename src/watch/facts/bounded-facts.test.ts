// How much of an answer is kept, and that what is left out is named.
import { describe, expect, it } from 'vitest'
import { boundFacts, VALUES_MAX, type Facts } from './facts.ts'

const rows = (from: number, to: number): Facts =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, n) => [
      [`/rows/id=${from + n}/id`, `${from + n}`],
      [`/rows/id=${from + n}/n`, '1'],
    ]).flat(),
  )
const idsOf = (facts: Facts) =>
  Object.entries(facts).flatMap(([name, id]) => (name.endsWith('/id') ? [id] : []))

describe('boundFacts', () => {
  it('keeps all values up to the bound', () => {
    expect(boundFacts(rows(1, VALUES_MAX / 2), {})).toEqual({ facts: rows(1, VALUES_MAX / 2), beyond: null })
  })

  it('keeps whole rows, and names where it stops', () => {
    const { facts, beyond } = boundFacts(rows(1, 6), {}, 9)
    expect(idsOf(facts)).toEqual(['1', '2', '3', '4'])
    expect(Object.keys(facts)).toHaveLength(8)
    expect(beyond).toBe('4 of 12 values are not watched (at most 9): from /rows/id=5 on')
  })

  it('keeps the rows that are known: a new one in front does not push the last one out', () => {
    const known = boundFacts(rows(2, 6), {}, 8).facts
    const { facts } = boundFacts(rows(1, 6), known, 8)
    expect(idsOf(facts)).toEqual(['2', '3', '4', '5'])
  })

  it('keeps the values of the whole product before those of its variants', () => {
    const answer = { price: '1.00 EUR', 'variant/8/price': '1.00 EUR', 'variant/9/price': '2.00 EUR' }
    expect(boundFacts(answer, {}, 2)).toEqual({
      facts: { price: '1.00 EUR', 'variant/8/price': '1.00 EUR' },
      beyond: '1 of 3 values are not watched (at most 2): from variant/9 on',
    })
  })
})
