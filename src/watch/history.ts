// History as callers see it: the spans of all series merged into one row of time, cut where checks failed. Pure.
import type { Facts } from './facts.ts'
import { thinSegments } from './thin.ts'

/** The series that says how the checks went; all others are facts. */
export const OUTCOME_SERIES = 'outcome'

/** One value of one series, as long as it held. Times are milliseconds. */
export interface Span {
  readonly series: string
  readonly value: string
  readonly firstSeenMs: number
  /** The last check that saw it. */
  readonly lastSeenMs: number
  /** The check that saw something else; undefined while it holds. */
  readonly endedMs: number | undefined
}

/** All that was seen, from the check that saw it first to the one that saw it last. */
export interface Segment {
  readonly firstSeenMs: number
  readonly lastSeenMs: number
  /** Up to which moment it is taken to hold. */
  readonly untilMs: number
  readonly facts: Facts
}

/** Checks failed from the first to the last of these moments. */
interface Gap {
  readonly fromMs: number
  readonly toMs: number
  readonly outcome: string
}

export interface MergedHistory {
  readonly segments: readonly Segment[]
  readonly gaps: readonly Gap[]
  readonly isThinned: boolean
}

export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** Whatever the period, a chart needs no more. */
export const POINTS_MAX = 2_000
/** Many series make each point heavy. */
const VALUES_MAX = 200_000
const POINTS_MIN = 100

export function mergeHistory(spans: readonly Span[], period: Period): MergedHistory {
  const outcomes = spans.filter(span => span.series === OUTCOME_SERIES)
  const facts = spans.filter(span => span.series !== OUTCOME_SERIES)
  const gaps = outcomes
    .filter(span => span.value !== 'ok')
    .map(span => ({ fromMs: span.firstSeenMs, toMs: span.lastSeenMs, outcome: span.value }))
  const segments = outcomes
    .filter(span => span.value === 'ok')
    .flatMap(ok => segmentsWithin(facts, clip(ok, period)))
  const seriesCount = new Set(facts.map(span => span.series)).size
  const max = Math.max(POINTS_MIN, Math.min(POINTS_MAX, Math.floor(VALUES_MAX / Math.max(1, seriesCount))))
  const kept = thinSegments(segments, max)
  return { segments: kept, gaps, isThinned: kept.length < segments.length }
}

/** While the checks went well, a value holds until a check sees another. */
function segmentsWithin(spans: readonly Span[], within: Period): Segment[] {
  const { fromMs, toMs } = within
  if (toMs < fromMs) return []
  const inside = spans
    .filter(span => span.firstSeenMs <= toMs && (span.endedMs ?? Number.POSITIVE_INFINITY) > fromMs)
    .toSorted((a, b) => a.firstSeenMs - b.firstSeenMs)
  const moments = inside.flatMap(span => [span.firstSeenMs, span.endedMs ?? toMs])
  const bounds = [...new Set([fromMs, ...moments.filter(at => at > fromMs && at <= toMs)])].toSorted(
    (a, b) => a - b,
  )
  // What the last check saw holds at that moment too.
  if (bounds.at(-1) !== toMs || inside.some(span => span.firstSeenMs === toMs)) bounds.push(toMs)
  const seen = [...moments, ...inside.map(span => span.lastSeenMs)].toSorted((a, b) => a - b)
  return sweep(inside, bounds.length === 1 ? [fromMs, toMs] : bounds, seen)
}

function sweep(spans: readonly Span[], bounds: readonly number[], seen: readonly number[]): Segment[] {
  const segments: Segment[] = []
  const current = new Map<string, Span>()
  let nextSpan = 0
  let nextSeen = 0
  let lastSeenMs = bounds[0] ?? 0
  for (const [place, untilMs] of bounds.entries()) {
    if (place === 0) continue
    const firstSeenMs = bounds[place - 1] ?? untilMs
    for (const [series, span] of current) {
      if (span.endedMs !== undefined && span.endedMs <= firstSeenMs) current.delete(series)
    }
    for (let span = spans[nextSpan]; span && span.firstSeenMs <= firstSeenMs; span = spans[++nextSpan]) {
      if (span.endedMs === undefined || span.endedMs > firstSeenMs) current.set(span.series, span)
    }
    lastSeenMs = firstSeenMs
    const isLast = place === bounds.length - 1
    for (
      let at = seen[nextSeen];
      at !== undefined && (isLast ? at <= untilMs : at < untilMs);
      at = seen[++nextSeen]
    ) {
      lastSeenMs = Math.max(lastSeenMs, at)
    }
    if (isLast) {
      for (const span of current.values())
        lastSeenMs = Math.max(lastSeenMs, Math.min(span.lastSeenMs, untilMs))
    }
    if (current.size > 0) segments.push({ firstSeenMs, lastSeenMs, untilMs, facts: factsOf(current) })
  }
  return segments
}

function factsOf(current: ReadonlyMap<string, Span>): Facts {
  const named = [...current].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(named.map(([series, span]) => [series, span.value]))
}

function clip(span: Span, { fromMs, toMs }: Period): Period {
  return { fromMs: Math.max(span.firstSeenMs, fromMs), toMs: Math.min(span.lastSeenMs, toMs) }
}
