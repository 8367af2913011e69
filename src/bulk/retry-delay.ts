// How long an input waits before it is tried again; never less than the site's Retry-After.
import { backOffMs } from '../runtime/back-off.ts'
import type { Fault } from '#kit/fault'

const FIRST_MS = 1_000
const MAX_MS = 60_000
/** Caps Retry-After, so that an input does not wait for a day. */
const MAX_RETRY_AFTER_MS = 60 * 60_000

export function retryDelayMs(fault: Pick<Fault, 'retryAfterMs'>, attemptsMade: number): number {
  const retryAfterMs = cappedRetryAfterMs(fault)
  return Math.round(backOffMs(attemptsMade, { firstMs: FIRST_MS, maxMs: MAX_MS, retryAfterMs }))
}

export function cappedRetryAfterMs({ retryAfterMs = 0 }: Pick<Fault, 'retryAfterMs'>): number {
  return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)
}
