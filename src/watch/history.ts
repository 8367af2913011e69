// History as callers see it: the spans of all series merged into one row of time, cut where checks failed. Pure.
import { type Facts, isAvailabilitySeries, isPriceSeries } from './facts.ts'
import { type PriceStats, priceStats } from './stats.ts'
import { extremeSpans, thinSegments } from './thin.ts'

/** The series that says how the checks went; all others are facts. */
export const OUTCOME_SERIES = 'outcome'

/** The outcome of a time without checks. */
const NOT_CHECKED = 'not_checked'

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

/** Checks failed from the first to the last of these moments, or there was none in between (`not_checked`). */
interface Gap {
  readonly fromMs: number
  readonly toMs: number
  readonly outcome: string
}

export interface MergedHistory {
  readonly segments: readonly Segment[]
  readonly gaps: readonly Gap[]
  readonly isThinned: boolean
  /** By series, over all segments, also those that were thinned out. */
  readonly stats: Readonly<Partial<Record<(typeof STATS_SERIES)[number], PriceStats>>>
}

const STATS_SERIES = ['price', 'list_price'] as const

export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** Whatever the period, a chart needs no more. */
export const POINTS_MAX = 2_000
/** Many series make each point heavy. */
const VALUES_MAX = 200_000
const POINTS_MIN = 100

/** A segment of the sweep: only a few of its facts, and how to get at the others. */
interface Point extends Segment {
  /** So many of the steps lead to it. */
  readonly steps: number
}

/** A value that begins, or a series that ends. */
interface Step {
  readonly series: string
  readonly value: string | undefined
}

/**
 * A year of hourly changes has more segments than anybody is shown: all facts of a segment are put together only when it
 * stays.
 */
export function mergeHistory(spans: readonly Span[], period: Period): MergedHistory {
  const outcomes = spans.filter(span => span.series === OUTCOME_SERIES)
  const facts = spans
    .filter(span => span.series !== OUTCOME_SERIES)
    .toSorted((a, b) => a.firstSeenMs - b.firstSeenMs)
  const names = [...new Set(facts.map(span => span.series))].toSorted((a, b) => (a < b ? -1 : 1))
  const steps: Step[] = []
  const points = pointsWithin(facts, outcomes, period, { steps, tracked: trackedSeries(names) })
  const max = Math.max(POINTS_MIN, Math.min(POINTS_MAX, Math.floor(VALUES_MAX / Math.max(1, names.length))))
  const kept = thinSegments(points, max, extremeSpans(facts, period))
  const stats = STATS_SERIES.flatMap(series => {
    const figures = priceStats(points, series)
    return figures ? [[series, figures] as const] : []
  })
  return {
    segments: withAllFacts(kept, steps, names),
    gaps: gapsOf(outcomes),
    isThinned: kept.length < points.length,
    stats: Object.fromEntries(stats),
  }
}

/** What thinning and figures look at: the product's own prices and stock, else the first price that there is. */
function trackedSeries(names: readonly string[]): Set<string> {
  const own = names.filter(name => !name.includes('/') && (isPriceSeries(name) || isAvailabilitySeries(name)))
  const other = own.includes('price') ? undefined : names.find(isPriceSeries)
  return new Set(other === undefined ? own : [...own, other])
}

function withAllFacts(kept: readonly Point[], steps: readonly Step[], names: readonly string[]): Segment[] {
  const current = new Map<string, string>()
  let done = 0
  return kept.map(({ firstSeenMs, lastSeenMs, untilMs, steps: end }) => {
    for (; done < end; done++) {
      const step = steps[done]
      if (step?.value === undefined) current.delete(step?.series ?? '')
      else current.set(step.series, step.value)
    }
    const facts: Record<string, string> = {}
    for (const name of names) {
      const value = current.get(name)
      if (value !== undefined) facts[name] = value
    }
    return { firstSeenMs, lastSeenMs, untilMs, facts }
  })
}

