// Limits the requests in flight, in total and per site, so that one hung site leaves capacity for the others.
import { Fault } from '../kit/fault.ts'

export interface ConcurrencyLimiter {
  readonly bySite: ReadonlyMap<string, number>
  /** Throws `overloaded` at the limit. Returns a function that releases the slot. */
  enter(site: string): () => void
}

export function createConcurrencyLimiter(max: number): ConcurrencyLimiter {
  const bySite = new Map<string, number>()
  let all = 0
  return {
    bySite,
    enter(site) {
      const here = bySite.get(site) ?? 0
      if (all >= max || here >= max / 2) {
        throw new Fault('overloaded', 'too many requests are in flight', { retryAfterMs: 1_000 })
      }
      all++
      bySite.set(site, here + 1)
      return () => {
        all--
        bySite.set(site, (bySite.get(site) ?? 1) - 1)
      }
    },
  }
}
