// A product of the sandbox's catalog.
import type { PictureShape, Kind } from './stock/kinds.ts'
import type { Colour, Country, Seller } from './stock/names.ts'

export interface SandboxProduct {
  readonly kind: Kind
  /** From 0, in catalog order. */
  readonly position: number
  /** Shared by the products of one model in different colours. */
  readonly family: number
  readonly id: number
  readonly slug: string
  /** `<styleCode>-<colour.code>`, such as `KV4821-410`. */
  readonly sku: string
  readonly styleCode: string
  /** 13 digits with a valid check digit. */
  readonly gtin: string
  readonly name: string
  readonly brand: string
  readonly model: string
  readonly colour: Colour
  readonly gender: 'men' | 'women' | 'unisex' | 'kids'
  readonly category: string
  readonly categoryPath: readonly string[]
  readonly pictureShape: PictureShape
  /** US dollars; see `currencies.ts` for others. */
  readonly priceCents: number
  /** Before a reduction; undefined when there is none. */
  readonly originalPriceCents: number | undefined
  readonly materials: readonly { readonly name: string; readonly percent: number }[]
  /** Empty for a product without sizes. */
  readonly sizes: readonly Size[]
  readonly description: string
  readonly features: readonly string[]
  readonly care: readonly string[]
  /** By the names in `stock/kinds.ts` for the kind; some products lack a few. */
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly madeIn: Country
  /** `2024-03-09`. */
  readonly releasedOn: string
  /** UTC, `2024-01-02T08:00:00Z`. */
  readonly createdAt: string
  readonly updatedAt: string
  /** Mean of the reviews with one decimal; undefined without reviews. */
  readonly rating: number | undefined
  readonly reviews: readonly Review[]
  readonly seller: Seller
  /** Paths on the sandbox server, from its root. */
  readonly pictures: readonly string[]
}

export interface Size {
  readonly label: string
  /** For numeric sizes. */
  readonly value: number | undefined
  readonly gtin: string
  readonly quantity: number
}

export interface Review {
  readonly author: string
  readonly title: string
  readonly text: string
  readonly rating: number
  /** `2025-11-30`. */
  readonly date: string
}
