// Each wait is twice the one before, up to a limit, and never shorter than asked for.
import { expect, it } from 'vitest'
import { backOffMs } from './back-off.ts'

const least = () => 0
const most = () => 1

it.each([
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [4, 5_000],
  [50, 5_000],
])('after failure %i it is at most %i ms, and at least half of it', (attempt, ms) => {
  expect(backOffMs(attempt, { firstMs: 1_000, maxMs: 5_000, random: most })).toBe(ms)
  expect(backOffMs(attempt, { firstMs: 1_000, maxMs: 5_000, random: least })).toBe(ms / 2)
})

it('waits as long as the other side asks, also beyond the limit', () => {
  const options = { firstMs: 1_000, maxMs: 5_000, random: least }
  expect(backOffMs(1, { ...options, retryAfterMs: 90_000 })).toBe(90_000)
  expect(backOffMs(2, { ...options, retryAfterMs: 999 })).toBe(1_000)
})
