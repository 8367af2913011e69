// Reads the documents of an operation into the general shape, or says which further documents that needs. Pure.
import { createPageTracer } from './merge/trace-pages.ts'
import { loadFurther, buildGeneralProduct } from './merge/read-site-product.ts'
import type { SiteAdapter } from '#kit/define/define'
import type { Get, SiteView } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { ProductQuery } from '#kit/define/site-mapping'
import type { ParamValues } from '#kit/params/param-specs'
import {
  createGet,
  type FetchedPages,
  isHtml,
  isShortLived,
  type SkippedDocument,
  loadedOrStalled,
  type PageRequest,
  serialiseProduct,
} from './fetched-pages.ts'
import type { SerialisedResult } from './read-result.ts'

/** What a caller of a general operation asked for, beyond the parameters of the site's operation. */
export interface GeneralShapeRequest {
  readonly query: ProductQuery
  /** `sources`, `absent`. */
  readonly include: readonly string[]
  readonly atMs: number
}

interface ReadingSubject {
  readonly site: SiteAdapter
  readonly params: ParamValues
  readonly view: SiteView
  readonly fetched: FetchedPages
}

type GeneralStep =
  | { readonly kind: 'needs'; readonly requests: readonly PageRequest[] }
  | { readonly kind: 'loaded'; read(): SerialisedResult }

/**
 * Loads the further documents of the site's reading, which then reads them all.
 * `load`: loads the operation's documents again, which have all been fetched, through a `get` that traces what is read.
 */
export async function loadGeneral(
  { site, params, view, fetched }: ReadingSubject,
  { query, include, atMs }: GeneralShapeRequest,
  pages: unknown,
  load: (get: Get) => Promise<unknown>,
): Promise<GeneralStep> {
  const reading = site.product
  if (!reading) throw new Error(`${site.name} has no reading of its documents`)
  const context = { query, params, site: view }
  const missing = new Map<string, PageRequest>()
  const leftOut: SkippedDocument[] = []
  const tracer = include.includes('sources') ? createPageTracer() : undefined
  const known: FetchedPages = tracer
    ? new Map(Array.from(fetched, ([key, one]) => [key, one instanceof Fault ? one : tracer.trace(one)]))
    : fetched
  const get = createGet(known, missing, leftOut)
  const loading = tracer ? load(get) : Promise.resolve(pages)
  const loaded = await loadedOrStalled(
    loading.then(own => loadFurther(reading, own, get, context)),
    missing,
  )
  if (!loaded) return { kind: 'needs', requests: [...missing.values()] }
  // A search may lead to the product's page.
  const page = fetched.values().filter(isHtml).toArray().at(-1)
  const subject = { site: site.name, reading, context, page, include, fetchedAtMs: atMs }
  return {
    kind: 'loaded',
    read() {
      const product = buildGeneralProduct(subject, { ...loaded.pages, leftOut }, tracer)
      const result = serialiseProduct(product, reading.operation)
      return {
        ...result,
        isShortLived: isShortLived(leftOut),
        disputed: product.disputed.map(one => one.field),
      }
    },
  }
}

/** The address of the product's page by the site's reading; undefined if the documents do not give it. */
export function readPageUrl(
  { site, params, view }: Omit<ReadingSubject, 'fetched'>,
  operation: string,
  pages: unknown,
): string | undefined {
  const reading = site.product
  if (reading?.operation !== operation) return undefined
  const context = { query: {}, params, site: view }
  try {
    const [url] = reading
      .read(pages, context, {})
      .flatMap(one => ('from' in one ? one.fields.url?.(one.value) : one.fields.url?.()) ?? [])
    return url || undefined
  } catch (error) {
    // The operation's own reading decides whether the documents are readable; this is only a link.
    if (error instanceof Fault) return undefined
    throw error
  }
}
