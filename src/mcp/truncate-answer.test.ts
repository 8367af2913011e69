// Truncated answers fit the limit, are valid JSON, and state what was cut.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncateToFit } from './truncate-answer.ts'

const items = (count: number, size: number) =>
  Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(size) }))

describe('truncateToFit', () => {
  it.each<[string, unknown, number, RegExp | undefined]>([
    ['what fits is left alone', items(3, 10), 1_000, undefined],
    ['long texts go first', { id: 1, text: 'x'.repeat(5_000) }, 3_000, /^\/text: 2000 of 5000 characters$/],
    ['then lists are shortened', items(300, 20), 2_000, /^the list: 40 of 300 items$/],
    ['lists in lists too', [{ of: items(100, 20) }], 1_000, /^\/\*\/of: at most 20 of up to 100 items$/],
    [
      'at last whole fields',
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field${n}`, n])),
      600,
      /^left out: \/field/,
    ],
  ])('%s', (_, value, max, cut) => {
    const { text, cuts } = truncateToFit(value, max)
    expect(text.length).toBeLessThanOrEqual(max)
    expect(() => JSON.parse(text) as unknown).not.toThrow()
    if (cut) expect(cuts[0]).toMatch(cut)
    else expect([cuts, JSON.parse(text)]).toEqual([[], value])
  })

  it('fits any answer into the limit as valid JSON', () => {
    const answer = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
    fc.assert(
      fc.property(answer, fc.integer({ min: 2, max: 2_000 }), (value, max) => {
        const { text, cuts } = truncateToFit(value, max)
        const whole = JSON.stringify(value)
        expect(text.length).toBeLessThanOrEqual(max)
        JSON.parse(text)
        expect(cuts.length > 0).toBe(text !== whole)
      }),
    )
  })
})
