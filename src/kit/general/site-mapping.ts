// How a site's own answers are said in the general shape: pure functions, one for each field, beside the site's adapter.
import type { SiteView } from '../define.ts'
import type { Given, Static, TSchema } from '../schema.ts'
import type { GeneralProduct, SearchResult } from './general-product.ts'

/** What the caller asked for. A product is found by its address, or by a maker's code. */
export interface ProductQuery {
  readonly url?: string | undefined
  readonly code?: string | undefined
  readonly country?: string | undefined
  readonly language?: string | undefined
}

export interface MappingContext {
  readonly asked: ProductQuery
  readonly site: SiteView
  /** Further answers of the site that the mapping asked for, by the names it gave them. */
  readonly more: Readonly<Record<string, unknown>>
}

/** One of the site's own operations, and what to ask it. */
interface NativeCall {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
}

type OwnFields = 'site' | 'operation' | 'fetched_at' | 'sources' | 'absent'
/** The fields that a mapping fills; what it leaves out, the site does not say. */
type MappedProduct = Omit<GeneralProduct, OwnFields>

type Loose<T> = T extends readonly (infer U)[]
  ? readonly (Loose<U> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: Loose<T[K]> | undefined }
    : T | null

/** One function per field, so that what each has read of the native answer is known. */
type ProductFieldMapping<N> = {
  readonly [K in keyof MappedProduct]?: (
    native: N,
    context: MappingContext,
  ) => Loose<MappedProduct[K]> | null | undefined
}

/** A native answer without its neutral values: what the shop did not give is undefined. */
export type Native<S extends TSchema> = NonNullable<Given<Static<S>>>

export interface ProductMapping<A, N = A> {
  /** The site's own operation. */
  readonly operation: string
  /** What to ask it for an address, where that is not just its `url`; undefined for an address of no product. */
  byUrl?(url: string): Readonly<Record<string, unknown>> | undefined
  /** What to ask it for a maker's code, where it can be asked for one. */
  byCode?(code: string): Readonly<Record<string, unknown>> | undefined
  /** The product within the answer, where the operation answers with a list; undefined when it is not there. */
  pick?(answer: A, asked: ProductQuery): N | undefined
  /** Further operations that hold a part of the product; one that is gone leaves its part out. */
  more?(native: N, asked: ProductQuery): Readonly<Record<string, NativeCall>>
  /** Of `country` and `language`, those that `more` takes beside the operation itself. */
  readonly takes?: readonly ('country' | 'language')[]
  readonly fields: ProductFieldMapping<N>
}

interface SearchPage {
  readonly results: readonly (Loose<Omit<SearchResult, 'site'>> | undefined)[]
  /** Whether there is another page; undefined where the site does not say. */
  readonly more?: boolean | undefined
}

export interface SearchContext {
  readonly site: SiteView
  readonly page: number
  /** With which the answer was asked for. */
  readonly params: Readonly<Record<string, unknown>>
}

export interface SearchMapping<A> {
  readonly operation: string
  /** What to ask it: once, or once for each of the shops that the site is. */
  params(
    asked: { readonly query: string; readonly page: number },
    site: SiteView,
  ): readonly Readonly<Record<string, unknown>>[]
  page(answer: A, context: SearchContext): SearchPage
}

/** All that a site says of itself in the general shape. */
export interface SiteGeneral {
  readonly product?: ProductMapping<unknown>
  readonly search?: SearchMapping<unknown>
}

// The engine hands a mapping the answer of the very operation that it names, so the types hold.
export function mapProduct<A, N = A>(mapping: ProductMapping<A, N>): ProductMapping<unknown> {
  return mapping as ProductMapping<unknown>
}

export function mapSearch<A>(mapping: SearchMapping<A>): SearchMapping<unknown> {
  return mapping
}
