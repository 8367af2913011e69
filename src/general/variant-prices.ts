// The price of a product out of the prices of its variants.
import type { StatedVariant } from '../kit/platform/platform.ts'

interface VariantPrices {
  readonly price: string
  readonly list_price: string | undefined
  readonly price_max: string | undefined
  /** Whether every variant has a price. */
  readonly isWhole: boolean
}

/** The lowest price with its own former price, and the highest if it differs. */
export function priceOfVariants(variants: readonly StatedVariant[]): VariantPrices | undefined {
  const priced = variants
    .flatMap(one => (one.price === undefined ? [] : [{ price: one.price, former: one.list_price }]))
    .toSorted((a, b) => Number(a.price) - Number(b.price))
  const [lowest, highest] = [priced[0], priced.at(-1)]
  if (!lowest || !highest) return undefined
  const same = priced.filter(one => Number(one.price) === Number(lowest.price))
  return {
    price: lowest.price,
    list_price: same.find(one => one.former !== undefined)?.former,
    price_max: Number(highest.price) > Number(lowest.price) ? highest.price : undefined,
    isWhole: priced.length === variants.length,
  }
}
