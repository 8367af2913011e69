// Thinning: few enough points for a chart, with the first, the lowest, the highest and the last of every stretch of time, and what
// must not be lost: where the stock changed, and the lowest and the highest price of every series. Pure.
import type { Money } from '../kit/general/money.ts'
import { compareAmounts } from '../kit/general/money.ts'
import { isPriceSeries, moneyOf } from './facts.ts'
import type { Period, Segment, Span } from './history.ts'

const KEPT_PER_BUCKET = 4

/** `mustKeepAt`: times at which segments begin that stay, as far as they take no more than half of the points. */
export function thinSegments<One extends Segment>(
  segments: readonly One[],
  max: number,
  mustKeepAt: ReadonlySet<number> = new Set(),
): readonly One[] {
  if (segments.length <= max) return segments
  const series = priceSeriesOf(segments)
  const kept = mustKeep(segments, Math.floor(max / 2), mustKeepAt)
  const buckets = Math.floor((max - kept.size) / KEPT_PER_BUCKET)
  const fromMs = segments[0]?.firstSeenMs ?? 0
  const widthMs = ((segments.at(-1)?.firstSeenMs ?? 0) - fromMs + 1) / buckets
  const byBucket = Map.groupBy(segments, one => Math.floor((one.firstSeenMs - fromMs) / widthMs))
  for (const bucket of byBucket.values()) {
    for (const one of keepOf(bucket, series)) if (one) kept.add(one)
  }
  return segments.filter(one => kept.has(one))
}

/** Extremes first, then changes of stock, the latest before older ones. */
function mustKeep<One extends Segment>(
  segments: readonly One[],
  max: number,
  mustKeepAt: ReadonlySet<number>,
): Set<One> {
  const extremes = segments.filter(one => mustKeepAt.has(one.firstSeenMs))
  const stock = segments.filter(
    (one, place) => place > 0 && one.facts.availability !== segments[place - 1]?.facts.availability,
  )
  return new Set([...extremes, ...stock.toReversed()].slice(0, max))
}

/** When the lowest and the highest price of each series were first seen within the period. */
export function extremeSpans(spans: readonly Span[], { fromMs, toMs }: Period): Set<number> {
  const bySeries = new Map<string, { low: Extreme; high: Extreme }>()
  for (const span of spans) {
    const price = isPriceSeries(span.series) ? moneyOf(span.value) : undefined
    if (!price || span.firstSeenMs > toMs || span.lastSeenMs < fromMs) continue
    const atMs = Math.max(span.firstSeenMs, fromMs)
    const known = bySeries.get(span.series)
    if (!known) bySeries.set(span.series, { low: { price, atMs }, high: { price, atMs } })
    else if (compare(price, known.low.price) < 0) known.low = { price, atMs }
    else if (compare(price, known.high.price) > 0) known.high = { price, atMs }
  }
  return new Set([...bySeries.values()].flatMap(({ low, high }) => [low.atMs, high.atMs]))
}

interface Extreme {
  readonly price: Money
  readonly atMs: number
}

function keepOf<One extends Segment>(bucket: readonly One[], series: string): (One | undefined)[] {
  const priced = bucket.flatMap(segment => {
    const price = moneyOf(segment.facts[series])
    return price ? [{ segment, price }] : []
  })
  const extreme = (sign: number) =>
    priced.reduce<{ segment: One; price: Money } | undefined>(
      (best, one) => (best && compare(one.price, best.price) * sign <= 0 ? best : one),
      undefined,
    )?.segment
  return [bucket[0], extreme(-1), extreme(1), bucket.at(-1)]
}

/** Of two currencies neither is lower; in a bucket that mixes them, the order of their names decides. */
function compare(a: Money, b: Money): number {
  if (a.currency === b.currency) return compareAmounts(a, b)
  return a.currency < b.currency ? -1 : 1
}

/** The product's own price, else the first that there is. */
function priceSeriesOf(segments: readonly Segment[]): string {
  if (segments.some(segment => segment.facts.price !== undefined)) return 'price'
  const names = segments.flatMap(segment => Object.keys(segment.facts).slice(0, 20))
  return names.find(isPriceSeries) ?? 'price'
}
