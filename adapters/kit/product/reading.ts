// What one document states about a product, in one language for all shops: a function per field, which the merge calls.
// So nothing is read that nobody needs, and the place of every value is known.
import type { Availability, Condition } from '#reader/values/offers'
import type { SourceKind } from './general-product.ts'
import type { PartialDeep, ProductFields } from './general-product.ts'
import { type PricedVariant, variantTotals } from './variant-values.ts'

/** Readings of one product, the most reliable first: each field comes from the first that states it. */
export type Reading = ShapedReading | DocumentExtractor

/** Amounts have their currency, and the product its own totals. The pages say where each value stands. */
export interface ShapedReading extends UnstatedFields {
  readonly fields: ProductGetters
}

interface UnstatedFields {
  /** JSON Pointers of values that come from the operator's settings, because the shop does not state them. */
  readonly unstated?: readonly string[]
}

export type ProductGetters = {
  readonly [K in keyof ProductFields]?: () => PartialDeep<ProductFields[K]> | null | undefined
}

/** One reading for each document that has the product. */
export function shaped(...products: readonly (ProductGetters | undefined)[]): ShapedReading[] {
  return products.flatMap(fields => (fields ? [{ fields }] : []))
}

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

/** A variant as one document states it. Amounts are decimal text in units of the currency. */
export interface ExtractedVariant {
  /** The platform's own id, by which the same variant is found in another document. */
  readonly id?: string | undefined
  readonly sku?: string | undefined
  readonly gtin?: string | undefined
  readonly size?: string | undefined
  readonly color?: string | undefined
  readonly condition?: Condition | undefined
  readonly price?: string | undefined
  readonly list_price?: string | undefined
  readonly availability?: Availability | undefined
  readonly url?: string | undefined
}

export interface StatedPrice {
  readonly kind:
    | 'member'
    | 'coupon'
    | 'subscription'
    | 'instalment'
    | 'unit'
    | 'without_tax'
    | 'trade_in'
    | 'used'
  readonly price?: string | undefined
  readonly text?: string | undefined
}

/** What one document states about a product. Amounts are decimal text in units of `currency`. */
export interface StatedProduct {
  readonly url: string
  readonly name: string
  readonly brand: string
  readonly description: string
  readonly breadcrumbs: readonly { readonly name: string; readonly url?: string | undefined }[]
  readonly gtin: string
  readonly mpn: string
  readonly sku: string
  readonly color: string
  readonly condition: Condition
  readonly platform: string
  readonly currency: string
  /** What a sign that several currencies share means here; counts only where nothing states the currency. */
  readonly currency_hint: string
  /** It is sold by subscription only: no price without a plan, whatever the page prints. */
  readonly requires_plan: boolean
  readonly price: string
  readonly list_price: string
  readonly price_max: string
  readonly availability: Availability
  readonly images: readonly string[]
  readonly rating: { readonly value: number; readonly scale: number; readonly count: number | undefined }
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly variants: readonly ExtractedVariant[]
  readonly other_prices: readonly StatedPrice[]
}

/** One function per field, so that the place of each value in the document is known. */
export type FieldExtractors<D> = {
  readonly [K in keyof StatedProduct]?: (document: D) => StatedProduct[K] | null | undefined
}

/** One document, or one block of data in a page, with what its fields mean. */
export interface DocumentExtractor extends UnstatedFields {
  /** `api`: a JSON document of the shop; `embedded`: data in the page; `page`: the page's elements. */
  readonly from: Extract<SourceKind, 'api' | 'embedded' | 'page'>
  /** The URL of the document, or the place of the data in the page. */
  readonly where: string
  readonly value: unknown
  readonly fields: FieldExtractors<unknown>
}

/** A reading whose functions are called with `value`. */
export function documentExtractor<D>(
  from: DocumentExtractor['from'],
  where: string,
  value: D,
  fields: FieldExtractors<D>,
): DocumentExtractor {
  // Each reading is evaluated with its own value, so the types hold.
  return { from, where, value, fields: fields as FieldExtractors<unknown> }
}
