// A product out of any shop page, published as `@wares/reader`. What comes in is a page and its address; what goes out is
// a product, with a confidence for each value and the place where it stands. It fetches nothing, and runs wherever
// JavaScript does.
export { explainProduct, type Explanation } from './explain-product.ts'
export { findPageUrl } from './page/read-page.ts'
export type { ReadOptions } from './page/read-page.ts'
export type {
  Availability,
  Contradiction,
  OtherPrice,
  PageKind,
  PriceKind,
  ReaderProduct as Product,
  ProductField,
  ProductRating,
  SourceKind,
  Variant,
} from './product-shape.ts'
export { readProduct } from './read-product.ts'
