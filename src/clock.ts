// The two clocks. Time of day is for dates that people set and see; it can be set back. Everything that is waited for or
// measured goes by the monotonic one.

export interface Clock {
  /** Milliseconds since 1970, as the machine believes. */
  wallMs(): number
  /** Milliseconds since some moment; never goes back. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
