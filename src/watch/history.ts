// History as callers see it: the spans of all series merged into one row of time, cut where checks failed. Pure.
import { type Facts, isPriceSeries } from './facts.ts'
import { followSpans, type Point, pointsOf } from './history-points.ts'
import { type PriceColumn, priceColumn } from './prices.ts'
import { type PriceStats, priceStats, STATS_SERIES } from './stats.ts'
import { thinPoints } from './thin.ts'

/** The series that says how the checks went; all others are facts. */
export const OUTCOME_SERIES = 'outcome'

/** The outcome of a time without checks. */
const NOT_CHECKED = 'not_checked'

/**
 * The values of one series, each as long as it held, in the order of time. Column by column, because a year may have tens of
 * thousands. Times are milliseconds.
 */
export interface SeriesSpans {
  readonly series: string
  readonly values: readonly string[]
  readonly firstSeenMs: readonly number[]
  /** The last check that saw it. */
  readonly lastSeenMs: readonly number[]
  /** The check that saw something else; null while it holds. */
  readonly endedMs: readonly (number | null)[]
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

export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** A year of hourly changes has more points than anybody is shown: the facts of one are put together only when it stays. */
export function mergeHistory(all: readonly SeriesSpans[], period: Period): MergedHistory {
  const outcomes = all.find(one => one.series === OUTCOME_SERIES)
  const facts = all
    .filter(one => one.series !== OUTCOME_SERIES)
    .toSorted((a, b) => (a.series < b.series ? -1 : 1))
  const points = outcomes ? pointsOf(facts, outcomes, period) : []
  const prices = facts.filter(one => isPriceSeries(one.series)).map(priceColumn)
  const shown = prices.find(one => one.spans.series === 'price') ?? prices[0]
  const followed = shown && followPrices(points, shown)
  const kept = thinPoints(points, { facts, prices, period, shown: followed })
  const stats = STATS_SERIES.flatMap(series => {
    const column = prices.find(one => one.spans.series === series)
    const own = column && (column === shown ? followed : followPrices(points, column))
    const figures = own && priceStats(points, own.placeAt, own.prices)
    return figures ? [[series, figures] as const] : []
  })
  return {
    segments: segmentsOf(kept, facts),
    gaps: outcomes ? gapsOf(outcomes) : [],
    isThinned: kept.length < points.length,
    stats: Object.fromEntries(stats),
  }
}

interface FollowedPrices {
  readonly prices: PriceColumn
  /** Which span holds at each point; -1 where none does. */
  readonly placeAt: Int32Array
}

function followPrices(points: readonly Point[], prices: PriceColumn): FollowedPrices {
  const holding = followSpans(prices.spans)
  return {
    prices,
    placeAt: Int32Array.from(points, ({ firstSeenMs }) => holding(firstSeenMs)),
  }
}

function segmentsOf(points: readonly Point[], facts: readonly SeriesSpans[]): Segment[] {
  const followed = facts.map(spans => ({ spans, holding: followSpans(spans) }))
  return points.map(({ firstSeenMs, untilMs, isLast }) => {
    const held: Record<string, string> = {}
    let lastSeenMs = firstSeenMs
    for (const { spans, holding } of followed) {
      const place = holding(firstSeenMs)
      const value = spans.values[place]
      if (value === undefined) continue
      held[spans.series] = value
      const seenMs = spans.endedMs[place] === null ? untilMs : (spans.lastSeenMs[place] ?? firstSeenMs)
      // What the check at the end saw belongs to the next segment, but after the last there is none.
      if (isLast) lastSeenMs = Math.max(lastSeenMs, Math.min(seenMs, untilMs))
      else if (seenMs < untilMs) lastSeenMs = Math.max(lastSeenMs, seenMs)
    }
    return { firstSeenMs, lastSeenMs, untilMs, facts: held }
  })
}

/** The outcome of checks is recorded again only when it differs, or after a time without a check. */
function gapsOf({ values, firstSeenMs, lastSeenMs }: SeriesSpans): Gap[] {
  return values.flatMap((outcome, place) => {
    const [fromMs = 0, toMs = 0, nextMs = 0] = [firstSeenMs[place], lastSeenMs[place], firstSeenMs[place + 1]]
    const failed = outcome === 'ok' ? [] : [{ fromMs, toMs, outcome }]
    return values[place + 1] === outcome
      ? [...failed, { fromMs: toMs, toMs: nextMs, outcome: NOT_CHECKED }]
      : failed
  })
}
