// Admission: whether a caller's rate limit and quota allow one more call.
import { type Clock, systemClock } from '../clock.ts'
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
   * Takes one call of the caller's rate, and of the key's month. At once when no other process must be asked.
   * `nowMs` is the time of day: it says which month it is.
   */
  admit(
    caller: string,
    rate: Rate,
    key: KeyRecord | undefined,
    nowMs: number,
  ): AdmissionResult | Promise<AdmissionResult>
  /** What the rate of this process would say, without taking anything. */
  readonly peek: (caller: string, rate: Rate) => RateLimitState
}

/** Counted in this process alone. */
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
