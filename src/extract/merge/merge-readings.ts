// Merges what the documents of a product state: each field from the most reliable one that states it, with its source.
import { type FieldSource, generalProduct, type GeneralProduct } from '#kit/product/general-product'
import type { DocumentExtractor, ProductGetters, Reading, ShapedReading } from '#kit/product/reading'
import { isPresent, isSame, pageKinds, extractFields, sourceOf, type SourcedFields } from './read-witness.ts'
import { mergeOffer } from './merge-offer.ts'
import { type PageTracer, placesOfPrice, formatLocations, readTraced } from './trace-pages.ts'

export interface MergedProduct {
  readonly fields: Readonly<Record<string, unknown>>
  readonly sources: Readonly<Record<string, FieldSource>>
}

/**
 * `page`: what the general reader found, with `sources`; it fills what the documents do not state. `tracer`: has traced the
 * pages; undefined if nobody wants to see the sources.
 */
export function mergeSources(
  readings: readonly Reading[],
  page?: GeneralProduct,
  tracer?: PageTracer,
): MergedProduct {
  const shaped = readings.filter((one): one is ShapedReading => !('from' in one))
  const documents = readings.filter(one => 'from' in one)
  return shaped.length > 0 ? mergeShaped(shaped, tracer) : mergeDocuments(documents, page, tracer)
}

const FIELDS = Object.keys(generalProduct.properties) as readonly (keyof ProductGetters)[]

/** These three belong together: a price of one document and a list price of another may be of different days. */
const OF_THE_PRICE: ReadonlySet<keyof ProductGetters> = new Set(['price', 'list_price', 'price_max'])

/** Of readings that have the totals of the product: nothing is calculated. */
function mergeShaped(readings: readonly ShapedReading[], tracer: PageTracer | undefined): MergedProduct {
  const fields: Record<string, unknown> = {}
  const sources: Record<string, FieldSource> = {}
  const priced = readings.find(one => isPresent(one.fields.price?.()))
  for (const name of FIELDS) {
    for (const reading of OF_THE_PRICE.has(name) && priced ? [priced] : readings) {
      const { value, places } = readTraced<unknown>(tracer, reading.fields[name])
      if (!isPresent(value)) continue
      fields[name] = value
      const [first] = places
      const { amount, currency } = (OF_THE_PRICE.has(name) ? value : {}) as {
        readonly amount?: string
        readonly currency?: string
      }
      const where = formatLocations(amount === undefined ? places : placesOfPrice(places, amount, currency))
      if (first) sources[name] = sourceOf({ value, from: first.from, where }, [])
      break
    }
  }
  return { fields, sources }
}

/** Fields that the first document that states them decides, and the page after all documents. */
const PLAIN_FIELDS = [
  'url',
  'name',
  'brand',
  'description',
  'gtin',
  'mpn',
  'sku',
  'color',
  'condition',
  'platform',
  'images',
  'rating',
  'attributes',
] as const

function mergeDocuments(
  readings: readonly DocumentExtractor[],
  page: GeneralProduct | undefined,
  tracer: PageTracer | undefined,
): MergedProduct {
  const sources: Record<string, FieldSource> = {}
  const witnesses = readings.map(one => extractFields(one, sources, tracer))
  const fields: Record<string, unknown> = { ...pageFields(page, sources) }
  for (const name of PLAIN_FIELDS) {
    const stated = witnesses.flatMap(witness => witness[name] ?? [])
    const [first] = stated
    if (!first) continue
    fields[name] = first.value
    const others = stated.slice(1).filter(one => isSame(one.value, first.value))
    const ofPage = isSame(page?.[name], first.value) ? pageKinds(page, name) : []
    sources[name] = sourceOf(first, [...others.map(one => one.from), ...ofPage])
  }
  if (isGuessedSku(readings, page) && !witnesses.some(witness => witness.sku)) {
    fields.sku = null
    delete sources.sku
  }
  mergeBreadcrumbs(witnesses, page, fields, sources)
  mergeOffer(witnesses, page, fields, sources)
  return { fields, sources }
}

/** The platform's reading knows which number in the page's data is an SKU; the general reader may take an id for one. */
function isGuessedSku(readings: readonly DocumentExtractor[], page: GeneralProduct | undefined): boolean {
  const isRead = readings.some(({ from, fields }) => from !== 'page' && (fields.sku ?? fields.variants))
  return isRead && page?.sources?.sku?.from === 'embedded'
}

function pageFields(
  page: GeneralProduct | undefined,
  sources: Record<string, FieldSource>,
): Partial<GeneralProduct> {
  if (!page) return {}
  Object.assign(sources, page.sources)
  return page
}

/** The longer path: a document often names only the last category. */
function mergeBreadcrumbs(
  witnesses: readonly SourcedFields[],
  page: GeneralProduct | undefined,
  fields: Record<string, unknown>,
  sources: Record<string, FieldSource>,
): void {
  const stated = witnesses.flatMap(witness => witness.breadcrumbs ?? [])
  const [longest] = stated.toSorted((a, b) => b.value.length - a.value.length)
  if (!longest || (page?.breadcrumbs.length ?? 0) >= longest.value.length) return
  fields.breadcrumbs = longest.value
  sources.breadcrumbs = sourceOf(longest, [])
}
