// Limits the open streams of changes: of all callers, and of each key.
import { Fault } from '#kit/fault'

const STREAMS_MAX = 200

export interface StreamCounter {
  /** Counts a stream until the returned function is called; throws if there are too many. */
  begin(keyId: string): () => void
}

export function createStreamCounter(perKey: number): StreamCounter {
  const byKey = new Map<string, number>()
  let all = 0
  return {
    begin(keyId) {
      const streamCount = byKey.get(keyId) ?? 0
      if (streamCount >= perKey) {
        throw new Fault(
          'rate_limited',
          `this key has ${streamCount} open streams, the most that limits.streams_per_key allows`,
          { retryAfterMs: 5_000 },
        )
      }
      if (all >= STREAMS_MAX)
        throw new Fault('overloaded', 'too many streams of changes are open', { retryAfterMs: 5_000 })
      all++
      byKey.set(keyId, streamCount + 1)
      return () => {
        all--
        const remaining = (byKey.get(keyId) ?? 1) - 1
        if (remaining > 0) byKey.set(keyId, remaining)
        else byKey.delete(keyId)
      }
    },
  }
}
