// The price and the condition of a product out of those of its variants.
import { preferredOffers, isPurchasable } from '#reader/values/offers'
import type { StatedPrice, ExtractedVariant } from '#kit/product/reading'
import type { SourcedValue } from './read-witness.ts'

interface VariantPrices {
  readonly price: string
  readonly list_price: string | undefined
  readonly price_max: string | undefined
  /** Whether every variant has a price. */
  readonly isWhole: boolean
}

/** The lowest price with its own former price, and the highest if it differs. */
export function priceOfVariants(variants: readonly ExtractedVariant[]): VariantPrices | undefined {
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

/** Of the variants that the price is about; undefined where these differ. */
export function conditionOf(variants: readonly ExtractedVariant[]): ExtractedVariant['condition'] {
  const [condition, ...others] = new Set(preferredOffers(variants, one => one).map(one => one.condition))
  return others.length === 0 ? condition : undefined
}

/** The lowest price of the used variants that are for sale, where the price is that of a new one. */
export function usedPrices(variants: readonly ExtractedVariant[]): StatedPrice[] {
  const asked = new Set(preferredOffers(variants, one => one))
  const isUsed = ({ condition = 'new' }: ExtractedVariant) => condition !== 'new'
  const used = variants.filter(one => !asked.has(one) && isPurchasable(one) && isUsed(one))
  const price = priceOfVariants(used)?.price
  return price === undefined ? [] : [{ kind: 'used', price }]
}

/** Merges the variants of several documents: one has the stock, another the bar codes. */
export interface MergedVariants {
  readonly variants: readonly ExtractedVariant[]
  /** Where they were found; undefined if no document has variants. */
  readonly evidence: SourcedValue<unknown> | undefined
}

/** The first document's variants in its order; the others add what it lacks, by the platform's id or else by the SKU. */
export function mergeVariants(stated: readonly SourcedValue<readonly ExtractedVariant[]>[]): MergedVariants {
  const [first, ...others] = stated
  if (!first) return { variants: [], evidence: undefined }
  const added = others.filter(other => other.value.some(one => first.value.some(own => isSame(own, one))))
  const variants = first.value.map(variant =>
    added.reduce((merged, { value }) => {
      const same = value.find(one => isSame(variant, one))
      return same ? { ...same, ...definedOnly(merged) } : merged
    }, variant),
  )
  const all = [first, ...added]
  const where = all.map(one => one.where).join('; ')
  const places = all.flatMap(one => one.places ?? [])
  return { variants, evidence: { value: variants, from: first.from, where, places } }
}

export function isSame(extractedVariant: ExtractedVariant, other: ExtractedVariant): boolean {
  if (extractedVariant.id !== undefined && other.id !== undefined) return extractedVariant.id === other.id
  return extractedVariant.sku !== undefined && extractedVariant.sku === other.sku
}

function definedOnly(variant: ExtractedVariant): ExtractedVariant {
  return Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined))
}
