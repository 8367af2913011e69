// How a site's documents are read into the general shape: pure functions, one per field, next to the site's adapter.
import type { Get, SiteView } from '../page/get.ts'
import type { Page } from '../page/page.ts'
import type { ParamValues } from '../params/param-specs.ts'
import type { ProductGetters, Reading } from '../product/reading.ts'
import type { ProductQuery } from './site-mapping.ts'
import type { PartialDeep, ProductFields } from '../product/general-product.ts'

export interface MappingContext {
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
  load(pages: Pages, get: Get, context: MappingContext): Promise<Page> | undefined
}

/** How a product's documents are asked for. */
interface ProductLoad<Pages, Name extends string> {
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
  /** Extra documents by name. They are loaded in parallel after the documents of the operation, because their URLs depend on these. */
  readonly further?: Readonly<Record<Name, FurtherDocument<Pages>>>
}

type ExtraPages<Name extends string> = Readonly<Partial<Record<Name, Page>>>

/** For a site with several kinds of documents. */
interface ReadsSeveral<Pages, Name extends string> {
  /** Returns an empty list if the documents do not have the product. */
  read(pages: Pages, context: MappingContext, further: ExtraPages<Name>): readonly Reading[]
}

/** For a site that always reads the same documents. */
interface ReadsOne<Pages, Documents, Name extends string> {
  /**
   * Finds the product in the documents; undefined if they do not have it. Returns objects rather than single values:
   * what a field reads from them is its source.
   */
  open(pages: Pages, context: MappingContext, further: ExtraPages<Name>): Documents | undefined
  /** A field that is left out is one that the shop does not state. */
  readonly fields: {
    readonly [K in keyof ProductFields]?: (
      documents: Documents,
      context: MappingContext,
    ) => PartialDeep<ProductFields[K]> | null | undefined
  }
}

export type ProductMapping = ProductLoad<unknown, string> & ReadsSeveral<unknown, string>

// The engine passes a reading the documents of the operation it names, so the types hold.
export function defineProductMapping<Pages, Documents, Name extends string = never>(
  reading: ProductLoad<Pages, Name> & (ReadsSeveral<Pages, Name> | ReadsOne<Pages, Documents, Name>),
): ProductMapping {
  if ('read' in reading) return reading
  const read = (pages: Pages, context: MappingContext, further: ExtraPages<Name>) => {
    const documents = reading.open(pages, context, further)
    return documents === undefined ? [] : [readingOf(documents, reading.fields, context)]
  }
  return { ...reading, read }
}

function readingOf<Documents>(
  documents: Documents,
  fields: ReadsOne<unknown, Documents, string>['fields'],
  context: MappingContext,
): Reading {
  const bound = Object.entries(fields).map(([name, read]) => [name, () => read(documents, context)])
  return { fields: Object.fromEntries(bound) as ProductGetters }
}
