// Converts spans from rows, as tests write them, to columns, as the store returns them.
import type { SeriesSpans } from '../../src/watch/model/series-spans.ts'

export interface Span {
  readonly series: string
  readonly value: string
  readonly firstSeenMs: number
  readonly lastSeenMs: number
  readonly endedMs: number | undefined
}

export function columnsOf(spans: readonly Span[]): SeriesSpans[] {
  const bySeries = Map.groupBy(
    spans.toSorted((a, b) => a.firstSeenMs - b.firstSeenMs),
    span => span.series,
  )
  return [...bySeries].map(([series, own]) => ({
    series,
    values: own.map(span => span.value),
    firstSeenMs: own.map(span => span.firstSeenMs),
    lastSeenMs: own.map(span => span.lastSeenMs),
    endedMs: own.map(span => span.endedMs ?? null),
  }))
}
