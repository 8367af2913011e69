// The in-memory LRU cache of answers, bounded by bytes; and what a caller may say about it.
import { LRUCache } from 'lru-cache'
import { type Answer, sizeOf } from './answer.ts'
import { MAX_CLOCK_SKEW_MS } from './shared-answer-format.ts'

/** The caller's cache directives: `Cache-Control` of the request (RFC 9111). */
export interface Freshness {
  /** Maximum age of the answer. It never extends the answer's own freshness. */
  readonly maxAgeMs: number
  readonly onlyIfCached: boolean
  readonly store: boolean
}

export const DEFAULT_FRESHNESS: Freshness = {
  maxAgeMs: Number.POSITIVE_INFINITY,
  onlyIfCached: false,
  store: true,
}

export function parseCacheControl(cacheControl: string | undefined): Freshness {
  if (!cacheControl) return DEFAULT_FRESHNESS
  const directives = new Map<string, string>()
  for (const part of cacheControl.toLowerCase().split(',')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    directives.set(name, value.replaceAll('"', ''))
  }
  const maxAge = Number.parseInt(directives.get('max-age') ?? '', 10)
  const bounded = Number.isNaN(maxAge) ? Number.POSITIVE_INFINITY : maxAge * 1000
  return {
    maxAgeMs: directives.has('no-cache') || directives.has('no-store') ? -1 : bounded,
    onlyIfCached: directives.has('only-if-cached'),
    store: !directives.has('no-store'),
  }
}

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
