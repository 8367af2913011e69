// Parsing the Cache-Control header of a request.
import { expect, it } from 'vitest'
import { DEFAULT_FRESHNESS, parseCacheControl } from './cache/answer-cache.ts'

const any = Number.POSITIVE_INFINITY

it.each([
  [undefined, any, false, true],
  ['', any, false, true],
  ['max-age=5', 5_000, false, true],
  ['max-age="5"', 5_000, false, true],
  ['max-age=0', 0, false, true],
  ['max-age=x', any, false, true],
  ['max-age', any, false, true],
  ['MAX-AGE=5 , Only-If-Cached', 5_000, true, true],
  ['no-cache', -1, false, true],
  ['no-cache, max-age=5', -1, false, true],
  ['no-store', -1, false, false],
  ['no-transform', any, false, true],
])('%s', (header, maxAgeMs, onlyIfCached, store) => {
  expect(parseCacheControl(header)).toEqual({ maxAgeMs, onlyIfCached, store })
})

it('is the default without the header', () => {
  expect(parseCacheControl(undefined)).toBe(DEFAULT_FRESHNESS)
})
