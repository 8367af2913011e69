// Figures over a period: lowest, highest, median and mean price, weighted by how long each held. Pure.
import { compareAmounts, type Money, money } from '../kit/general/money.ts'
import { moneyOf } from './facts.ts'
import type { Segment } from './history.ts'

export interface PriceStats {
  readonly min: Money
  readonly max: Money
  readonly median: Money
  readonly mean: Money
  /** How long a price in this currency held, gaps left out. */
  readonly seconds: number
}

interface Weighted {
  readonly price: Money
  readonly weightMs: number
}

/** Of the currency that held longest; undefined where there was no price. */
export function priceStats(segments: readonly Segment[], series: string): PriceStats | undefined {
  const all = segments.flatMap(({ facts, firstSeenMs, untilMs }) => {
    const price = moneyOf(facts[series])
    // A price seen once has held for a moment, and counts.
    return price ? [{ price, weightMs: Math.max(1, untilMs - firstSeenMs) }] : []
  })
  const byCurrency = [...Map.groupBy(all, one => one.price.currency).values()]
  const longest = byCurrency.toSorted((a, b) => totalMs(b) - totalMs(a))[0]
  if (!longest) return undefined
  const sorted = longest.toSorted((a, b) => compareAmounts(a.price, b.price))
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  const middle = medianOf(sorted)
  const mean = meanOf(sorted)
  if (!lowest || !highest || !middle || !mean) return undefined
  return {
    min: lowest.price,
    max: highest.price,
    median: middle,
    mean,
    seconds: Math.round(totalMs(longest) / 1000),
  }
}

function totalMs(all: readonly Weighted[]): number {
  return all.reduce((sum, one) => sum + one.weightMs, 0)
}

function medianOf(sorted: readonly Weighted[]): Money | undefined {
  const half = totalMs(sorted) / 2
  let passed = 0
  return sorted.find(one => (passed += one.weightMs) >= half)?.price
}

/** The one figure that is not a price of the shop's: rounded to the digits that the prices have. */
function meanOf(sorted: readonly Weighted[]): Money | undefined {
  const places = Math.max(...sorted.map(({ price }) => price.amount.split('.')[1]?.length ?? 0))
  const sum = sorted.reduce((total, { price, weightMs }) => total + Number(price.amount) * weightMs, 0)
  return money((sum / totalMs(sorted)).toFixed(places), sorted[0]?.price.currency)
}
