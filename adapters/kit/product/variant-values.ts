// Values of a whole product from its variants: the price of the cheapest that can be bought, and how available it is.
import { preferredOffers, type Availability } from '#reader/values/offers'
import { bestAvailability, highestPrice } from './mapping-values.ts'
import { compareAmounts, type Money } from '#reader/values/money'

export interface PricedVariant {
  readonly condition?: string | null | undefined
  readonly price?: Money | null | undefined
  readonly list_price?: Money | null | undefined
  readonly availability?: Availability | null | undefined
}

/** The variants that `price` covers: new and available ones with a price; others only if there are none of these. */
function coveredVariants<V extends PricedVariant>(variants: readonly V[]): V[] {
  const priced = variants.filter(one => one.price !== null && one.price !== undefined)
  const covered = preferredOffers(priced, one => one)
  return covered.filter(one => one.price?.currency === covered[0]?.price?.currency)
}

/** The variant whose price is the price of the product; of several, the one with a list price. */
export function cheapestVariant<V extends PricedVariant>(variants: readonly V[]): V | undefined {
  return coveredVariants(variants).toSorted(
    (a, b) =>
      (a.price && b.price ? compareAmounts(a.price, b.price) : 0) ||
      Number(Boolean(b.list_price)) - Number(Boolean(a.list_price)),
  )[0]
}

/** The highest price of the variants that `price` covers; undefined when all are equal. */
export function highestVariantPrice(variants: readonly PricedVariant[]): Money | undefined {
  return highestPrice(coveredVariants(variants).map(one => one.price))
}

export function variantAvailability(variants: readonly PricedVariant[]): Availability | undefined {
  return bestAvailability(variants.map(one => one.availability))
}

/** All of these at once. */
export function variantTotals(variants: readonly PricedVariant[]) {
  const cheapest = cheapestVariant(variants)
  return {
    price: cheapest?.price ?? undefined,
    list_price: cheapest?.list_price ?? undefined,
    price_max: highestVariantPrice(variants),
    availability: variantAvailability(variants),
  }
}
