// What one document states about a product, each value with its place.
import type { FieldSource } from '../kit/general/general-product.ts'
import type { StatedProduct } from '../kit/platform/platform.ts'

/** A value and where it stands. */
export interface Evidence<T> {
  readonly value: T
  readonly from: FieldSource['from']
  readonly where: string
}

/** One document's statements, each with its place. */
export type Witness = { readonly [K in keyof StatedProduct]?: Evidence<StatedProduct[K]> }
