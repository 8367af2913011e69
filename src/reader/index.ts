// The general product reader, published as `wares/reader`: reads one product from any shop page.
export { explainProduct, type Explanation } from './explain.ts'
export { findPageUrl } from './page/read-page.ts'
export type { Product, ProductField, ProductRating, SourceKind } from './product.ts'
export { readProduct } from './read-product.ts'
