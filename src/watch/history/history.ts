// The history of a watch for callers: the spans of all series merged into one timeline, with gaps where checks failed. Pure.
import { type Facts, isPriceSeries, moneyOf } from '../facts/facts.ts'
import type { WatchMemory } from '../model/knowledge.ts'
import { followSpans, type Point, pointsOf } from './history-points.ts'
import { type PriceColumn, priceColumn } from './prices.ts'
import type { Period, SeriesSpans } from '../model/series-spans.ts'
import { type PriceStats, priceStats, STATS_SERIES } from './stats.ts'
import { thinPoints } from './thin.ts'
import type { PriceField } from '../../settings/watch-rules/condition.ts'
import type { HeldPrice } from './price-moves.ts'

/** The series with the outcomes of the checks; all others are facts. */
export const OUTCOME_SERIES = 'outcome'

/** The outcome for a time without checks. */
export const NOT_CHECKED = 'not_checked'

/** Before this time the history is about another product. */
export const REPLACED = 'product_replaced'

/** All facts at a time, from the first check that saw them to the last. */
export interface HistorySegment {
  readonly firstSeenMs: number
  readonly lastSeenMs: number
  /** Until when the facts are assumed to hold. */
  readonly untilMs: number
  readonly facts: Facts
}

/** A time in which checks failed, or without checks (`not_checked`). */
interface Gap {
  readonly fromMs: number
  readonly toMs: number
  readonly outcome: string
}

export interface MergedHistory {
  readonly segments: readonly HistorySegment[]
  readonly gaps: readonly Gap[]
  readonly isThinned: boolean
  /** Statistics by series, over all segments, including those that were thinned out. */
  readonly stats: Readonly<Partial<Record<(typeof STATS_SERIES)[number], PriceStats>>>
}

interface MergeOptions {
  /** Every point, for files rather than charts. */
  readonly isWhole?: boolean
  /** Times in which the address showed another product: its prices are no part of the statistics. */
  readonly gaps?: WatchMemory['gaps']
}

/** A year of hourly changes has more points than are shown, so facts are assembled only for the points that remain. */
export function mergeHistory(
  all: readonly SeriesSpans[],
  period: Period,
  { isWhole = false, gaps = [] }: MergeOptions = {},
): MergedHistory {
  const outcomes = all.find(one => one.series === OUTCOME_SERIES)
  const facts = all
    .filter(one => one.series !== OUTCOME_SERIES)
    .toSorted((a, b) => (a.series < b.series ? -1 : 1))
  const points = outcomes ? pointsOf(facts, outcomes, period) : []
  const prices = facts.filter(one => isPriceSeries(one.series)).map(priceColumn)
  const mainPrice = prices.find(one => one.spans.series === 'price') ?? prices[0]
  const followed = mainPrice && followPrices(points, mainPrice)
  const shownPoints = isWhole ? points : thinPoints(points, { facts, prices, period, shown: followed })
  const isOthers = ({ firstSeenMs }: Point) =>
    gaps.some(([from, to]) => firstSeenMs >= from && firstSeenMs < to)
  const ownPoints = gaps.length === 0 ? points : points.filter(point => !isOthers(point))
  const stats = STATS_SERIES.flatMap(series => {
    const column = prices.find(one => one.spans.series === series)
    const followedColumn =
      column && (column === mainPrice && ownPoints === points ? followed : followPrices(ownPoints, column))
    const figures = followedColumn && priceStats(ownPoints, followedColumn.spanAt, followedColumn.prices)
    return figures ? [[series, figures] as const] : []
  })
  return {
    segments: segmentsOf(shownPoints, facts),
    gaps: outcomes ? gapsOf(outcomes) : [],
    isThinned: shownPoints.length < points.length,
    stats: Object.fromEntries(stats),
  }
}

interface FollowedPrices {
  readonly prices: PriceColumn
  /** Index of the span that holds at each point; -1 if none. */
  readonly spanAt: Int32Array
}

function followPrices(points: readonly Point[], prices: PriceColumn): FollowedPrices {
  const holding = followSpans(prices.spans)
  return {
    prices,
    spanAt: Int32Array.from(points, ({ firstSeenMs }) => holding(firstSeenMs)),
  }
}

function segmentsOf(points: readonly Point[], facts: readonly SeriesSpans[]): HistorySegment[] {
  const followed = facts.map(spans => ({ spans, holding: followSpans(spans) }))
  return points.map(({ firstSeenMs, untilMs, isLast }) => {
    const values: Record<string, string> = {}
    let lastSeenMs = firstSeenMs
    for (const { spans, holding } of followed) {
      const index = holding(firstSeenMs)
      const value = spans.values[index]
      if (value === undefined) continue
      values[spans.series] = value
      const seenMs = spans.endedMs[index] === null ? untilMs : (spans.lastSeenMs[index] ?? firstSeenMs)
      // What the check at the end saw belongs to the next segment, unless this is the last one.
      if (isLast) lastSeenMs = Math.max(lastSeenMs, Math.min(seenMs, untilMs))
      else if (seenMs < untilMs) lastSeenMs = Math.max(lastSeenMs, seenMs)
    }
    return { firstSeenMs, lastSeenMs, untilMs, facts: values }
  })
}

/**
 * A new outcome span starts only if the outcome differs or after a time without checks; equal neighbours mean the latter.
 * Between different outcomes, such a time has a span of its own.
 */
function gapsOf({ values, firstSeenMs, lastSeenMs }: SeriesSpans): Gap[] {
  return values.flatMap((outcome, index) => {
    const [fromMs = 0, toMs = 0, nextMs = 0] = [firstSeenMs[index], lastSeenMs[index], firstSeenMs[index + 1]]
    const failed = outcome === 'ok' ? [] : [{ fromMs, toMs, outcome }]
    return values[index + 1] === outcome
      ? [...failed, { fromMs: toMs, toMs: nextMs, outcome: NOT_CHECKED }]
      : failed
  })
}

export function heldPrices(segments: readonly HistorySegment[], field: PriceField): HeldPrice[] {
  return segments.flatMap(({ firstSeenMs, untilMs, facts }) => {
    const price = moneyOf(facts[field])
    return price ? [{ price, fromMs: firstSeenMs, untilMs }] : []
  })
}
