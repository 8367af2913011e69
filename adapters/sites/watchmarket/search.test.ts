// Price statistics over the prices of a page.
import { array, assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceStats } from './search.ts'

const unstated = { lowest: undefined, highest: undefined }

describe('priceStats', () => {
  it.each([
    { amounts: [300, 100, 200], lowest: 100, median: 200, average: 200, highest: 300 },
    { amounts: [100, 200, 300, 1000], lowest: 100, median: 250, average: 400, highest: 1000 },
    { amounts: [7], lowest: 7, median: 7, average: 7, highest: 7 },
    { amounts: [10, undefined, 20.5], lowest: 10, median: 15.25, average: 15.25, highest: 20.5 },
    { amounts: [1, 1, 2], lowest: 1, median: 1, average: 1.33, highest: 2 },
    { amounts: [], lowest: undefined, median: undefined, average: undefined, highest: undefined },
    { amounts: [undefined], lowest: undefined, median: undefined, average: undefined, highest: undefined },
  ])('of $amounts', ({ amounts, lowest, median, average, highest }) => {
    expect(priceStats(amounts, unstated)).toEqual({
      lowest_price: lowest,
      median_price: median,
      average_price: average,
      highest_price: highest,
    })
  })

  it('uses the price range of the whole result if the site states it', () => {
    const stats = priceStats([300, 100], { lowest: 5, highest: 9000 })
    expect(stats).toEqual({ lowest_price: 5, median_price: 200, average_price: 200, highest_price: 9000 })
  })

  it('keeps median and average within the range, in any order of the prices', () => {
    const cents = integer({ min: 1, max: 100_000_000 }).map(amount => amount / 100)
    assert(
      property(array(cents, { minLength: 1, maxLength: 120 }), amounts => {
        const {
          lowest_price: low,
          median_price: median,
          average_price: average,
          highest_price: high,
        } = priceStats(amounts, unstated)
        expect(low).toBe(Math.min(...amounts))
        expect(high).toBe(Math.max(...amounts))
        for (const middle of [median, average]) {
          expect(middle).toBeGreaterThanOrEqual((low ?? 0) - 0.005)
          expect(middle).toBeLessThanOrEqual((high ?? 0) + 0.005)
        }
        expect(priceStats(amounts.toReversed(), unstated).median_price).toBe(median)
      }),
    )
  })
})
