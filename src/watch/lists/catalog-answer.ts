// The parts of the answers that a check of a catalog uses.
import type { Money } from '#reader/values/money'

export interface CatalogPattern {
  readonly pattern: string
  readonly product: boolean
  readonly read: number
  readonly products: number
}

/** A page of general.catalog. */
export interface CatalogAnswer {
  readonly base: string
  readonly products: readonly CatalogAnswerRow[]
  readonly cursor: string | null
  readonly patterns: readonly CatalogPattern[]
  readonly given: number
  readonly requests: { readonly used: number; readonly budget: number }
  /** Paths of the sitemap that this page is, after the indexes that name it. */
  readonly documents?: readonly string[]
  readonly problems: readonly string[]
}

export interface CatalogAnswerRow {
  readonly url: string
  readonly name: string | null
  readonly image: string | null
  readonly sku: string | null
  readonly gtin: string | null
  readonly price: Money | null
  readonly list_price: Money | null
  readonly price_max: Money | null
  readonly availability: string | null
  readonly variants: number | null
  readonly source: string
}

export interface PageAnswer {
  readonly url: string
  readonly name: string | null
}
