// Helpers for mappings to the general shape: price ranges, availability of a whole product, attributes.
import type { Availability } from '#reader/values/offers'
import { compareAmounts, type Money, money } from '#reader/values/money'
import { asLooseInteger, asLooseNumber, asTrimmed } from '../schema/json-values.ts'

type Prices = readonly (Money | null | undefined)[]

/** The lowest price in the currency of the first. */
export function lowestPrice(prices: Prices): Money | undefined {
  return inOrder(prices)[0]
}

/** The highest price; undefined when all are equal. */
export function highestPrice(prices: Prices): Money | undefined {
  const sorted = inOrder(prices)
  const [low, high] = [sorted[0], sorted.at(-1)]
  return low && high && low.amount !== high.amount ? high : undefined
}

/** The former price if it is above the current one; a lower or equal one is no discount. */
export function listPrice(former: Money | undefined, price: Money | undefined): Money | undefined {
  if (!former || !price || former.currency !== price.currency) return undefined
  return compareAmounts(former, price) > 0 ? former : undefined
}

/** A price, and the first former one above it, in units of the currency. Shops write 0 where they have none. */
export function priceAndFormer(current: unknown, currency: unknown, ...former: readonly unknown[]) {
  const [price, ...before] = [current, ...former].map(one =>
    money(asLooseNumber(one) || undefined, asTrimmed(currency)),
  )
  return { price, list_price: before.map(one => listPrice(one, price)).find(Boolean) }
}

function inOrder(prices: Prices): Money[] {
  const amounts = prices.filter(price => price !== null && price !== undefined)
  return amounts.filter(price => price.currency === amounts[0]?.currency).toSorted(compareAmounts)
}

/** Availabilities from immediately available to not available. */
const BEST_FIRST: readonly Availability[] = [
  'in_stock',
  'limited',
  'preorder',
  'backorder',
  'out_of_stock',
  'discontinued',
]

/** A product is as available as its best variant. Unknown when no variant says, or when only some say "no". */
export function bestAvailability(
  all: readonly (Availability | null | undefined)[],
): Availability | undefined {
  const best = BEST_FIRST.find(one => all.includes(one))
  const isUnavailable = best === 'out_of_stock' || best === 'discontinued'
  return isUnavailable && all.some(one => one === null || one === undefined) ? undefined : best
}

/** From flags of the shop; undefined if it does not say whether it can be bought. */
export function stockState(
  isAvailable: boolean | undefined,
  isLow: () => unknown = () => false,
): Availability | undefined {
  if (isAvailable === undefined) return undefined
  return isAvailable ? (isLow() === true ? 'limited' : 'in_stock') : 'out_of_stock'
}

/** A rating of 0 is that of a product that nobody has rated. */
export function statedRating(average: unknown, scale: unknown, count: unknown) {
  const value = asLooseNumber(average)
  return value ? { value, scale: asLooseNumber(scale), count: asLooseInteger(count) } : undefined
}

/** Names and values in the shop's words; entries without a value are dropped. */
export function attributes(
  values: Readonly<Record<string, string | null | undefined>>,
): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

export function unique<T>(values: readonly (T | null | undefined)[] | null | undefined): T[] {
  return [...new Set((values ?? []).filter(value => value !== null && value !== undefined))]
}

/** The one value that all have in common; those without one do not count. */
export function onlyValue<T>(values: readonly (T | null | undefined)[] | null | undefined): T | undefined {
  const [only, ...others] = unique(values)
  return others.length === 0 ? only : undefined
}
