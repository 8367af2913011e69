// A table of Retry-After values.
import { expect, it } from 'vitest'
import { retryAfterMs } from './parse-retry-after.ts'

const now = Date.parse('2027-01-01T00:00:00Z')

it.each([
  ['120', 120_000],
  ['0', 0],
  [' 1.5 ', 1_500],
  ['Fri, 01 Jan 2027 00:00:30 GMT', 30_000],
  ['Thu, 31 Dec 2026 23:59:00 GMT', 0],
  // Capped at one hour.
  ['3599', 3_599_000],
  ['3601', 3_600_000],
  ['9'.repeat(400), 3_600_000],
  ['Fri, 01 Jan 9999 00:00:00 GMT', 3_600_000],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j', (value, expected) => {
  expect(retryAfterMs(value, now)).toBe(expected)
})
