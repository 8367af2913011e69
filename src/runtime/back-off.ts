// Exponential back-off with jitter; never less than what the other side asked for.

export interface BackOff {
  readonly firstMs: number
  readonly maxMs?: number
  /** What the other side asked for. */
  readonly retryAfterMs?: number | undefined
  readonly random?: () => number
}

/** Half fixed, half random, so that what failed together is not repeated together. `attempt` is 1 after the first failure. */
export function backOffMs(attempt: number, options: BackOff): number {
  const { firstMs, maxMs = Number.POSITIVE_INFINITY, retryAfterMs = 0, random = Math.random } = options
  const step = Math.min(maxMs, firstMs * 2 ** (attempt - 1))
  return Math.max(step / 2 + (step / 2) * random(), retryAfterMs)
}
