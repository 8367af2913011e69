// The rate limit of one site: a leaky bucket, and the pauses that the site requests.

export interface SiteRate {
  /** When a request with `ahead` others before it may start, by rate and pause. */
  earliest(ahead: number, now: number): number
  takeToken(now: number): void
  pauseUntil(time: number): void
  pausedUntil(): number
  setMinInterval(ms: number): void
  /** With Crawl-delay applied. */
  current(): { readonly intervalMs: number; readonly burst: number }
}

/** All times are milliseconds of `performance.now()`. */
export function createSiteRate(limits: {
  readonly requestsPerSecond: number
  readonly concurrency: number
}): SiteRate {
  const configuredMs = 1000 / limits.requestsPerSecond
  let intervalMs = configuredMs
  let burst = Math.max(1, Math.min(limits.concurrency, Math.ceil(limits.requestsPerSecond)))
  /** When the bucket will be full again: the only state of a leaky bucket. */
  let fullAt = 0
  let paused = 0
  return {
    earliest: (ahead, now) => Math.max(now, paused, Math.max(fullAt, now) + (ahead + 1 - burst) * intervalMs),
    takeToken(now) {
      fullAt = Math.max(fullAt, now) + intervalMs
    },
    pauseUntil(time) {
      paused = Math.max(paused, time)
    },
    pausedUntil: () => paused,
    setMinInterval(ms) {
      intervalMs = Math.max(configuredMs, ms)
      if (intervalMs > configuredMs) burst = 1
    },
    current: () => ({ intervalMs, burst }),
  }
}
