// Thinning: few enough points for a chart, with the first, the lowest, the highest and the last of every stretch of time, and what
// must not be lost: the lowest and the highest price of every series, where the stock changed, where checks began and ceased to fail. Pure.
import { isAvailabilitySeries } from './facts.ts'
import type { Point } from './history-points.ts'
import type { Period, SeriesSpans } from './history.ts'
import type { PriceColumn } from './prices.ts'

/** Whatever the period, a chart needs no more. */
export const POINTS_MAX = 2_000
/** Many series make each point heavy. */
const VALUES_MAX = 10_000
const POINTS_MIN = 200
const KEPT_PER_BUCKET = 4

export interface ThinOptions {
  /** All series but the outcomes. */
  readonly facts: readonly SeriesSpans[]
  /** Those of them that are prices. */
  readonly prices: readonly PriceColumn[]
  readonly period: Period
  /** What the chart shows, and which of its spans holds at each point (-1: none). */
  readonly shown: { readonly prices: PriceColumn; readonly placeAt: Int32Array } | undefined
}

export function thinPoints(points: readonly Point[], options: ThinOptions): readonly Point[] {
  const { facts, prices, period, shown } = options
  const byWeight = Math.max(POINTS_MIN, Math.floor(VALUES_MAX / Math.max(1, facts.length)))
  if (points.length <= Math.min(POINTS_MAX, byWeight)) return points
  const extremes = prices.flatMap(one => extremesOf(one, period))
  // Half of the points are for what must be kept, and no extreme is left out.
  const max = Math.min(POINTS_MAX, Math.max(byWeight, 2 * extremes.length))
  if (points.length <= max) return points
  const mustKeep = [...extremes, ...stockChanges(facts, period), ...edgesOfGaps(points)]
  const kept = pointsAt(points, mustKeep, Math.floor(max / 2))
  const buckets = Math.floor((max - kept.size) / KEPT_PER_BUCKET)
  for (const place of keptOfBuckets(points, shown, buckets)) kept.add(place)
  return points.filter((_, place) => kept.has(place))
}

/** When the lowest and the highest price of a series were first seen within the period. */
function extremesOf({ spans, amounts, compare }: PriceColumn, { fromMs, toMs }: Period): number[] {
  const { firstSeenMs, lastSeenMs } = spans
  let [low, high] = [-1, -1]
  for (let place = 0; place < amounts.length; place++) {
    const isOutside = (firstSeenMs[place] ?? 0) > toMs || (lastSeenMs[place] ?? 0) < fromMs
    if (isOutside || Number.isNaN(amounts[place])) continue
    if (low < 0 || compare(place, low) < 0) low = place
    if (high < 0 || compare(place, high) > 0) high = place
  }
  return low < 0 ? [] : [low, high].map(place => Math.max(firstSeenMs[place] ?? 0, fromMs))
}

/** The product's own before those of its variants, the latest before older ones. */
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

/** Without these a gap would seem to last until the next point that happens to be kept. The latest first. */
function edgesOfGaps(points: readonly Point[]): number[] {
  return points
    .filter((point, place) => point.isLast || points[place - 1]?.isLast)
    .map(point => point.firstSeenMs)
    .toReversed()
}

/** The points that begin at these times, or next after them where the checks failed then; `max` at most. */
function pointsAt(points: readonly Point[], timesMs: readonly number[], max: number): Set<number> {
  const kept = new Set<number>()
  for (const atMs of timesMs) {
    if (kept.size >= max) break
    let [low, high] = [0, points.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((points[middle]?.firstSeenMs ?? 0) < atMs) low = middle + 1
      else high = middle
    }
    if (low < points.length) kept.add(low)
  }
  return kept
}

/** Of each bucket of time the first point, the lowest, the highest and the last. */
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
  { prices, placeAt }: NonNullable<ThinOptions['shown']>,
  first: number,
  end: number,
): number[] {
  let [low, high] = [-1, -1]
  for (let point = first; point < end; point++) {
    const place = placeAt[point] ?? -1
    if (place < 0 || Number.isNaN(prices.amounts[place])) continue
    if (low < 0 || prices.compare(place, placeAt[low] ?? 0) < 0) low = point
    if (high < 0 || prices.compare(place, placeAt[high] ?? 0) > 0) high = point
  }
  return low < 0 ? [] : [low, high]
}
