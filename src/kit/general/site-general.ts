// What a site contributes to the general operations.
import type { SiteView } from '../get.ts'
import type { ProductReading } from './product-reading.ts'
import type { SearchMapping } from './site-mapping.ts'

/** The list of all products that each origin of a segment publishes, as a platform has it. */
export interface SegmentList {
  /** Name of the platform whose list it is. */
  readonly platform: string
  /** For a list that states none: the operator's, by the name of the origin. */
  currency?(origin: string, site: SiteView): string | undefined
}

/** How a site's products and search results come into the general shape. */
export interface SiteGeneral {
  readonly product?: ProductReading
  readonly search?: SearchMapping<unknown>
  readonly list?: SegmentList
}
