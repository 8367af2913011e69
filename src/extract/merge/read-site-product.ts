// Reads one product from the documents of a site into the general shape: pure, so that it can run on any thread.
import type { Get } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { FieldSource, GeneralProduct } from '#kit/product/general-product'
import type { ProductMapping, MappingContext } from '#kit/define/product-reading'
import { unlessRefused } from '#kit/page/optional-page'
import type { Page } from '#kit/page/page'
import { completeProduct, withAbsent } from './complete-shape.ts'
import { type SkippedDocument, leftOutTexts } from './left-out-texts.ts'
import { compareWithPage, withWitnesses } from './page-witness.ts'
import { mergeSources } from './merge-readings.ts'
import type { PageTracer } from './trace-pages.ts'

/** The documents of one product. */
export interface LoadedDocuments {
  readonly pages: unknown
  readonly further: Readonly<Record<string, Page>>
  /** The further documents that could not be had, by name, with the code of the fault. */
  readonly missing: Readonly<Record<string, string>>
}

/** What was loaded, and the optional documents that were not. */
export interface ReadDocuments extends LoadedDocuments {
  readonly leftOut: readonly SkippedDocument[]
}

/** Loads the further documents of a reading. One that the shop does not have or refuses is noted, not thrown. */
export async function loadFurther(
  reading: ProductMapping,
  pages: unknown,
  get: Get,
  context: MappingContext,
): Promise<LoadedDocuments> {
  const further: Record<string, Page> = {}
  const missing: Record<string, string> = {}
  await Promise.all(
    Object.entries(reading.further ?? {}).map(async ([name, document]) => {
      const load = async (from: Get) => {
        try {
          const page = await document.load(pages, from, context)
          return page && checked(page, document.holds)
        } catch (error) {
          if (error instanceof Fault) missing[name] = error.code
          throw error
        }
      }
      const page = await (document.isCore ? unlessRefused(load(get)) : get.optional(load))
      if (page) further[name] = page
    }),
  )
  return { pages, further, missing }
}

/** A cut document, or one of another kind, counts as one that could not be had. */
function checked(page: Page, holds: 'json' | 'page'): Page {
  if (holds === 'json') page.json()
  else if (page.holdsJson() || page.text().trim() === '')
    throw new Fault('upstream_changed', 'the document is not a page')
  return page
}

export interface ReadingSubject {
  readonly site: string
  readonly reading: ProductMapping
  readonly context: MappingContext
  /** The page of the product, if one was fetched: the second witness, and the URL of a reading that gives none. */
  readonly page: Page | undefined
  readonly include: readonly string[]
  readonly fetchedAtMs: number
}

/** `tracer`: has traced the pages of these documents, and adds `sources`. */
export function buildGeneralProduct(
  subject: ReadingSubject,
  { pages, further, missing, leftOut }: ReadDocuments,
  tracer?: PageTracer,
): GeneralProduct {
  const { site, reading, context } = subject
  const readings = reading.read(pages, context, further)
  if (readings.length === 0) throw new Fault('not_found', `${site} has no such product`, { field: 'product' })
  const merged = mergeSources(readings, undefined, tracer)
  const { fields } = merged
  const sources = { ...merged.sources }
  if (tracer) nameMissing(reading, missing, sources)
  const url = fields.url ?? context.query.url ?? subject.page?.url
  if (leftOut.length > 0 && typeof url === 'string')
    sources.operation = {
      from: 'api',
      where: leftOutTexts(leftOut, url).join('; '),
      confidence: 1,
      also: [],
    }
  const complete = completeProduct({
    ...fields,
    url,
    site,
    operation: reading.operation,
    fetched_at: new Date(subject.fetchedAtMs).toISOString(),
    ...(tracer ? { sources } : {}),
  })
  if (complete === undefined)
    throw new Fault('upstream_changed', 'the documents of the product have no name', { field: '/name' })
  const unstated = readings.flatMap(one => one.unstated ?? [])
  return withAbsent(witnessed(complete, subject.page), subject.include, unstated)
}

function witnessed(product: GeneralProduct, page: Page | undefined): GeneralProduct {
  if (!page) return product
  const found = compareWithPage(product, page)
  return {
    ...product,
    disputed: [...found.disputed],
    ...(product.sources ? { sources: withWitnesses(product.sources, found) } : {}),
  }
}

/** A document that could not be had is named, with the code of the fault, in the sources of the fields that need it. */
function nameMissing(
  { further = {} }: ProductMapping,
  missing: LoadedDocuments['missing'],
  sources: Record<string, FieldSource>,
): void {
  for (const [name, code] of Object.entries(missing)) {
    for (const field of further[name]?.fields ?? []) {
      const known = sources[field] ?? { from: 'api', where: '', confidence: 0, also: [] }
      sources[field] = { ...known, where: `${known.where} (${name}: ${code})`.trim() }
    }
  }
}
