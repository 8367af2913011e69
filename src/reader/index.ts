// The general product reader, as `wares/reader`: one product out of any shop page.
export { explainProduct, type Explanation } from './explain.ts'
export type { Product, ProductField, SourceKind } from './product.ts'
export { readProduct } from './read-product.ts'
