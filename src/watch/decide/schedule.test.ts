// The schedule of watches, and intervals.
import { describe, expect, it } from 'vitest'
import { intervalText, parseInterval } from '../../settings/watch-rules/interval.ts'
import { backOffIntervalMs, nextDueMs, nextTurnMs } from './schedule.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2027, 0, 1)

describe('the schedule', () => {
  it('spreads watches evenly over their interval', () => {
    const minutes = Array.from({ length: 60 }, () => 0)
    for (let n = 0; n < 6_000; n++) {
      const minute = Math.floor((nextTurnMs(`w_${n}`, HOUR, NOW) - NOW) / 60_000)
      minutes[minute] = (minutes[minute] ?? 0) + 1
    }
    // 100 per minute on average; a thundering herd would put thousands into one.
    expect(Math.max(...minutes)).toBeLessThan(160)
  })

  it('keeps the interval, up to the jitter, and is deterministic', () => {
    let at = nextTurnMs('w_1', HOUR, NOW)
    const gaps = Array.from({ length: 200 }, () => {
      const next = nextDueMs('w_1', HOUR, at, 0)
      const gap = next - at
      at = next
      return gap
    })
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.9 * HOUR - 2)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1.1 * HOUR + 2)
    expect(new Set(gaps).size).toBeGreaterThan(100)
    expect(nextTurnMs('w_1', HOUR, NOW)).toBe(nextTurnMs('w_1', HOUR, NOW))
  })

  it('does not bunch watches that were missed at the same time', () => {
    const due = Array.from({ length: 1_000 }, (_, n) => nextDueMs(`w_${n}`, HOUR, NOW, 0) - NOW)
    expect(Math.min(...due)).toBeGreaterThanOrEqual(HOUR / 2)
    const firstMinute = due.filter(at => at < HOUR / 2 + 60_000)
    expect(firstMinute.length).toBeLessThan(60)
  })

  it('waits for half an interval to one with its jitter, whenever the last check was', () => {
    for (let n = 0; n < 2_000; n++) {
      const checkedMs = NOW + n * 12_345
      const gap = nextDueMs(`w_${n % 7}`, HOUR, checkedMs, 0) - checkedMs
      expect(gap).toBeGreaterThanOrEqual(HOUR / 2)
      expect(gap).toBeLessThanOrEqual(1.1 * HOUR + 1)
    }
  })

  it('doubles the interval with each failure, up to a day', () => {
    expect([0, 1, 2, 3, 5, 500].map(failures => backOffIntervalMs(HOUR, failures) / HOUR)).toEqual([
      1, 2, 4, 8, 24, 24,
    ])
    expect(backOffIntervalMs(48 * HOUR, 3)).toBe(48 * HOUR)
  })
})

describe('an interval', () => {
  it.each([
    ['15m', 900],
    ['60', 60],
    [90, 90],
    ['30d', 2_592_000],
  ])('%s is %d seconds', (text, everyS) => {
    expect(parseInterval(text)).toEqual({ everyS, isAuto: false })
  })
  it.each(['59', '1m 30s', '', 'often', '31d', '-5m'])('%j is rejected', text => {
    expect(parseInterval(text)).toHaveProperty('error')
  })
  it('is formatted in its shortest form', () => {
    expect([60, 90, 900, 7_200, 86_400].map(intervalText)).toEqual(['1m', '90s', '15m', '2h', '1d'])
  })
})
