// Price by size: variants of one condition, the lowest price of each size, a gap where there is none. Pure.
import type { Money, ProductVariant } from '../model/general.ts'
import { PRICE_COLOURS } from './series-colour.ts'
import { compareSizes } from './size-order.ts'

export interface PriceBySize {
  readonly labels: readonly string[]
  readonly series: readonly {
    readonly title: string
    readonly colour: number
    readonly values: readonly (number | null)[]
  }[]
  readonly currency: string
}

const CONDITIONS: readonly ProductVariant['condition'][] = ['new', null, 'refurbished', 'used', 'damaged']

/** Those that variants have, new ones first; null is a condition that the shop does not state. */
export function conditionsOf(variants: readonly ProductVariant[]): ProductVariant['condition'][] {
  return CONDITIONS.filter(condition => variants.some(one => one.condition === condition))
}

/** Undefined where a table is enough: one price for all sizes, or one or two sizes. */
export function priceBySize(
  variants: readonly ProductVariant[],
  condition: ProductVariant['condition'],
): PriceBySize | undefined {
  const own = variants.filter(one => one.condition === condition)
  const currency = own.find(one => one.price)?.price?.currency
  const labels = [...new Set(own.flatMap(one => one.size ?? []))].toSorted(compareSizes)
  if (currency === undefined || labels.length < 3) return undefined
  const lines = [
    { title: 'Price', colour: PRICE_COLOURS.price, priceOf: (one: ProductVariant) => one.price },
    {
      title: 'List price',
      colour: PRICE_COLOURS.list_price,
      priceOf: (one: ProductVariant) => one.list_price,
    },
  ]
  const series = lines.map(({ title, colour, priceOf }) => ({
    title,
    colour,
    values: labels.map(label => lowest(own.filter(one => one.size === label).map(priceOf), currency)),
  }))
  const amounts = new Set(series.flatMap(one => one.values).filter(value => value !== null))
  if (amounts.size < 2) return undefined
  return { labels, series: series.filter(one => one.values.some(value => value !== null)), currency }
}

/** Prices of two currencies share no axis. */
function lowest(prices: readonly (Money | null)[], currency: string): number | null {
  const amounts = prices.flatMap(price => (price?.currency === currency ? [Number(price.amount)] : []))
  return amounts.length > 0 ? Math.min(...amounts) : null
}
