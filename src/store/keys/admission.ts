// Admission: decides whether a caller's rate limit and quota allow one more call.
import { type Clock, systemClock } from '../../runtime/clock.ts'
import type { KeyRecord } from './key-record.ts'
import type { Meter, QuotaState } from './meter.ts'
import { type Fault, faultTable } from '#kit/fault'

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
        ? quota.then(loaded => ({ rateLimit, quota: loaded }))
        : { rateLimit, quota }
    },
    peek: (caller, rate) => limiter.peek(caller, rate, clock.monotonicMs()),
  }
}

/** Answers and the caller's own mistakes count; failures that the caller did not cause and `quota_exceeded` do not. */
export function countsAgainstQuota(fault: Pick<Fault, 'code'> | undefined): boolean {
  return fault === undefined || (faultTable[fault.code].whose === 'caller' && fault.code !== 'quota_exceeded')
}

/** In-memory rate limiter: a leaky bucket with one number per caller (GCRA). */
export interface Rate {
  readonly ratePerS: number
  readonly burst: number
}

export interface RateLimitState {
  readonly allowed: boolean
  /** Requests that could still be sent now. */
  readonly remaining: number
  /** Time until a refused request would be allowed; 0 when allowed. */
  readonly retryAfterMs: number
  /** Time until the bucket is full again. */
  readonly resetMs: number
}

/** All times are monotonic. */
export interface RateLimiter {
  take(caller: string, rate: Rate, nowMs: number): RateLimitState
  /** Like `take`, without counting a request. */
  peek(caller: string, rate: Rate, nowMs: number): RateLimitState
}

const SWEEP_EVERY = 10_000

export function createMemoryRateLimiter(): RateLimiter {
  /** When each caller's bucket will be full again. */
  const fullAt = new Map<string, number>()
  let untilSweep = SWEEP_EVERY

  function judge(caller: string, { ratePerS, burst }: Rate, nowMs: number, cost: number): RateLimitState {
    const perRequestMs = 1000 / ratePerS
    // A bucket never holds more than its burst, even if the burst has been reduced.
    const latest = nowMs + burst * perRequestMs
    const start = Math.min(Math.max(fullAt.get(caller) ?? nowMs, nowMs), latest)
    const next = start + cost * perRequestMs
    const tooEarlyMs = next - nowMs - burst * perRequestMs
    // Tolerates rounding errors of the divisions above.
    if (tooEarlyMs > 1e-4)
      return { allowed: false, remaining: 0, retryAfterMs: tooEarlyMs, resetMs: start - nowMs }
    if (cost > 0) fullAt.set(caller, next)
    const remaining = Math.floor(burst - (next - nowMs) / perRequestMs + 1e-4)
    return { allowed: true, remaining, retryAfterMs: 0, resetMs: next - nowMs }
  }

  function sweep(nowMs: number): void {
    untilSweep = SWEEP_EVERY
    for (const [caller, full] of fullAt) if (full <= nowMs) fullAt.delete(caller)
  }

  return {
    take(caller, rate, nowMs) {
      if (--untilSweep <= 0) sweep(nowMs)
      return judge(caller, rate, nowMs, 1)
    },
    peek: (caller, rate, nowMs) => judge(caller, rate, nowMs, 0),
  }
}
