// Loads and reads search results from the official product API.
import {
  asLooseNumber,
  asFlag,
  asId,
  asList,
  asObject,
  asName,
  asTrimmed,
  asLooseInteger,
  valueAt,
  Fault,
  type Get,
  type JsonObject,
  must,
  type Page,
  type SiteView,
} from '#kit'
import { nullUnlessHigher, savingPercentOf } from './result-tile.ts'
import type { SearchItem } from './search.schema.ts'

const PER_PAGE = 10
const FIELDS = [
  'sku',
  'name',
  'url',
  'image',
  'modelNumber',
  'salePrice',
  'regularPrice',
  'percentSavings',
  'customerReviewAverage',
  'customerReviewCount',
  'onlineAvailability',
]

/** Both are required: the API rejects every request without a key. */
export function hasOfficialApi({ origins, settings }: SiteView): boolean {
  return Boolean(origins.api && settings.api_key)
}

export function loadOfficialApi(
  words: string,
  page: number,
  get: Get,
  { settings }: SiteView,
): Promise<Page> {
  // Each word is a separate condition; all must match.
  const conditions = words.split(/\s+/).map(word => `search=${escapeWord(word)}`)
  return get(`/v1/products(${conditions.join('&')})`, {
    origin: 'api',
    accept: 'json',
    query: { format: 'json', pageSize: PER_PAGE, page, show: FIELDS.join(','), apiKey: settings.api_key },
  })
}

export const FACTS = [
  'type',
  'class',
  'department',
  'width',
  'height',
  'depth',
  'weight',
  'warrantyParts',
  'warrantyLabor',
]
export const VIEWS = [
  'largeFrontImage',
  'alternateViewsImage',
  'angleImage',
  'backViewImage',
  'leftViewImage',
  'rightViewImage',
  'topViewImage',
]
/** What the general shape needs beyond the search. */
const MORE_FIELDS = [
  'active',
  'orderable',
  'condition',
  'preowned',
  'upc',
  'manufacturer',
  'color',
  'longDescription',
  'shortDescription',
  'categoryPath',
  ...FACTS,
  ...VIEWS,
]

export function loadApiProduct(sku: string, get: Get, { settings }: SiteView): Promise<Page> {
  return get(`/v1/products(sku=${sku})`, {
    origin: 'api',
    accept: 'json',
    query: { format: 'json', show: [...FIELDS, ...MORE_FIELDS].join(','), apiKey: settings.api_key },
  })
}

/** The product with this SKU in an answer of the API. */
export function apiProduct(page: Page, sku: string | undefined): JsonObject | undefined {
  const products = asList(valueAt(page.json(), 'products'), asObject)
  return products?.find(one => sku !== undefined && asId(one?.sku) === sku)
}

/** The product of an answer with only one. */
export function onlyApiProduct(page: Page): JsonObject | undefined {
  const [only, ...others] = asList(valueAt(page.json(), 'products'), asObject) ?? []
  return others.length === 0 ? only : undefined
}

/** Parentheses end the conditions and an asterisk is a wildcard, so they are escaped as well. */
function escapeWord(word: string): string {
  return encodeURIComponent(word).replace(/[()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
}

export function readOfficialApi(page: Page, pageNumber: number): readonly SearchItem[] {
  const body = page.json()
  const items = must(asList(valueAt(body, 'products'), readProduct), 'products')
  // An empty list is valid only if the API's total is 0 or ends before this page.
  if (
    items.length === 0 &&
    must(asLooseInteger(valueAt(body, 'total')), 'total') > (pageNumber - 1) * PER_PAGE
  ) {
    throw new Fault('upstream_changed', 'the API reports products but returns none', { field: 'products' })
  }
  return items
}

function readProduct(product: unknown): SearchItem {
  const price = asLooseNumber(valueAt(product, 'salePrice'))
  const regular = asLooseNumber(valueAt(product, 'regularPrice'))
  const original = nullUnlessHigher(regular, price)
  const stated = original === null ? null : statedSaving(valueAt(product, 'percentSavings'))
  const count = asLooseInteger(valueAt(product, 'customerReviewCount'))
  const orderable = asFlag(valueAt(product, 'onlineAvailability'))
  return {
    sku: asId(valueAt(product, 'sku')),
    url: asTrimmed(valueAt(product, 'url')),
    name: asName(valueAt(product, 'name')),
    save: stated === undefined ? savingPercentOf(price, original) : stated,
    image: asTrimmed(valueAt(product, 'image')),
    model: asTrimmed(valueAt(product, 'modelNumber')),
    price,
    rating: count === 0 ? 0 : asLooseNumber(valueAt(product, 'customerReviewAverage')),
    is_sold_out: orderable === undefined ? undefined : !orderable,
    rating_count: count,
    original_price: original,
  }
}

/** "33.34", or "0.00" when nothing is saved. Rounded to a whole per cent, as for the search page. */
function statedSaving(percent: unknown): string | null | undefined {
  const saved = asLooseNumber(percent)
  if (saved === undefined || saved < 0 || saved > 100) return undefined
  return saved === 0 ? null : `${Math.round(saved)}%`
}
