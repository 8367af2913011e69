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

  it('uses the first step that fits, to the character', () => {
    const value = { text: 'x'.repeat(5_000) }
    const whole = JSON.stringify(value).length
    const cutAt = (max: number) => truncateToFit(value, max).cuts
    expect(cutAt(whole)).toEqual([])
    expect(cutAt(whole - 1)).toEqual(['/text: 2000 of 5000 characters'])
    const shorter = JSON.stringify({ text: `${'x'.repeat(2_000)}…` }).length
    expect(cutAt(shorter)).toEqual(['/text: 2000 of 5000 characters'])
    expect(cutAt(shorter - 1)).toEqual(['/text: 500 of 5000 characters'])
  })

  it('names the longest that was cut at a place, whichever came first', () => {
    const texts = (...lengths: number[]) => lengths.map(length => ({ text: 'x'.repeat(length) }))
    for (const value of [texts(3_000, 5_000), texts(5_000, 3_000)])
      expect(truncateToFit(value, 5_000).cuts).toEqual(['/*/text: at most 2000 of up to 5000 characters'])
  })

  it('names twelve places and counts the others', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 'x'.repeat(3_000)]))
    const { cuts } = truncateToFit(fields(14), 28_200)
    expect([cuts.length, cuts.at(-1)]).toEqual([13, 'and 2 more places'])
    expect(truncateToFit(fields(12), 24_150).cuts).toHaveLength(12)
  })

  it('leaves out the largest fields only, and no more than it must', () => {
    const value = { a: 1, long: 123_456_789, b: 2, longer: 1_234_567_890_123 }
    expect(truncateToFit(value, 40).text).toBe('{"a":1,"long":123456789,"b":2}')
    expect(truncateToFit(value, 20)).toEqual({ text: '{"a":1,"b":2}', cuts: ['left out: /longer, /long'] })
    expect(truncateToFit([1, 123_456_789], 6).text).toBe('[1]')
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
