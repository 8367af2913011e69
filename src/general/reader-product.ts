// Maps a page of a listed shop to a general product: values with enough confidence, and null for the rest.
import { Fault } from '../kit/fault.ts'
import { gtin } from '../kit/general/codes.ts'
import { type FieldSource, generalProduct, type GeneralProduct } from '../kit/general/general-product.ts'
import { money } from '../kit/general/money.ts'
import type { PlainSchema } from '../kit/schema.ts'
import type { Product, ProductField } from '../reader/index.ts'
import { completeShape } from './complete-shape.ts'

/** Below this confidence a value is a guess. */
const CONFIDENCE_MIN = 0.5

const STATES = { InStock: 'in_stock', OutOfStock: 'out_of_stock' } as const

interface ReadPage {
  readonly read: Product
  readonly url: string
  readonly shop: string
  readonly fetchedAtMs: number
}

/** Fields whose names differ between the general shape and the reader. */
const READER_FIELDS: Readonly<Partial<Record<string, ProductField>>> = { list_price: 'original_price' }

export function toReaderProduct(page: ReadPage, withSources: boolean): GeneralProduct {
  const { read } = page
  if (!showsProduct(read) || sure(read, 'name') === null)
    throw new Fault('not_found', 'the page shows no product that could be recognised')
  const fields = fieldsOf(read)
  const complete = completeShape(generalProduct as PlainSchema, {
    ...fields,
    url: page.url,
    site: page.shop,
    operation: null,
    fetched_at: new Date(page.fetchedAtMs).toISOString(),
    ...(withSources ? { sources: sourcesOf(read, fields) } : {}),
  })
  return complete as GeneralProduct
}

/** Requires a price, or an article code from structured data rather than from the page's text. */
function showsProduct(read: Product): boolean {
  if (!read.is_product) return false
  const codes = (['gtin', 'mpn', 'sku'] as const).filter(field => sure(read, field) !== null)
  return sure(read, 'price') !== null || codes.some(field => read.sources[field] !== 'page')
}

function fieldsOf(read: Product) {
  const currency = sure(read, 'iso_currency')
  const rating = sure(read, 'rating')
  const availability = sure(read, 'availability')
  return {
    name: sure(read, 'name'),
    brand: sure(read, 'brand'),
    description: sure(read, 'description'),
    breadcrumbs: sure(read, 'breadcrumbs'),
    gtin: gtin(sure(read, 'gtin')),
    mpn: sure(read, 'mpn'),
    sku: sure(read, 'sku'),
    price: money(sure(read, 'price'), currency),
    list_price: money(sure(read, 'original_price'), currency),
    availability: availability && STATES[availability],
    images: sure(read, 'images'),
    rating: rating && { value: rating.value, scale: rating.best, count: rating.count },
    variants: sure(read, 'variants')?.map(one => ({
      sku: one.sku,
      size: one.name,
      price: money(one.price, one.currency ?? currency),
      availability: one.availability && STATES[one.availability],
    })),
  }
}

function sure<F extends ProductField>(read: Product, field: F): Product[F] | null {
  return (read.confidence[field] ?? 0) >= CONFIDENCE_MIN ? read[field] : null
}

function sourcesOf(read: Product, fields: Readonly<Record<string, unknown>>): Record<string, FieldSource> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const field = READER_FIELDS[name] ?? (name as ProductField)
      const from = read.sources[field]
      const isGiven = value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
      if (!isGiven || from === undefined) return []
      return [[name, { from, where: read.places[field] ?? '', confidence: read.confidence[field] ?? 0 }]]
    }),
  )
}
