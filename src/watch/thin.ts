// Thinning: few enough points for a chart, with the first, the lowest, the highest and the last of every stretch of time. Pure.
import type { Money } from '../kit/general/money.ts'
import { compareAmounts } from '../kit/general/money.ts'
import { isPriceSeries, moneyOf } from './facts.ts'
import type { Segment } from './history.ts'

const KEPT_PER_BUCKET = 4

export function thinSegments(segments: readonly Segment[], max: number): readonly Segment[] {
  if (segments.length <= max) return segments
  const series = priceSeriesOf(segments)
  const buckets = Math.floor(max / KEPT_PER_BUCKET)
  const fromMs = segments[0]?.firstSeenMs ?? 0
  const widthMs = ((segments.at(-1)?.firstSeenMs ?? 0) - fromMs + 1) / buckets
  const byBucket = Map.groupBy(segments, one => Math.floor((one.firstSeenMs - fromMs) / widthMs))
  return [...byBucket.values()].flatMap(bucket => keepOf(bucket, series))
}

function keepOf(bucket: readonly Segment[], series: string): Segment[] {
  const priced = bucket.flatMap(segment => {
    const price = moneyOf(segment.facts[series])
    return price ? [{ segment, price }] : []
  })
  const extreme = (sign: number) =>
    priced.reduce<{ segment: Segment; price: Money } | undefined>(
      (best, one) => (best && compare(one.price, best.price) * sign <= 0 ? best : one),
      undefined,
    )?.segment
  const kept = new Set([bucket[0], extreme(-1), extreme(1), bucket.at(-1)])
  return bucket.filter(segment => kept.has(segment))
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
