// The prices of one series: each text is parsed once, and amounts are compared as numbers if that is exact. Pure.
import { compareAmounts, type Money } from '#reader/values/money'
import { moneyOf } from '../facts/facts.ts'
import type { SeriesSpans } from '../model/series-spans.ts'

export interface PriceColumn {
  readonly spans: SeriesSpans
  /** Amount of each span; NaN if it is not a price. */
  readonly amounts: Float64Array
  /** Compares the prices of two spans. Different currencies are ordered by name. */
  readonly compare: (a: number, b: number) => number
  readonly moneyAt: (index: number) => Money | undefined
  readonly currencyAt: (index: number) => string
  /** Number of decimal places. */
  readonly digitsAt: (index: number) => number
}

/** A space and the currency code. */
const CURRENCY_CHARS = 4
/** Doubles preserve the order of decimals with up to 15 digits. */
const EXACT_CHARS = 15 + CURRENCY_CHARS

export function priceColumn(spans: SeriesSpans): PriceColumn {
  const { values } = spans
  const amounts = new Float64Array(values.length)
  const currency = values[0]?.slice(-CURRENCY_CHARS) ?? ''
  let isPlain = true
  for (let index = 0; index < values.length; index++) {
    const text = values[index] ?? ''
    amounts[index] = text.length > CURRENCY_CHARS ? Number(text.slice(0, -CURRENCY_CHARS)) : Number.NaN
    isPlain &&= text.length <= EXACT_CHARS && text.endsWith(currency)
  }
  const moneyAt = (index: number) => moneyOf(values[index])
  return {
    spans,
    amounts,
    compare: isPlain
      ? (a, b) => (amounts[a] ?? 0) - (amounts[b] ?? 0)
      : (a, b) => compareMoney(moneyAt(a), moneyAt(b)),
    moneyAt,
    currencyAt: index => (isPlain ? currency : (values[index]?.slice(-CURRENCY_CHARS) ?? '')),
    digitsAt(index) {
      const [end, point] = [(values[index]?.length ?? 0) - CURRENCY_CHARS, values[index]?.indexOf('.') ?? -1]
      return point < 0 ? 0 : end - point - 1
    },
  }
}

function compareMoney(a: Money | undefined, b: Money | undefined): number {
  if (!a || !b) return 0
  if (a.currency === b.currency) return compareAmounts(a, b)
  return a.currency < b.currency ? -1 : 1
}
