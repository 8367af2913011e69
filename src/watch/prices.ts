// The prices of one series: each text is read once, and amounts are compared as numbers where that is exact. Pure.
import { compareAmounts, type Money } from '../kit/general/money.ts'
import { moneyOf } from './facts.ts'
import type { SeriesSpans } from './history.ts'

export interface PriceColumn {
  readonly spans: SeriesSpans
  /** Of each span; NaN for what is no price. */
  readonly amounts: Float64Array
  /** The prices of two spans. Of two currencies neither is lower; the order of their names decides. */
  readonly compare: (a: number, b: number) => number
  readonly moneyAt: (place: number) => Money | undefined
  readonly currencyAt: (place: number) => string
  /** Behind the point. */
  readonly digitsAt: (place: number) => number
}

/** A space and the code of the currency. */
const CURRENCY_CHARS = 4
/** Decimals of up to 15 digits are different doubles in the same order. */
const EXACT_CHARS = 15 + CURRENCY_CHARS

export function priceColumn(spans: SeriesSpans): PriceColumn {
  const { values } = spans
  const amounts = new Float64Array(values.length)
  const currency = values[0]?.slice(-CURRENCY_CHARS) ?? ''
  let isPlain = true
  for (let place = 0; place < values.length; place++) {
    const text = values[place] ?? ''
    amounts[place] = text.length > CURRENCY_CHARS ? Number(text.slice(0, -CURRENCY_CHARS)) : Number.NaN
    isPlain &&= text.length <= EXACT_CHARS && text.endsWith(currency)
  }
  const moneyAt = (place: number) => moneyOf(values[place])
  return {
    spans,
    amounts,
    compare: isPlain
      ? (a, b) => (amounts[a] ?? 0) - (amounts[b] ?? 0)
      : (a, b) => compareMoney(moneyAt(a), moneyAt(b)),
    moneyAt,
    currencyAt: place => (isPlain ? currency : (values[place]?.slice(-CURRENCY_CHARS) ?? '')),
    digitsAt(place) {
      const [end, point] = [(values[place]?.length ?? 0) - CURRENCY_CHARS, values[place]?.indexOf('.') ?? -1]
      return point < 0 ? 0 : end - point - 1
    },
  }
}

function compareMoney(a: Money | undefined, b: Money | undefined): number {
  if (!a || !b) return 0
  if (a.currency === b.currency) return compareAmounts(a, b)
  return a.currency < b.currency ? -1 : 1
}
