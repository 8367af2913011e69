// In-memory rate limiter: a leaky bucket with one number per caller (GCRA).

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

/** Times are monotonic. */
export interface RateLimiter {
  take(caller: string, rate: Rate, nowMs: number): RateLimitState
  /** The same without counting a request. */
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
