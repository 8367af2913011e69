// The result of reading a page: a product.
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
  /** The printed symbol or word; null when the shop prints only a code, which is in iso_currency. */
  currency: string | null
  iso_currency: string | null
  original_price: string | null
  availability: Availability | null
  images: string[]
  description: string | null
  breadcrumbs: Crumb[]
  rating: ProductRating | null
  variants: Variant[]
  /** Whether the page is about one product; `confidence.is_product` says how certain that is. */
  is_product: boolean
  /** The kind of source of every field that was found. */
  sources: Partial<Record<ProductField, SourceKind>>
  /** The place of every field that was found: a key in the data, a label, an element. */
  places: Partial<Record<ProductField, string>>
  /** The probability that the value is right, from 0 to 1, of every field that was found. */
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

/** Where a value can come from; these names are part of the contract. */
export type SourceKind = 'json-ld' | 'microdata' | 'rdfa' | 'open-graph' | 'embedded' | 'page'

const OUT_OF_STOCK =
  /out.?of.?stock|sold.?out|discontinued|back.?order|unavailable|not.?available|^(?:oos|0|no|false)$/i
const IN_STOCK =
  /in.?stock|limited|online.?only|in.?store.?only|pre.?order|pre.?sale|available|^(?:instock|1|yes|true)$/i

/** Maps schema.org's states and their common misspellings to the two that matter: can be bought, or not. */
export function parseAvailability(value: unknown): Availability | undefined {
  if (typeof value !== 'string') return undefined
  const state = value.trim().replace(/^.*[/#]/, '')
  if (OUT_OF_STOCK.test(state)) return 'OutOfStock'
  return IN_STOCK.test(state) ? 'InStock' : undefined
}
