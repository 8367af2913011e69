// The general product reader, published as `@wares/reader`: reads one product from any shop page.
export { explainProduct, type Explanation } from './explain.ts'
export { findPageUrl } from './page/read-page.ts'
export type { ReadOptions } from './page/read-page.ts'
export type {
  Availability,
  Contradiction,
  OtherPrice,
  PageKind,
  PriceKind,
  Product,
  ProductField,
  ProductRating,
  SourceKind,
  Variant,
} from './product-shape.ts'
export { readProduct } from './read-product.ts'
