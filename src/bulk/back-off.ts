// Exponential back-off for retries of an input; never less than the site's Retry-After.
import type { Fault } from '../kit/fault.ts'

const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000
/** Caps Retry-After, so that an input does not wait for a day. */
const MAX_RETRY_AFTER_MS = 60 * 60_000

export function backOffMs(fault: Pick<Fault, 'retryAfterMs'>, attemptsMade: number): number {
  const own = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attemptsMade - 1))
  // Jitter, so that inputs that failed together are not retried together.
  const spread = own * (0.5 + Math.random() / 2)
  return Math.round(Math.max(spread, cappedRetryAfterMs(fault)))
}

export function cappedRetryAfterMs(fault: Pick<Fault, 'retryAfterMs'>): number {
  return fault.retryAfterMs === undefined ? 0 : Math.min(fault.retryAfterMs, MAX_RETRY_AFTER_MS)
}
