// What a shop knows about a product.
import type { PictureShape, Kind } from './stock/kinds.ts'
import type { Colour, Country, Seller } from './stock/names.ts'

export interface Product {
  readonly kind: Kind
  /** From 0, in the order of the catalogue. */
  readonly position: number
  /** Products of one model in different colours share it. */
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
  /** US dollars; other currencies through `money.ts`. */
  readonly priceCents: number
  /** Before a reduction; undefined when there is none. */
  readonly originalPriceCents: number | undefined
  readonly materials: readonly { readonly name: string; readonly percent: number }[]
  /** Empty for what has no size. */
  readonly sizes: readonly Size[]
  readonly description: string
  readonly features: readonly string[]
  readonly care: readonly string[]
  /** By the names that `stock/kinds.ts` gives for the kind; a few are left out on some products. */
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
  /** Where sizes are numbers. */
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
