// Reads watchmarket's listings in the general shape, one listing of one seller; and maps its search.
import {
  asId,
  asListOrOne,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  attributes,
  type Availability,
  cleanText,
  type Condition,
  type JsonObject,
  defineSearchMapping,
  money,
  type NativeResult,
  type Page,
  type PageElement,
  defineProductMapping,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaGtin,
  schemaImages,
  schemaName,
} from '#kit'
import { isPriceOnRequest } from './listing-price.ts'
import { notesOf } from './product.ts'
import { type RowKey, rowKeys } from './product.schema.ts'
import { PAGE_SIZE } from './result-pages.ts'
import type { WatchSearch } from './search.schema.ts'
import { readSeller } from './seller.ts'
import { cellValue, specificationCells } from './specification-rows.ts'

interface Documents {
  readonly page: Page
  readonly watch: JsonObject
  readonly offer: JsonObject | undefined
  readonly cells: ReadonlyMap<RowKey, PageElement>
}

export const general = {
  product: defineProductMapping({
    operation: 'watchmarket.product',
    requests: 1,
    open(page: Page): Documents | undefined {
      const watch = page.jsonLdOf('Product')
      const [offer] = asListOrOne(watch?.offers, asObject) ?? []
      return watch && { page, watch, offer, cells: specificationCells(page) }
    },
    fields: {
      name: ({ watch }) => cleanText(asText(watch.name)),
      brand: ({ watch }) => schemaName(watch.brand),
      description: ({ page, watch }) => notesOf(page) ?? cleanText(asText(watch.description)),
      breadcrumbs: ({ page }) => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url),
      gtin: ({ watch }) => schemaGtin(watch),
      mpn: found => rowOf(found, 'reference_number') ?? asId(found.watch.sku) ?? asId(found.watch.mpn),
      sku: found => rowOf(found, 'listing_code') ?? asId(found.watch.productID),
      // Where the table has the row, it is right.
      condition: found =>
        conditionOf(rowOf(found, 'condition')) ?? schemaCondition(found.offer?.itemCondition),
      price: priceOf,
      availability: found => stockOf(stockText(found)) ?? schemaAvailability(found.offer?.availability),
      images: ({ page, watch }) => schemaImages(watch.image, page.url),
      seller: sellerOf,
      attributes: found =>
        attributes({
          ...Object.fromEntries(
            rowKeys.filter(key => !OWN_FIELDS.has(key)).map(key => [key, rowOf(found, key)]),
          ),
          price_valid_until: asTrimmed(found.offer?.priceValidUntil),
        }),
    },
  }),
  search: defineSearchMapping<NativeResult<typeof WatchSearch>>({
    operation: 'watchmarket.search',
    params: ({ query, page }) => [{ query, page }],
    page: ({ results, stats }, { page }) => ({
      results: (results ?? []).map(one => ({
        url: one?.url,
        name: one?.title,
        image: one?.images?.[0],
        sku: one?.id,
        price: money(one?.price?.amount, one?.price?.currency),
      })),
      more: stats?.total_results === undefined ? undefined : stats.total_results > page * PAGE_SIZE,
    }),
  }),
}

/** These have their own fields. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'price',
  'brand',
  'reference_number',
  'listing_code',
  'condition',
])

function rowOf({ cells }: Documents, key: RowKey): string | undefined {
  const cell = cells.get(key)
  return cell && cellValue(key, cell)
}

function priceOf(found: Documents) {
  const { page, offer } = found
  if (isPriceOnRequest(page, rowOf(found, 'price'))) return undefined
  const currency = asTrimmed(offer?.priceCurrency) ?? asTrimmed(page.assigned('metaData', ['currency']))
  return money(asLooseNumber(offer?.price) || undefined, currency)
}

/** "Unworn" and "New" are new; every grade of wear is used. */
function conditionOf(words: string | undefined): Condition | undefined {
  if (words === undefined) return undefined
  if (/\b(?:unworn|new)\b/i.test(words)) return 'new'
  return /\b(?:used|very good|good|fair|poor|incomplete|vintage)\b/i.test(words) ? 'used' : undefined
}

function stockText(found: Documents): string | undefined {
  return rowOf(found, 'availability') ?? cleanText(found.page.first('.wt-detail-page-availability')?.text())
}

function stockOf(words: string | undefined): Availability | undefined {
  if (words === undefined) return undefined
  if (/\bin stock\b|ready to ship/i.test(words)) return 'in_stock'
  if (/procured|on order|on request/i.test(words)) return 'backorder'
  return /sold|not available|unavailable/i.test(words) ? 'out_of_stock' : undefined
}

function sellerOf({ page, offer }: Documents) {
  const { name, country } = readSeller(page, offer)
  return name === undefined && valueAt(offer, 'availableAtOrFrom') === undefined
    ? undefined
    : { name, country }
}
