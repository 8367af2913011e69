// Price statistics over a period: lowest, highest, median and mean, weighted by time. Pure.
import { type Money, money } from '#reader/values/money'
import type { Point } from './history-points.ts'
import type { PriceColumn } from './prices.ts'

export const STATS_SERIES = ['price', 'list_price'] as const

export interface PriceStats {
  readonly min: Money
  readonly max: Money
  readonly median: Money
  readonly mean: Money
  /** How long a price in this currency held, without gaps. */
  readonly seconds: number
}

/** A distinct price, and how long it held in total. */
interface PriceDuration {
  readonly index: number
  weightMs: number
}

/** For the currency that held longest; undefined without prices. `spanAt`: index of the span at each point (-1: none). */
export function priceStats(
  points: readonly Point[],
  spanAt: Int32Array,
  prices: PriceColumn,
): PriceStats | undefined {
  const byCurrency = Map.groupBy(timesHeld(points, spanAt, prices), ({ index }) => prices.currencyAt(index))
  const sorted = [...byCurrency.values()].toSorted((a, b) => totalMs(b) - totalMs(a))[0]
  if (!sorted) return undefined
  const [min, max, median] = [sorted[0], sorted.at(-1), middleOf(sorted)].map(duration =>
    duration ? prices.moneyAt(duration.index) : undefined,
  )
  const mean = min && meanOf(sorted, prices, min.currency)
  if (!max || !median || !mean) return undefined
  return { min, max, median, mean, seconds: Math.round(totalMs(sorted) / 1000) }
}

/** Each distinct price once, lowest first. */
function timesHeld(points: readonly Point[], spanAt: Int32Array, prices: PriceColumn): PriceDuration[] {
  const { amounts, compare } = prices
  const weights = new Float64Array(amounts.length)
  for (let point = 0; point < points.length; point++) {
    const index = spanAt[point] ?? -1
    const { firstSeenMs = 0, untilMs = 0 } = points[point] ?? {}
    // A price seen by a single check counts too.
    if (index >= 0) weights[index] = (weights[index] ?? 0) + Math.max(1, untilMs - firstSeenMs)
  }
  const all: PriceDuration[] = []
  const weighted = Uint32Array.from(weights.keys()).filter(
    index => (weights[index] ?? 0) > 0 && !Number.isNaN(amounts[index]),
  )
  for (const index of weighted.sort(compare)) {
    const last = all.at(-1)
    const weightMs = weights[index] ?? 0
    if (last && compare(index, last.index) === 0) last.weightMs += weightMs
    else all.push({ index, weightMs })
  }
  return all
}

function totalMs(all: readonly PriceDuration[]): number {
  return all.reduce((sum, one) => sum + one.weightMs, 0)
}

function middleOf(sorted: readonly PriceDuration[]): PriceDuration | undefined {
  const half = totalMs(sorted) / 2
  let passed = 0
  return sorted.find(one => (passed += one.weightMs) >= half)
}

/** Computed, unlike the others, so rounded to the most decimal places of the prices. */
function meanOf(sorted: readonly PriceDuration[], prices: PriceColumn, currency: string): Money | undefined {
  const digits = sorted.reduce((most, { index }) => Math.max(most, prices.digitsAt(index)), 0)
  const sum = sorted.reduce(
    (total, { index, weightMs }) => total + (prices.amounts[index] ?? 0) * weightMs,
    0,
  )
  return money((sum / totalMs(sorted)).toFixed(digits), currency)
}
