// A product whose fields are read one by one, for sites with several kinds of documents: `open` returns the functions for
// the kind at hand, so that the source of every field is known.
import { generalProduct } from './general-product.ts'
import type { ProductReading } from './product-reading.ts'
import type { Loose, ProductFields } from './site-mapping.ts'
import { type PricedVariant, variantTotals } from './variant-values.ts'

export type LazyProduct = {
  readonly [K in keyof ProductFields]?: () => Loose<ProductFields[K]> | null | undefined
}

/** The fields of a reading whose `open` returns a LazyProduct. */
export const lazyFields = Object.fromEntries(
  Object.keys(generalProduct.properties).map(name => [
    name,
    (product: LazyProduct) => product[name as keyof ProductFields]?.(),
  ]),
) as ProductReading<unknown, LazyProduct>['fields']

/** The variants, and what follows from them for the whole product; `covered`: the variants that its price is about. */
export function lazyVariants<V extends PricedVariant>(
  variants: () => readonly V[],
  covered: () => readonly V[] = variants,
) {
  const totals = () => variantTotals(covered())
  return {
    price: () => totals().price,
    list_price: () => totals().list_price,
    price_max: () => totals().price_max,
    availability: () => totals().availability,
    variants,
  }
}

/** These three belong together: a price of one document and a list price of another may be of different days. */
const OF_THE_PRICE = new Set<keyof ProductFields>(['price', 'list_price', 'price_max'])

/** Each field from the first of the documents that states it. */
export function joinProducts(...products: readonly (LazyProduct | undefined)[]): LazyProduct {
  const known = products.filter(one => one !== undefined)
  const names = new Set(known.flatMap(one => Object.keys(one) as (keyof ProductFields)[]))
  const priced = () => known.find(one => one.price?.())
  return Object.fromEntries(
    Array.from(names, name => [
      name,
      OF_THE_PRICE.has(name)
        ? () => priced()?.[name]?.()
        : () => known.map(one => one[name]?.()).find(value => isStated(value)),
    ]),
  )
}

function isStated(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}
