// The back-off before an input is retried.
import { describe, expect, it } from 'vitest'
import { retryDelayMs, cappedRetryAfterMs } from './retry-delay.ts'

const HOUR_MS = 3_600_000

describe('the back-off', () => {
  it.each([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [4, 4_000, 8_000],
    [7, 30_000, 60_000],
    [30, 30_000, 60_000],
  ])('after attempt %i is between %i and %i ms', (attempts, least, most) => {
    const pauses = Array.from({ length: 400 }, () => retryDelayMs({ retryAfterMs: undefined }, attempts))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(least)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(most)
    // Random over the whole range: 400 samples miss a quarter of it once in 10^50 runs.
    expect(Math.min(...pauses)).toBeLessThan(least + (most - least) / 4)
    expect(Math.max(...pauses)).toBeGreaterThan(most - (most - least) / 4)
  })

  it('is at least the Retry-After of the site, up to an hour', () => {
    expect(retryDelayMs({ retryAfterMs: 5_000 }, 1)).toBe(5_000)
    expect(retryDelayMs({ retryAfterMs: 10 }, 1)).toBeGreaterThanOrEqual(500)
    expect(retryDelayMs({ retryAfterMs: 24 * HOUR_MS }, 1)).toBe(HOUR_MS)
    expect(cappedRetryAfterMs({ retryAfterMs: HOUR_MS + 1 })).toBe(HOUR_MS)
    expect(cappedRetryAfterMs({ retryAfterMs: 7 })).toBe(7)
    expect(cappedRetryAfterMs({ retryAfterMs: undefined })).toBe(0)
  })
})
