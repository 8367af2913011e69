// A row of a catalog out of what a list states about one product: read and merged like the product's own documents.
import { maybeAvailability, maybeMoney, maybeText, maybeUrl, variant } from '#kit/product/general-product'
import { timeMs } from '../../settings/fields.ts'
import { type CatalogItem } from '#kit/define/platform'
import { documentExtractor, type FieldExtractors } from '#kit/product/reading'
import { type PlainSchema, type Static, t } from '#kit/schema/schema'
import { completeShape } from '../merge/complete-shape.ts'
import { mergeSources } from '../merge/merge-readings.ts'

const variantList = t.list(variant)

export const catalogRow = t.object({
  url: t.url('URL of the product page'),
  name: maybeText('Title of the product; null if the list states none'),
  brand: maybeText('Manufacturer or label; null if the list states none'),
  image: maybeUrl('URL of a picture; null if the list states none'),
  sku: maybeText("The shop's own number; null if the list states none, or one for each variant"),
  gtin: maybeText('Article number (EAN, UPC); null if the list states none, or one for each variant'),
  price: maybeMoney('Lowest price of what can be bought; null if the list states none, or no currency'),
  list_price: maybeMoney('Price before a reduction'),
  price_max: maybeMoney('Highest price of the variants; null if all cost the same'),
  availability: maybeAvailability(),
  variants: t.orNull(t.either(t.integer(), variantList), {
    description:
      'Number of variants to choose from; with `include=variants`, the variants; null if the list states none',
  }),
  updated_at: maybeText('When the shop last changed it (ISO 8601, as the shop writes it)'),
  source: t.oneOf(['ucp', 'platform', 'sitemap'], 'The kind of list that names it'),
})

export type CatalogRow = Static<typeof catalogRow>

/** What a row is made of. */
const ROW_FIELDS = new Set<keyof FieldExtractors<unknown>>([
  'name',
  'brand',
  'sku',
  'gtin',
  'currency',
  'currency_hint',
  'requires_plan',
  'price',
  'list_price',
  'price_max',
  'availability',
  'images',
  'variants',
])

/** Undefined without a usable address. `base`: what a relative one is below. `withVariants`: not only their number. */
export function rowOfList(
  { url, updated_at, currency, reading }: CatalogItem,
  source: CatalogRow['source'],
  base: string,
  withVariants = false,
): CatalogRow | undefined {
  const wanted = Object.entries(reading.fields).filter(([name]) => ROW_FIELDS.has(name as 'name'))
  const own = { ...reading, fields: Object.fromEntries(wanted) }
  const ofShop = currency === undefined ? [] : [documentExtractor('api', 'shop', { currency }, CURRENCY)]
  const { fields } = mergeSources([own, ...ofShop])
  const images = fields.images as readonly string[] | undefined
  const variants = fields.variants as readonly unknown[] | undefined
  return completeRow({
    ...fields,
    url: URL.parse(url, `${base}/`)?.href,
    image: images?.[0],
    updated_at,
    source,
    variants: withVariants ? variants : variants?.length,
  })
}

const CURRENCY: FieldExtractors<{ readonly currency: string }> = { currency: one => one.currency }

/** With null for what is not stated, and for a change at no time: shops write "daily", "0000-00-00" or the year 1. */
export function completeRow(row: Partial<Record<keyof CatalogRow, unknown>>): CatalogRow | undefined {
  const isTime = typeof row.updated_at === 'string' && timeMs(row.updated_at) > 0
  const updated_at = isTime ? row.updated_at : null
  return completeShape(catalogRow as PlainSchema, { ...row, updated_at }) as CatalogRow | undefined
}
