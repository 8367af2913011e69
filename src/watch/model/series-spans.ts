// The stored values of one series of a history, and the period that a caller asks for.

/**
 * The values of one series in chronological order, each with the time it held. Columnar, because a year may have tens of
 * thousands of values. Times are in milliseconds.
 */
export interface SeriesSpans {
  readonly series: string
  readonly values: readonly string[]
  readonly firstSeenMs: readonly number[]
  /** The last check that saw the value. */
  readonly lastSeenMs: readonly number[]
  /** The check that saw another value; null while this one holds. */
  readonly endedMs: readonly (number | null)[]
}

export interface Period {
  readonly fromMs: number
  readonly toMs: number
}
