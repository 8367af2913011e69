// What a site contributes to the general operations beside its reading of a product: the mapping of its search, and its list.
import type { SiteView } from '../page/get.ts'
import type { PresentFields, Static, TSchema } from '../schema/schema.ts'
import type { PartialDeep, SearchResult } from '../product/general-product.ts'

/** The caller's request. A product is looked up by URL or by a manufacturer's code. */
export interface ProductQuery {
  readonly url?: string | undefined
  readonly code?: string | undefined
  readonly country?: string | undefined
  readonly language?: string | undefined
}

/** A native answer without its neutral values: undefined where the shop gave nothing. */
export type NativeResult<S extends TSchema> = NonNullable<PresentFields<Static<S>>>

interface SearchPage {
  readonly results: readonly (PartialDeep<Omit<SearchResult, 'site'>> | undefined)[]
  /** Whether there is another page; undefined when the site does not say. */
  readonly more?: boolean | undefined
}

export interface SearchContext {
  readonly site: SiteView
  readonly page: number
  /** The parameters of the request. */
  readonly params: Readonly<Record<string, unknown>>
  /** What `currency` of the mapping found in the documents. */
  readonly currency?: string | undefined
}

export interface SearchMapping<A, Pages = unknown> {
  readonly operation: string
  /** The parameters of one call, or of one call per shop when the site consists of several. */
  params(
    request: { readonly query: string; readonly page: number },
    site: SiteView,
  ): readonly Readonly<Record<string, unknown>>[]
  /** The currency of the prices, where the documents of the search state it; the answer has no room for it. */
  currency?(pages: Pages): string | undefined
  page(answer: A, context: SearchContext): SearchPage
}

// The engine passes a mapping the documents and the answer of the operation it names, so the types hold.
export function defineSearchMapping<A, Pages = unknown>(
  mapping: SearchMapping<A, Pages>,
): SearchMapping<unknown> {
  return mapping
}

/** The list of all products that each origin of a segment publishes, as a platform has it. */
export interface SegmentList {
  /** Name of the platform whose list it is. */
  readonly platform: string
  /** For a list that states none: the operator's, by the name of the origin. */
  currency?(origin: string, site: SiteView): string | undefined
}
