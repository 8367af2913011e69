// Downsamples a history to few enough points for a chart. Keeps the first, lowest, highest and last point of each time bucket,
// and what must not be lost: the lowest and highest price of every series, stock changes, and the edges of gaps. Pure.
import { isAvailabilitySeries } from '../facts/facts.ts'
import type { Point } from './history-points.ts'
import type { Period, SeriesSpans } from '../model/series-spans.ts'
import type { PriceColumn } from './prices.ts'

/** A chart needs no more, whatever the period. */
export const POINTS_MAX = 2_000
/** Bound on values, because each point has one per series. */
const VALUES_MAX = 10_000
const POINTS_MIN = 200
const KEPT_PER_BUCKET = 4

export interface ThinOptions {
  /** All series except the outcomes. */
  readonly facts: readonly SeriesSpans[]
  /** Those that are prices. */
  readonly prices: readonly PriceColumn[]
  readonly period: Period
  /** The series in the chart, and the index of its span at each point (-1: none). */
  readonly shown: { readonly prices: PriceColumn; readonly spanAt: Int32Array } | undefined
}

export function thinPoints(points: readonly Point[], options: ThinOptions): readonly Point[] {
  const { facts, prices, period, shown } = options
  const byWeight = Math.max(POINTS_MIN, Math.floor(VALUES_MAX / Math.max(1, facts.length)))
  if (points.length <= Math.min(POINTS_MAX, byWeight)) return points
  const extremes = prices.flatMap(one => extremesOf(one, period))
  // Half of the points are for what must be kept, enough for every extreme.
  const max = Math.min(POINTS_MAX, Math.max(byWeight, 2 * extremes.length))
  if (points.length <= max) return points
  const mustKeep = [...extremes, ...stockChanges(facts, period), ...edgesOfGaps(points)]
  const selection = pointsAt(points, mustKeep, Math.floor(max / 2))
  const buckets = Math.floor((max - selection.size) / KEPT_PER_BUCKET)
  for (const index of keptOfBuckets(points, shown, buckets)) selection.add(index)
  return points.filter((_, index) => selection.has(index))
}

/** When the lowest and the highest price of a series were first seen within the period. */
function extremesOf({ spans, amounts, compare }: PriceColumn, { fromMs, toMs }: Period): number[] {
  const { firstSeenMs, lastSeenMs } = spans
  let [low, high] = [-1, -1]
  for (let index = 0; index < amounts.length; index++) {
    const isOutside = (firstSeenMs[index] ?? 0) > toMs || (lastSeenMs[index] ?? 0) < fromMs
    if (isOutside || Number.isNaN(amounts[index])) continue
    if (low < 0 || compare(index, low) < 0) low = index
    if (high < 0 || compare(index, high) > 0) high = index
  }
  return low < 0 ? [] : [low, high].map(index => Math.max(firstSeenMs[index] ?? 0, fromMs))
}

/** Times of stock changes: the product's before those of its variants, the latest first. */
function stockChanges(facts: readonly SeriesSpans[], { fromMs, toMs }: Period): number[] {
  const stock = facts.filter(one => isAvailabilitySeries(one.series))
  const groups = [
    stock.filter(one => one.series === 'availability'),
    stock.filter(one => one.series !== 'availability'),
  ]
  return groups.flatMap(some =>
    some
      .flatMap(({ firstSeenMs, endedMs }) => [...firstSeenMs, ...endedMs.filter(at => at !== null)])
      .filter(at => at > fromMs && at <= toMs)
      .toSorted((a, b) => b - a),
  )
}

/** Points at the edges of gaps, the latest first: without them a gap would appear to last until the next kept point. */
function edgesOfGaps(points: readonly Point[]): number[] {
  return points
    .filter((point, index) => point.isLast || points[index - 1]?.isLast)
    .map(point => point.firstSeenMs)
    .toReversed()
}

/** Indexes of the points at these times, or of the next point if checks failed then; at most `max`. */
function pointsAt(points: readonly Point[], timesMs: readonly number[], max: number): Set<number> {
  const selection = new Set<number>()
  for (const atMs of timesMs) {
    if (selection.size >= max) break
    let [low, high] = [0, points.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((points[middle]?.firstSeenMs ?? 0) < atMs) low = middle + 1
      else high = middle
    }
    if (low < points.length) selection.add(low)
  }
  return selection
}

/** Indexes of the first, lowest, highest and last point of each time bucket. */
function* keptOfBuckets(
  points: readonly Point[],
  shown: ThinOptions['shown'],
  buckets: number,
): Generator<number> {
  const fromMs = points[0]?.firstSeenMs ?? 0
  const widthMs = ((points.at(-1)?.firstSeenMs ?? 0) - fromMs + 1) / buckets
  const endOf = (first: number) => {
    const bucket = Math.floor(((points[first]?.firstSeenMs ?? 0) - fromMs) / widthMs)
    let end = first + 1
    while (end < points.length && Math.floor(((points[end]?.firstSeenMs ?? 0) - fromMs) / widthMs) === bucket)
      end++
    return end
  }
  for (let first = 0, end = 0; first < points.length; first = end) {
    end = endOf(first)
    yield first
    if (shown) yield* extremesBetween(shown, first, end)
    yield end - 1
  }
}

function extremesBetween(
  { prices, spanAt }: NonNullable<ThinOptions['shown']>,
  first: number,
  end: number,
): number[] {
  let [low, high] = [-1, -1]
  for (let point = first; point < end; point++) {
    const index = spanAt[point] ?? -1
    if (index < 0 || Number.isNaN(prices.amounts[index])) continue
    if (low < 0 || prices.compare(index, spanAt[low] ?? 0) < 0) low = point
    if (high < 0 || prices.compare(index, spanAt[high] ?? 0) > 0) high = point
  }
  return low < 0 ? [] : [low, high]
}
