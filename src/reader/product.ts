// The product that a page is read into.
import type { Crumb } from '../kit/values/breadcrumbs.ts'

export type Availability = 'InStock' | 'OutOfStock'

export type Variant = {
  name?: string | undefined
  sku?: string | undefined
  price?: string | undefined
  currency?: string | undefined
  availability?: Availability | undefined
}

export type ProductRating = { value: number; best?: number | undefined; count?: number | undefined }

export type Product = {
  name: string | null
  brand: string | null
  sku: string | null
  mpn: string | null
  gtin: string | null
  /** Exact decimal. */
  price: string | null
  /** The sign or word the shop prints; null where it prints only a code, which iso_currency has. */
  currency: string | null
  iso_currency: string | null
  original_price: string | null
  availability: Availability | null
  images: string[]
  description: string | null
  breadcrumbs: Crumb[]
  rating: ProductRating | null
  variants: Variant[]
  /** Whether the page is about one product; how sure that is, is `confidence.is_product`. */
  is_product: boolean
  /** For every field that was found, the kind of source it came from. */
  sources: Partial<Record<ProductField, SourceKind>>
  /** For every field that was found, where in the page it stands: a name in the data, a label, an element. */
  places: Partial<Record<ProductField, string>>
  /** For every field that was found, the chance that it is right, from 0 to 1. */
  confidence: Partial<Record<ProductField | 'is_product', number>>
}

export type ProductField =
  | 'name'
  | 'brand'
  | 'sku'
  | 'mpn'
  | 'gtin'
  | 'price'
  | 'currency'
  | 'iso_currency'
  | 'original_price'
  | 'availability'
  | 'images'
  | 'description'
  | 'breadcrumbs'
  | 'rating'
  | 'variants'

/** Where a value can come from, in the words of the contract. */
export type SourceKind = 'json-ld' | 'microdata' | 'rdfa' | 'open-graph' | 'embedded' | 'page'

const OUT_OF_STOCK =
  /out.?of.?stock|sold.?out|discontinued|back.?order|unavailable|not.?available|^(?:oos|0|no|false)$/i
const IN_STOCK =
  /in.?stock|limited|online.?only|in.?store.?only|pre.?order|pre.?sale|available|^(?:instock|1|yes|true)$/i

/** schema.org's states and their usual misspellings, in the two that can be acted on: may be bought, or not. */
export function parseAvailability(value: unknown): Availability | undefined {
  if (typeof value !== 'string') return undefined
  const state = value.trim().replace(/^.*[/#]/, '')
  if (OUT_OF_STOCK.test(state)) return 'OutOfStock'
  return IN_STOCK.test(state) ? 'InStock' : undefined
}
