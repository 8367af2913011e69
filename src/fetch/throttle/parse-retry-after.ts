// What a shop says about when to come back.
import { retryAfterMs as parsedMs } from '../../../client/src/retry-after.ts'

/** Cap for the value, which the site chooses and which may be anything. */
const MAX_RETRY_AFTER_MS = 60 * 60_000

export function retryAfterMs(value: string | undefined, now: number = Date.now()): number | undefined {
  const ms = parsedMs(value, now)
  return ms === undefined ? undefined : Math.min(ms, MAX_RETRY_AFTER_MS)
}
