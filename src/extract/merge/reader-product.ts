// Maps a page of a listed shop to a general product: values with enough confidence, and null for the rest.
import { Fault } from '#kit/fault'
import { gtin } from '#reader/values/gtin'
import type { FieldSource, GeneralProduct } from '#kit/product/general-product'
import { money } from '#reader/values/money'
import { currencyProblem } from '#reader/values/price-problem'
import type { PageKind, Product, ProductField } from '#reader'
import { completeProduct } from './complete-shape.ts'
import type { DocumentExtractor } from '#kit/product/reading'
import { type SkippedDocument, leftOutTexts } from './left-out-texts.ts'
import { type MergedProduct, mergeSources } from './merge-readings.ts'
import type { PageTracer } from './trace-pages.ts'

/** Below this confidence a value is a guess. */
const CONFIDENCE_MIN = 0.5

export interface ReadPage {
  readonly read: Product
  readonly url: string
  /** The address that was asked for, if the shop redirected to another. */
  readonly asked?: string | undefined
  readonly shop: string
  readonly fetchedAtMs: number
}

export function generalFromReader(page: ReadPage, withSources: boolean): GeneralProduct {
  const { read } = page
  if (!read.is_product) throw redirectedFault(page) ?? pageKindFault(read.page_kind)
  const fields = fieldsOf(read)
  const complete = completeProduct({
    ...fields,
    url: page.url,
    site: page.shop,
    operation: null,
    fetched_at: new Date(page.fetchedAtMs).toISOString(),
    ...(withSources ? { sources: sourcesOf(read, fields) } : {}),
  })
  if (!complete)
    throw new Fault('upstream_changed', 'the page shows a product without a name', { field: 'name' })
  return complete
}

/** Many shops lead to a list or to their home page when a product is no longer sold; they do not say that it is gone. */
function redirectedFault({ read, url, asked }: ReadPage): Fault | undefined {
  const [to, from] = [URL.parse(url)?.pathname, URL.parse(asked ?? url)?.pathname]
  if (read.page_kind !== 'other' || to === undefined || to === from) return undefined
  return new Fault('upstream_changed', `the shop redirected to ${to}, which shows no product`, {
    field: 'name',
  })
}

/** Only a page that says so itself means that the product is gone. */
export function pageKindFault(kind: PageKind, cause?: unknown): Fault {
  if (kind === 'soft-404')
    return new Fault('not_found', 'the page says that it has no such product', { cause })
  if (kind === 'wall')
    return new Fault(
      'upstream_blocked',
      'the shop asks for consent, age, region, a login or a check for robots before it shows the page',
      { cause },
    )
  const detail =
    kind === 'shell'
      ? 'the page is empty until its scripts run; set `render: browser` for this host to read it'
      : 'the page was read and shows no product that could be recognised'
  return new Fault('upstream_changed', detail, { field: 'name' })
}

function fieldsOf(read: Product) {
  const currency = sure(read, 'iso_currency')
  const rating = sure(read, 'rating')
  const seller = sure(read, 'seller')
  return {
    name: sure(read, 'name'),
    brand: sure(read, 'brand'),
    description: sure(read, 'description'),
    breadcrumbs: sure(read, 'breadcrumbs'),
    gtin: gtin(sure(read, 'gtin')),
    mpn: sure(read, 'mpn'),
    sku: isOfAddress(read) ? null : sure(read, 'sku'),
    price: money(sure(read, 'price'), currency),
    list_price: money(sure(read, 'list_price'), currency),
    price_max: money(sure(read, 'price_max'), currency),
    availability: sure(read, 'availability'),
    condition: sure(read, 'condition'),
    color: sure(read, 'color'),
    seller: seller === null ? null : { name: seller, country: null },
    attributes: sure(read, 'attributes'),
    other_prices: read.other_prices.map(other_price => ({
      kind: other_price.kind,
      price: money(other_price.price, currency),
      text: other_price.text,
    })),
    disputed: read.disputed,
    images: sure(read, 'images'),
    rating: rating && { value: rating.value, scale: rating.best, count: rating.count },
    variants: sure(read, 'variants')?.map(one => ({
      sku: one.sku,
      gtin: gtin(one.gtin),
      // A variant without a size or colour of its own is told apart by its name.
      size: one.size ?? (one.color === undefined ? one.name : undefined),
      color: one.color,
      condition: one.condition,
      price: money(one.price, one.currency ?? currency),
      list_price: money(one.list_price, one.currency ?? currency),
      availability: one.availability,
      url: one.url,
    })),
  }
}

