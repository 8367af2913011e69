// The cache of answers, bounded by bytes.
import { LRUCache } from 'lru-cache'
import { type Answer, sizeOf } from './answer.ts'
import type { Freshness } from './freshness.ts'
import { MAX_CLOCK_SKEW_MS } from './shared-answer-format.ts'

export interface AnswerCache {
  /** An answer that is fresh enough; `bypassed` when one is fresh, and the caller wants a younger one. */
  find(key: string, freshness: Freshness, nowMs: number): Answer | 'bypassed' | undefined
  set(key: string, answer: Answer): void
}

export function createAnswerCache(maxBytes: number): AnswerCache {
  const cache = new LRUCache<string, Answer>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  return {
    find(key, { maxAgeMs }, nowMs) {
      const answer = cache.get(key)
      if (!answer) return undefined
      // By the time of day, which the answer's headers show too. Set back further than replicas may differ, it tells no age.
      const ageMs = nowMs - answer.madeAtMs
      if (ageMs >= answer.freshForMs || ageMs < -MAX_CLOCK_SKEW_MS) return undefined
      return ageMs <= maxAgeMs ? answer : 'bypassed'
    },
    set: (key, answer) => void cache.set(key, answer),
  }
}
