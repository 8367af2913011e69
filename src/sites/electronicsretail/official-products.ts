// The official product interface: one answer of products under its own names.
import {
  asDecimal,
  asFlag,
  asId,
  asList,
  asTrimmed,
  asWhole,
  at,
  Fault,
  type Get,
  must,
  type Page,
  type SiteView,
} from '../../kit/index.ts'
import { higher, savingOf } from './result-tile.ts'
import type { SearchItem } from './search.schema.ts'

const PER_PAGE = 10
const SHOWN = [
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

/** Both are needed: the interface refuses every request without a key. */
export function hasOfficial({ origins, settings }: SiteView): boolean {
  return Boolean(origins.api && settings.api_key)
}

export function loadOfficial(words: string, page: number, get: Get, { settings }: SiteView): Promise<Page> {
  // Every word is a condition of its own, and all must hold.
  const conditions = words.split(/\s+/).map(word => `search=${escaped(word)}`)
  return get(`/v1/products(${conditions.join('&')})`, {
    at: 'api',
    accept: 'json',
    query: { format: 'json', pageSize: PER_PAGE, page, show: SHOWN.join(','), apiKey: settings.api_key },
  })
}

/** Brackets end the conditions and an asterisk matches anything, so they are escaped as well. */
function escaped(word: string): string {
  return encodeURIComponent(word).replace(/[()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
}

export function readOfficial(page: Page, pageNumber: number): readonly SearchItem[] {
  const body = page.json()
  const items = must(asList(at(body, 'products'), readProduct), 'products')
  // No products is an answer only where the interface itself counts none, or none any more.
  if (items.length === 0 && must(asWhole(at(body, 'total')), 'total') > (pageNumber - 1) * PER_PAGE) {
    throw new Fault('upstream_changed', 'the interface counts products but gives none', { field: 'products' })
  }
  return items
}

function readProduct(product: unknown): SearchItem {
  const price = asDecimal(at(product, 'salePrice'))
  const regular = asDecimal(at(product, 'regularPrice'))
  const original = higher(regular, price)
  const stated = original === null ? null : statedSaving(at(product, 'percentSavings'))
  const count = asWhole(at(product, 'customerReviewCount'))
  const orderable = asFlag(at(product, 'onlineAvailability'))
  return {
    sku: asId(at(product, 'sku')),
    url: asTrimmed(at(product, 'url')),
    name: asTrimmed(at(product, 'name')),
    save: stated === undefined ? savingOf(price, original) : stated,
    image: asTrimmed(at(product, 'image')),
    model: asTrimmed(at(product, 'modelNumber')),
    price,
    rating: count === 0 ? 0 : asDecimal(at(product, 'customerReviewAverage')),
    is_sold_out: orderable === undefined ? undefined : !orderable,
    rating_count: count,
    original_price: original,
  }
}

/** "33.34", or "0.00" where nothing is saved. */
function statedSaving(percent: unknown): string | null | undefined {
  const saved = asDecimal(percent)
  if (saved === undefined || saved < 0 || saved > 100) return undefined
  return saved === 0 ? null : `${saved}%`
}
