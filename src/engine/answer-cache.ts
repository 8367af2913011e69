// The in-memory LRU cache of answers, bounded by bytes.
import { LRUCache } from 'lru-cache'
import { type Answer, sizeOf } from './answer.ts'
import type { Freshness } from './freshness.ts'
import { MAX_CLOCK_SKEW_MS } from './shared-answer-format.ts'

export interface AnswerCache {
  /** A cached answer that is fresh enough; `bypassed` when one is fresh, but older than the caller's maximum age. */
  find(key: string, freshness: Freshness, nowMs: number): Answer | 'bypassed' | undefined
  set(key: string, answer: Answer): void
  clear(): void
}

export function createAnswerCache(maxBytes: number): AnswerCache {
  const cache = new LRUCache<string, Answer>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  return {
    find(key, { maxAgeMs }, nowMs) {
      const answer = cache.get(key)
      if (!answer) return undefined
      // Wall-clock time, as in the answer's headers. If the clock was set back further than the allowed skew, the age is unknown.
      const ageMs = nowMs - answer.madeAtMs
      if (ageMs >= answer.freshForMs || ageMs < -MAX_CLOCK_SKEW_MS) return undefined
      return ageMs <= maxAgeMs ? answer : 'bypassed'
    },
    set: (key, answer) => void cache.set(key, answer),
    clear: () => cache.clear(),
  }
}
