// Learned intervals: their bounds and steps, and what they find in a simulated site beside fixed intervals.
import { describe, expect, it } from 'vitest'
import { AUTO_BOUNDS, AUTO_FIRST_S, nextAutoIntervalS, stretchFor } from '../decide/schedule.ts'
import { type Simulation, simulateIntervals } from './interval-simulation-fixture.ts'

describe('the interval of a watch', () => {
  it('halves after a change and grows by a tenth otherwise', () => {
    expect(nextAutoIntervalS(3_600, true, 0.5)).toBe(1_800)
    expect(nextAutoIntervalS(3_600, false, 0.5)).toBeCloseTo(3_960)
    expect(nextAutoIntervalS(3_600, false, 1)).toBeCloseTo(3_960)
  })

  it('grows faster while the site is over its budget, but never more than a change shortens it', () => {
    expect(nextAutoIntervalS(3_600, false, 1.5)).toBeCloseTo(3_600 * (1 + 0.1 * 1.5 ** 4))
    expect(nextAutoIntervalS(3_600, false, 100)).toBe(7_200)
    expect(nextAutoIntervalS(3_600, true, 100)).toBe(1_800)
  })

  it('stays between five minutes and a week', () => {
    expect(nextAutoIntervalS(301, true, 1)).toBe(300)
    expect(nextAutoIntervalS(7 * 24 * 3_600 - 1, false, 1)).toBe(7 * 24 * 3_600)
    expect(nextAutoIntervalS(60, false, 1, { leastS: 60, mostS: 65 })).toBe(65)
    expect(AUTO_FIRST_S).toBeGreaterThan(AUTO_BOUNDS.leastS)
  })

  it('is stretched only as far as the budget requires', () => {
    expect(stretchFor(0.4)).toBe(1)
    expect(stretchFor(1)).toBe(1)
    expect(stretchFor(2.5)).toBe(2.5)
  })
})

describe('a simulated site of 3,000 products', () => {
  /** The median product changes every ten days, one in a hundred 34 times a day; a third is on sale every week. */
  const mixed: Simulation = {
    products: 3_000,
    days: 56,
    everyS: 12 * 3_600,
    changesPerDay: 0.1,
    spread: 2.5,
    onSale: 0.3,
    seed: 7,
  }

  it.each([1, 2, 3])('finds twice the changes with no more requests (seed %d)', seed => {
    const fixed = simulateIntervals({ ...mixed, seed }, 'fixed')
    const auto = simulateIntervals({ ...mixed, seed }, 'auto')
    expect(auto.changes / fixed.changes).toBeGreaterThan(2)
    expect(auto.requests).toBeLessThanOrEqual(fixed.requests * 1.02)
  })

  it('finds as much with fewer requests where all products change equally often', () => {
    const even = { ...mixed, spread: 0 }
    const fixed = simulateIntervals(even, 'fixed')
    const auto = simulateIntervals(even, 'auto')
    expect(auto.changes / fixed.changes).toBeGreaterThan(0.95)
    expect(auto.requests / fixed.requests).toBeLessThan(0.9)
  })
})
