// Figures over a period: lowest, highest, median and mean price, weighted by how long each held. Pure.
import { type Money, money } from '../kit/general/money.ts'
import type { Point } from './history-points.ts'
import type { PriceColumn } from './prices.ts'

export const STATS_SERIES = ['price', 'list_price'] as const

export interface PriceStats {
  readonly min: Money
  readonly max: Money
  readonly median: Money
  readonly mean: Money
  /** How long a price in this currency held, gaps left out. */
  readonly seconds: number
}

/** Prices that are equal, whichever span said so. */
interface Held {
  readonly place: number
  weightMs: number
}

/** Of the currency that held longest; undefined where there was no price. `placeAt`: which span holds at each point (-1: none). */
export function priceStats(
  points: readonly Point[],
  placeAt: Int32Array,
  prices: PriceColumn,
): PriceStats | undefined {
  const byCurrency = Map.groupBy(timesHeld(points, placeAt, prices), ({ place }) => prices.currencyAt(place))
  const sorted = [...byCurrency.values()].toSorted((a, b) => totalMs(b) - totalMs(a))[0]
  if (!sorted) return undefined
  const [min, max, median] = [sorted[0], sorted.at(-1), middleOf(sorted)].map(one =>
    one ? prices.moneyAt(one.place) : undefined,
  )
  const mean = min && meanOf(sorted, prices, min.currency)
  if (!max || !median || !mean) return undefined
  return { min, max, median, mean, seconds: Math.round(totalMs(sorted) / 1000) }
}

/** Each price once, the lowest first. */
function timesHeld(points: readonly Point[], placeAt: Int32Array, prices: PriceColumn): Held[] {
  const { amounts, compare } = prices
  const weights = new Float64Array(amounts.length)
  for (let point = 0; point < points.length; point++) {
    const place = placeAt[point] ?? -1
    const { firstSeenMs = 0, untilMs = 0 } = points[point] ?? {}
    // A price seen once has held for a moment, and counts.
    if (place >= 0) weights[place] = (weights[place] ?? 0) + Math.max(1, untilMs - firstSeenMs)
  }
  const all: Held[] = []
  const seen = Uint32Array.from(weights.keys()).filter(
    place => (weights[place] ?? 0) > 0 && !Number.isNaN(amounts[place]),
  )
  for (const place of seen.sort(compare)) {
    const last = all.at(-1)
    const weightMs = weights[place] ?? 0
    if (last && compare(place, last.place) === 0) last.weightMs += weightMs
    else all.push({ place, weightMs })
  }
  return all
}

function totalMs(all: readonly Held[]): number {
  return all.reduce((sum, one) => sum + one.weightMs, 0)
}

function middleOf(sorted: readonly Held[]): Held | undefined {
  const half = totalMs(sorted) / 2
  let passed = 0
  return sorted.find(one => (passed += one.weightMs) >= half)
}

/** The one figure that is not a price of the shop's: rounded to the digits that the prices have. */
function meanOf(sorted: readonly Held[], prices: PriceColumn, currency: string): Money | undefined {
  const digits = sorted.reduce((most, { place }) => Math.max(most, prices.digitsAt(place)), 0)
  const sum = sorted.reduce(
    (total, { place, weightMs }) => total + (prices.amounts[place] ?? 0) * weightMs,
    0,
  )
  return money((sum / totalMs(sorted)).toFixed(digits), currency)
}
