// How long to wait before an input is tried again: twice as long each time, and never less than the site asks for.
import type { Fault } from '../kit/fault.ts'

const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000
/** A site may ask for silence, but an input must not hang for a day on it. */
const MAX_RETRY_AFTER_MS = 60 * 60_000

export function backOffMs(fault: Pick<Fault, 'retryAfterMs'>, attemptsMade: number): number {
  const own = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attemptsMade - 1))
  // Spread out, so that inputs that failed together do not come back together.
  const spread = own * (0.5 + Math.random() / 2)
  return Math.round(Math.max(spread, cappedRetryAfterMs(fault)))
}

export function cappedRetryAfterMs(fault: Pick<Fault, 'retryAfterMs'>): number {
  return fault.retryAfterMs === undefined ? 0 : Math.min(fault.retryAfterMs, MAX_RETRY_AFTER_MS)
}
