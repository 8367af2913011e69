// The result of reading a page: a product.
import type { Crumb } from './values/breadcrumb-trail.ts'

import type { Availability, Condition } from './values/offers.ts'

export type { Availability }

export type Variant = {
  name?: string | undefined
  size?: string | undefined
  color?: string | undefined
  condition?: Condition | undefined
  sku?: string | undefined
  gtin?: string | undefined
  price?: string | undefined
  list_price?: string | undefined
  currency?: string | undefined
  availability?: Availability | undefined
  url?: string | undefined
}

export type ProductRating = { value: number; best?: number | undefined; count?: number | undefined }

/** Prices that a page states and that are not what a visitor without further conditions pays for one piece. */
export type PriceKind =
  | 'member'
  | 'coupon'
  | 'subscription'
  | 'instalment'
  | 'unit'
  | 'without_tax'
  | 'trade_in'
  | 'used'

export type OtherPrice = { kind: PriceKind; price: string; text: string }

/** A structured source of the same page that states another value; the value of the product stands. */
export type Contradiction = {
  field: 'price' | 'currency' | 'availability'
  value: string
  /** `taught`: what the caller said of the shop. */
  from: SourceKind | 'taught'
}

/**
 * What kind of page it is. `shell`: nothing but scripts. `soft-404`: it says that the product is gone. `wall`: consent,
 * age, region, login, queue or captcha before the page.
 */
export type PageKind = 'product' | 'shell' | 'soft-404' | 'wall' | 'other'

export type ReaderProduct = {
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
  /** The price before a reduction. */
  list_price: string | null
  /** The highest price of what the price covers; null if all cost the same. */
  price_max: string | null
  /** Prices for members, with a coupon, per month, per unit and so on. */
  other_prices: OtherPrice[]
  availability: Availability | null
  condition: Condition | null
  /** Null if it comes in several. */
  color: string | null
  /** The name of a seller other than the shop. */
  seller: string | null
  /** Properties in free form. */
  attributes: { name: string; value: string }[]
  images: string[]
  description: string | null
  breadcrumbs: Crumb[]
  rating: ProductRating | null
  variants: Variant[]
  /** Whether the page is about one product; `confidence.is_product` says how certain that is. */
  is_product: boolean
  page_kind: PageKind
  /** The kind of source of every field that was found. */
  sources: Partial<Record<ProductField, SourceKind>>
  /** The place of every field that was found: a key in the data, a label, an element. */
  places: Partial<Record<ProductField, string>>
  /** Other kinds of sources that state the same price, currency or availability. */
  also: Partial<Record<ProductField, SourceKind[]>>
  disputed: Contradiction[]
  /** Why what the page shows for a field is no value that can be used: `48.50 $: which dollar is not stated`. */
  problems: Partial<Record<ProductField, string>>
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
  | 'list_price'
  | 'price_max'
  | 'availability'
  | 'condition'
  | 'color'
  | 'seller'
  | 'attributes'
  | 'images'
  | 'description'
  | 'breadcrumbs'
  | 'rating'
  | 'variants'

/** Where a value can come from; these names are part of the contract. */
export type SourceKind = 'json-ld' | 'microdata' | 'rdfa' | 'open-graph' | 'embedded' | 'page'

// In this order: "discontinued" and "back order" are more exact than "out of stock".
const STATES: readonly (readonly [Availability, RegExp])[] = [
  ['discontinued', /discontinued/i],
  ['backorder', /back.?order/i],
  ['preorder', /pre.?(?:order|sale)/i],
  ['out_of_stock', /out.?of.?stock|sold.?out|unavailable|not.?available|reserved|^(?:oos|0|no|false)$/i],
  ['limited', /limited/i],
  ['in_stock', /in.?stock|online.?only|in.?store.?only|available|made.?to.?order|^(?:1|yes|true)$/i],
]

/**
 * Maps schema.org's states and their common misspellings. Of several, the most exact one: `[InStoreOnly, OutOfStock]` is out
 * of stock; undefined where they contradict each other.
 */
export function parseAvailability(value: unknown): Availability | undefined {
  const written = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    one => typeof one === 'string',
  )
  const states = written.map(one => one.trim().replace(/^.*[/#]/, ''))
  const availability = STATES.find(([, pattern]) => states.some(state => pattern.test(state)))?.[0]
  const isContradicted = availability === 'out_of_stock' && states.some(state => /^in.?stock$/i.test(state))
  return isContradicted ? undefined : availability
}

/** Whether a customer can order it now, even if it is sent later. */
export function isPurchasable(availability: Availability): boolean {
  return availability !== 'out_of_stock' && availability !== 'discontinued'
}