/** The outcome of checks is recorded again only when it differs, or after a time without a check. */
function gapsOf(outcomes: readonly Span[]): Gap[] {
  return outcomes.flatMap((span, place) => {
    const next = outcomes[place + 1]
    const failed =
      span.value === 'ok' ? [] : [{ fromMs: span.firstSeenMs, toMs: span.lastSeenMs, outcome: span.value }]
    return next?.value === span.value
      ? [...failed, { fromMs: span.lastSeenMs, toMs: next.firstSeenMs, outcome: NOT_CHECKED }]
      : failed
  })
}

interface SweepState {
  readonly steps: Step[]
  readonly tracked: ReadonlySet<string>
}

/** `facts` in the order of time. Of each time in which the checks went well, only what overlaps it is looked at. */
function pointsWithin(
  facts: readonly Span[],
  outcomes: readonly Span[],
  period: Period,
  state: SweepState,
): Point[] {
  const points: Point[] = []
  let overlapping: Span[] = []
  let next = 0
  for (const ok of outcomes) {
    if (ok.value !== 'ok') continue
    const within = clip(ok, period)
    if (within.toMs < within.fromMs) continue
    for (let span = facts[next]; span && span.firstSeenMs <= within.toMs; span = facts[++next]) {
      overlapping.push(span)
    }
    overlapping = overlapping.filter(span => (span.endedMs ?? Number.POSITIVE_INFINITY) > within.fromMs)
    for (const point of pointsOf(overlapping, within, state)) points.push(point)
  }
  return points
}

/** While the checks went well, a value holds until a check sees another. */
function pointsOf(inside: readonly Span[], { fromMs, toMs }: Period, state: SweepState): Point[] {
  const moments = inside.flatMap(span => [span.firstSeenMs, span.endedMs ?? toMs])
  const bounds = [...new Set([fromMs, ...moments.filter(at => at > fromMs && at <= toMs)])].toSorted(
    (a, b) => a - b,
  )
  // What the last check saw holds at that moment too.
  if (bounds.at(-1) !== toMs || inside.some(span => span.firstSeenMs === toMs)) bounds.push(toMs)
  const seen = [...moments, ...inside.map(span => span.lastSeenMs)].toSorted((a, b) => a - b)
  return sweep(inside, bounds.length === 1 ? [fromMs, toMs] : bounds, seen, state)
}

function sweep(
  spans: readonly Span[],
  bounds: readonly number[],
  seen: readonly number[],
  { steps, tracked }: SweepState,
): Point[] {
  const points: Point[] = []
  const current = new Map<string, Span>()
  let nextSpan = 0
  let nextSeen = 0
  for (const [place, untilMs] of bounds.entries()) {
    if (place === 0) continue
    const firstSeenMs = bounds[place - 1] ?? untilMs
    for (const [series, span] of current) {
      if (span.endedMs !== undefined && span.endedMs <= firstSeenMs) {
        current.delete(series)
        steps.push({ series, value: undefined })
      }
    }
    for (let span = spans[nextSpan]; span && span.firstSeenMs <= firstSeenMs; span = spans[++nextSpan]) {
      if (span.endedMs !== undefined && span.endedMs <= firstSeenMs) continue
      current.set(span.series, span)
      steps.push({ series: span.series, value: span.value })
    }
    let lastSeenMs = firstSeenMs
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
    if (current.size === 0) continue
    points.push({ firstSeenMs, lastSeenMs, untilMs, facts: pick(current, tracked), steps: steps.length })
  }
  // What holds here need not hold when the checks go well again.
  for (const series of current.keys()) steps.push({ series, value: undefined })
  return points
}

function pick(current: ReadonlyMap<string, Span>, series: ReadonlySet<string>): Facts {
  const facts: Record<string, string> = {}
  for (const one of series) {
    const span = current.get(one)
    if (span) facts[one] = span.value
  }
  return facts
}

function clip(span: Span, { fromMs, toMs }: Period): Period {
  return { fromMs: Math.max(span.firstSeenMs, fromMs), toMs: Math.min(span.lastSeenMs, toMs) }
}
