// Rate limits as a leaky bucket kept in one number per caller (GCRA), in this process.

export interface Rate {
  readonly ratePerS: number
  readonly burst: number
}

export interface Taken {
  readonly allowed: boolean
  /** Requests that could still be made at once. */
  readonly remaining: number
  /** Until a refused request would be let through; 0 when allowed. */
  readonly retryAfterMs: number
  /** Until the bucket is full again. */
  readonly resetMs: number
}

export interface Limiter {
  take(caller: string, rate: Rate, nowMs: number): Taken
  /** The same without taking anything. */
  peek(caller: string, rate: Rate, nowMs: number): Taken
}

const SWEEP_EVERY = 10_000

export function createMemoryLimiter(): Limiter {
  /** When each caller's bucket will be full again. */
  const fullAt = new Map<string, number>()
  // Counted from here, so that fractions of a millisecond survive in a double.
  const yearZeroMs = Date.now()
  let untilSweep = SWEEP_EVERY

  function judge(caller: string, { ratePerS, burst }: Rate, atMs: number, cost: number): Taken {
    const nowMs = atMs - yearZeroMs
    const perRequestMs = 1000 / ratePerS
    const start = Math.max(fullAt.get(caller) ?? nowMs, nowMs)
    const next = start + cost * perRequestMs
    const tooEarlyMs = next - nowMs - burst * perRequestMs
    // Far below a millisecond: rounding of the divisions above, not a request too many.
    if (tooEarlyMs > 1e-4)
      return { allowed: false, remaining: 0, retryAfterMs: tooEarlyMs, resetMs: start - nowMs }
    if (cost > 0) fullAt.set(caller, next)
    const remaining = Math.floor(burst - (next - nowMs) / perRequestMs + 1e-4)
    return { allowed: true, remaining, retryAfterMs: 0, resetMs: next - nowMs }
  }

  function sweep(atMs: number): void {
    untilSweep = SWEEP_EVERY
    const nowMs = atMs - yearZeroMs
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
