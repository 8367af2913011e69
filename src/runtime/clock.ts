// The two clocks. The wall clock is for dates that people set and see; it can be set back. Delays and
// durations use the monotonic clock.

export interface Clock {
  /** Milliseconds since 1970, according to the machine. */
  wallMs(): number
  /** Milliseconds since an arbitrary moment; never goes back. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
