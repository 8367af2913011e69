// Answers to equal requests are not independent: one counts once a day, and again when its absent fields change.
import { LRUCache } from 'lru-cache'
import type { FieldsOfAnswer } from './tally.ts'

/** Requests that a process remembers. Forgetting one only means that it counts again. */
const MAX_REQUESTS = 20_000

export function createRepeatFilter() {
  const seen = new LRUCache<string, string>({ maxSize: MAX_REQUESTS, sizeCalculation: () => 1 })
  return {
    /** Whether the answer says something that this process has not counted today. */
    isNew(key: string, day: string, { absent, failed }: Pick<FieldsOfAnswer, 'absent' | 'failed'>): boolean {
      const result = `${day} ${failed ?? '-'} ${absent.join(' ')}`
      if (seen.get(key) === result) return false
      seen.set(key, result)
      return true
    },
  }
}
