// Filters repeated answers, which are not independent: equal requests count once a day, and again when absent fields change.
import { LRUCache } from 'lru-cache'
import type { FieldsOfAnswer } from './tally.ts'

/** How many requests a process remembers. A forgotten one is simply counted again. */
const MAX_REQUESTS = 20_000

export function createRepeatFilter() {
  const seen = new LRUCache<string, string>({ maxSize: MAX_REQUESTS, sizeCalculation: () => 1 })
  return {
    /** Whether this process has not yet counted such an answer today. */
    isNew(key: string, day: string, { absent, failed }: Pick<FieldsOfAnswer, 'absent' | 'failed'>): boolean {
      const result = `${day} ${failed ?? '-'} ${absent.join(' ')}`
      if (seen.get(key) === result) return false
      seen.set(key, result)
      return true
    },
  }
}
