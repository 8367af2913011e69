// How a site's answers map to the general shape: pure functions, one per field, next to the site's adapter.
import type { SiteView } from '../define.ts'
import type { Given, Static, TSchema } from '../schema.ts'
import type { GeneralProduct, SearchResult } from './general-product.ts'

/** The caller's request. A product is looked up by URL or by a manufacturer's code. */
export interface ProductQuery {
  readonly url?: string | undefined
  readonly code?: string | undefined
  readonly country?: string | undefined
  readonly language?: string | undefined
}

export interface MappingContext {
  readonly query: ProductQuery
  readonly site: SiteView
  /** Results of the mapping's `more` calls, by name. */
  readonly more: Readonly<Record<string, unknown>>
}

/** A call to one of the site's own operations. */
interface NativeCall {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
}

type OwnFields = 'site' | 'operation' | 'fetched_at' | 'sources' | 'absent'
/** The fields that a mapping fills; a field it leaves out is one that the site does not give. */
type MappedProduct = Omit<GeneralProduct, OwnFields>

type Loose<T> = T extends readonly (infer U)[]
  ? readonly (Loose<U> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: Loose<T[K]> | undefined }
    : T | null

/** One function per field, so that the native fields each one reads are known. */
type ProductFieldMapping<N> = {
  readonly [K in keyof MappedProduct]?: (
    native: N,
    context: MappingContext,
  ) => Loose<MappedProduct[K]> | null | undefined
}

/** A native answer without its neutral values: undefined where the shop gave nothing. */
export type Native<S extends TSchema> = NonNullable<Given<Static<S>>>

export interface ProductMapping<A, N = A> {
  /** The site's own operation. */
  readonly operation: string
  /** Its parameters for a URL, if not simply `url`; undefined for a URL that is not a product's. */
  byUrl?(url: string): Readonly<Record<string, unknown>> | undefined
  /** Its parameters for a manufacturer's code, if it supports that. */
  byCode?(code: string): Readonly<Record<string, unknown>> | undefined
  /** Picks the product from the answer when the operation returns a list; undefined if it is not in the list. */
  pick?(answer: A, query: ProductQuery): N | undefined
  /** Further operations that contribute a part of the product; if one returns `not_found`, its part is left out. */
  more?(native: N, query: ProductQuery): Readonly<Record<string, NativeCall>>
  /** Which of `country` and `language` the `more` operations accept in addition to the operation itself. */
  readonly takes?: readonly ('country' | 'language')[]
  readonly fields: ProductFieldMapping<N>
}

interface SearchPage {
  readonly results: readonly (Loose<Omit<SearchResult, 'site'>> | undefined)[]
  /** Whether there is another page; undefined when the site does not say. */
  readonly more?: boolean | undefined
}

export interface SearchContext {
  readonly site: SiteView
  readonly page: number
  /** The parameters of the request. */
  readonly params: Readonly<Record<string, unknown>>
}

export interface SearchMapping<A> {
  readonly operation: string
  /** The parameters of one call, or of one call per shop when the site consists of several. */
  params(
    request: { readonly query: string; readonly page: number },
    site: SiteView,
  ): readonly Readonly<Record<string, unknown>>[]
  page(answer: A, context: SearchContext): SearchPage
}

/** A site's mappings to the general shape. */
export interface SiteGeneral {
  readonly product?: ProductMapping<unknown>
  readonly search?: SearchMapping<unknown>
}

// The engine passes a mapping the answer of the operation it names, so the types hold.
export function mapProduct<A, N = A>(mapping: ProductMapping<A, N>): ProductMapping<unknown> {
  return mapping as ProductMapping<unknown>
}

export function mapSearch<A>(mapping: SearchMapping<A>): SearchMapping<unknown> {
  return mapping
}