/** A number that only the address has says which page it is, not which product: another product may be there tomorrow. */
function isOfAddress({ places }: Product): boolean {
  return /^(?:canonical )?address(?::|$)/.test(places.sku ?? '')
}

function sure<F extends ProductField>(read: Product, field: F): Product[F] | null {
  return (read.confidence[field] ?? 0) >= CONFIDENCE_MIN ? read[field] : null
}

function problemOf(read: Product, field: ProductField): string | undefined {
  const isUnsure = field === 'price' && sure(read, 'price') !== null && sure(read, 'iso_currency') === null
  return read.problems[field] ?? (isUnsure ? currencyProblem(read.price ?? '', read.currency) : undefined)
}

function sourcesOf(read: Product, fields: Readonly<Record<string, unknown>>): Record<string, FieldSource> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const field = name as ProductField
      const from = read.sources[field]
      const isGiven = value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
      const problem = isGiven ? undefined : problemOf(read, field)
      if (from === undefined || (!isGiven && problem === undefined)) return []
      const confidence = read.confidence[field] ?? 0
      const place = { from, where: read.places[field] ?? '', confidence, also: read.also[field] ?? [] }
      return [[name, problem === undefined ? place : { ...place, problem }]]
    }),
  )
}

/** What a recognised platform adds to the page. */
export interface PlatformReadings {
  /** Null for a shop that was read by UCP and whose software is not known. */
  readonly platform: string | null
  /** What in the page or its headers shows the platform. */
  readonly by: string
  readonly readings: readonly DocumentExtractor[]
  /** Optional documents that are not part of the answer, with the code of the fault. */
  readonly leftOut: readonly SkippedDocument[]
}

/** A page, or the fault in its place: a catalog for programs may have what the page does not show. */
interface ReadOrFault extends Omit<ReadPage, 'read'> {
  readonly read: ReadPage['read'] | Fault
}

/** With `sources`; `tracer`, if somebody wants to see their places in the documents. */
export function generalFromSources(
  page: ReadOrFault,
  found: PlatformReadings | undefined,
  tracer?: PageTracer,
): GeneralProduct {
  if (!found) return generalFromReader(mustBeRead(page), true)
  const { product, fault } = readerProduct(page)
  const { fields, sources: all } = mergeSources(found.readings, product, tracer)
  // The address that was asked for stands.
  const { url: _, ...sources } = all
  // The platform's documents can stand alone: a page may be a shell for scripts while they have the whole product.
  if (fault && !describesProduct(fields)) throw fault
  const complete = completeProduct({
    ...fields,
    url: page.url,
    site: page.shop,
    operation: null,
    platform: found.platform,
    fetched_at: new Date(page.fetchedAtMs).toISOString(),
    sources: found.platform === null ? sources : { ...sources, platform: platformSource(found, page.url) },
  })
  if (complete === undefined)
    throw (
      fault ??
      new Fault('upstream_changed', 'the page was read and shows no product that could be recognised', {
        field: 'name',
      })
    )
  return complete
}

function mustBeRead({ read, ...page }: ReadOrFault): ReadPage {
  if (read instanceof Fault) throw read
  return { ...page, read }
}

function readerProduct(page: ReadOrFault): { product?: GeneralProduct; fault?: Fault } {
  try {
    return { product: withoutZeroPrice(generalFromReader(mustBeRead(page), true)) }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { fault }
  }
}

/** Shop software writes 0 for "on request" and "not set". */
function withoutZeroPrice(product: GeneralProduct): GeneralProduct {
  return Number(product.price?.amount) === 0 ? { ...product, price: null, list_price: null } : product
}

/** A product on request has no price, and its stock all the same. */
function describesProduct({ name, price, availability, variants }: MergedProduct['fields']): boolean {
  const isOffered = price !== undefined || availability !== undefined
  return typeof name === 'string' && (isOffered || (Array.isArray(variants) && variants.length > 0))
}

/** Names how the platform was recognised, and the documents that it was refused. */
function platformSource({ by, leftOut }: PlatformReadings, pageUrl: string): FieldSource {
  return {
    from: by.startsWith('header ') ? 'api' : 'embedded',
    where: [by, ...leftOutTexts(leftOut, pageUrl)].join('; '),
    confidence: 1,
    also: [],
  }
}
