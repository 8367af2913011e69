// What a site contributes to the general operations.
import type { ProductReading } from './product-reading.ts'
import type { SearchMapping } from './site-mapping.ts'

/** How a site's products and search results come into the general shape. */
export interface SiteGeneral {
  readonly product?: ProductReading
  readonly search?: SearchMapping<unknown>
}
