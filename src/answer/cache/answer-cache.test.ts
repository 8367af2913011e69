// How long a cached answer is served, to the millisecond, even after the clock was set back.
import { expect, it } from 'vitest'
import { makeAnswer } from './answer.ts'
import { createAnswerCache, DEFAULT_FRESHNESS } from './answer-cache.ts'
import { serialiseResult } from '../../extract/read-result.ts'

const MADE_AT_MS = 1_800_000_000_000
const FRESH_FOR_S = 900
const answer = makeAnswer(
  serialiseResult({ value: {}, absent: [], absentAt: [], dropped: {} }),
  '',
  FRESH_FOR_S,
  MADE_AT_MS,
)

it.each([
  ['at once', 0, true],
  ['in its last millisecond', FRESH_FOR_S * 1_000 - 1, true],
  ['no longer', FRESH_FOR_S * 1_000, false],
  ['by a replica whose clock is a minute behind', -60_000, true],
  ['never when the clock was set back further', -60_001, false],
  ['never when it was set back by an hour', -3_600_000, false],
])('is served %s', (_, ageMs, isServed) => {
  const cache = createAnswerCache(1_000_000)
  cache.set('a', answer)
  expect(cache.find('a', DEFAULT_FRESHNESS, MADE_AT_MS + ageMs)).toBe(isServed ? answer : undefined)
})
