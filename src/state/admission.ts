// Admission: decides whether a caller's rate limit and quota allow one more call.
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { KeyRecord } from './key-record.ts'
import type { RateLimiter, Rate, RateLimitState } from './rate-limiter.ts'
import type { Meter, QuotaState } from './meter.ts'

export interface AdmissionResult {
  readonly rateLimit: RateLimitState
  /** Undefined for a caller without a quota. */
  readonly quota: QuotaState | undefined
}

export interface Admission {
  /**
   * Counts one call against the caller's rate and the key's monthly quota. Synchronous unless another process is involved.
   * `nowMs` is wall-clock time, which determines the month.
   */
  admit(
    caller: string,
    rate: Rate,
    key: KeyRecord | undefined,
    nowMs: number,
  ): AdmissionResult | Promise<AdmissionResult>
  /** The state of this process's rate limit, without counting a call. */
  readonly peek: (caller: string, rate: Rate) => RateLimitState
}

/** For calls whose rate is limited elsewhere, and that only count against the quota. */
export const NO_RATE_LIMIT: Rate = { ratePerS: 1e6, burst: 1e6 }

/** Counts in this process only. */
export function createLocalAdmission(
  limiter: RateLimiter,
  meter: Meter,
  clock: Clock = systemClock,
): Admission {
  return {
    admit(caller, rate, key, nowMs) {
      const rateLimit = limiter.take(caller, rate, clock.monotonicMs())
      const quota = key && meter.reserve(key, nowMs)
      return quota instanceof Promise
        ? quota.then(known => ({ rateLimit, quota: known }))
        : { rateLimit, quota }
    },
    peek: (caller, rate) => limiter.peek(caller, rate, clock.monotonicMs()),
  }
}
