// How a site's documents are read into the general shape: pure functions, one per field, next to the site's adapter.
import type { Get, SiteView } from '../get.ts'
import type { Page } from '../page.ts'
import type { ParamValues } from '../param-specs.ts'
import type { Loose, ProductFields, ProductQuery } from './site-mapping.ts'

export interface ReadingContext {
  /** The caller's request. */
  readonly query: ProductQuery
  /** The parameters of the operation that loaded the documents. */
  readonly params: ParamValues
  readonly site: SiteView
}

/** One more public document of the shop, which holds a part of the product that the operation does not load. */
interface FurtherDocument<Pages> {
  /** The fields that need it; without the document, `sources` names it for them. */
  readonly fields: readonly (keyof ProductFields)[]
  /** A document of the other kind, such as an error page with status 200 in place of data, counts as missing. */
  readonly holds: 'json' | 'page'
  /** The answer is worthless without it, so a failing shop is a fault. A document that the shop does not have never is. */
  readonly isCore?: boolean
  /** Undefined when this product does not need it. */
  load(pages: Pages, get: Get, context: ReadingContext): Promise<Page> | undefined
}

export interface ProductReading<Pages = unknown, Documents = unknown, Name extends string = string> {
  /** The operation that loads the documents. */
  readonly operation: string
  /** Requests to the shop for one product, with all further documents. */
  readonly requests: number
  /** The operation's parameters for a product URL, if they are more than `url`; undefined for a URL that is not a product's. */
  byUrl?(url: string): Readonly<Record<string, unknown>> | undefined
  /** Its parameters for a manufacturer's code, if it supports that. */
  byCode?(code: string): Readonly<Record<string, unknown>> | undefined
  /** Which of `country` and `language` the reading accepts in addition to the operation. */
  readonly takes?: readonly ('country' | 'language')[]
  /** By name. They are loaded in parallel when the operation's documents are there. */
  readonly further?: Readonly<Record<Name, FurtherDocument<Pages>>>
  /**
   * Finds the product in the documents; undefined if they do not have it. Returns objects rather than single values:
   * what a field reads from them is its source.
   */
  open(
    pages: Pages,
    context: ReadingContext,
    further: Readonly<Partial<Record<Name, Page>>>,
  ): Documents | undefined
  /** JSON Pointers of values that come from the operator's settings, because the shop does not state them. */
  unstated?(documents: Documents, context: ReadingContext): readonly string[]
  /** A field that is left out is one that the shop does not state. */
  readonly fields: {
    readonly [K in keyof ProductFields]?: (
      documents: Documents,
      context: ReadingContext,
    ) => Loose<ProductFields[K]> | null | undefined
  }
}

// The engine passes a reading the documents of the operation it names, so the types hold.
export function defineReading<Pages, Documents, Name extends string = never>(
  reading: ProductReading<Pages, Documents, Name>,
): ProductReading {
  return reading as unknown as ProductReading
}
