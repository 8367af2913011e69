// Loads and reads a page of the product list, from the current search or from the older search service if it is configured.
import {
  asFlag,
  asId,
  asList,
  asName,
  asText,
  asTrimmed,
  asLooseInteger,
  valueAt,
  Fault,
  type Get,
  must,
  type Page,
  type SiteView,
} from '#kit'

/** One product of a list, under the contract's names. Fields that the older service lacks are undefined. */
export interface ListedProduct {
  readonly id: string | undefined
  readonly url: string | undefined
  readonly name: string | null | undefined
  readonly slug: string | undefined
  readonly brand: string | undefined
  readonly image: string | undefined
  readonly category: string | undefined
  readonly in_stock: boolean | undefined
  readonly silhouette: string | undefined
  readonly release_date: string | undefined
  readonly lowest_price_cents: number | null | undefined
  readonly retail_price_cents: number | undefined
}

interface SearchService {
  readonly perPage: number
  readonly items: readonly string[]
  readonly total: readonly string[]
  readonly read: (item: unknown, shop: string | undefined) => ListedProduct
}

const current: SearchService = {
  perPage: 12,
  items: ['data', 'productsList'],
  total: ['data', 'totalResults'],
  read: fromCurrent,
}

const older: SearchService = {
  perPage: 24,
  items: ['response', 'results'],
  total: ['response', 'total_num_results'],
  read: fromOlder,
}

// The only known sort code: the site's default. Without a query, it sorts by popularity.
const DEFAULT_SORT = 1

/** The older service has no empty query: it browses the group of the whole catalog instead. */
function browseAllPath({ settings }: SiteView): string {
  return `/browse/group_id/${settings.search_group ?? 'all'}`
}

/** The fallback for lists if the older service is configured, because it may be gone. */
export const currentSearchWay = {
  name: 'current search',
  when: (_: unknown, { origins }: SiteView) => origins.search !== undefined,
}

export function loadCurrentListing(words: string, page: number, get: Get): Promise<Page> {
  return get('/web-api/consumer-search/get-product-search-results', {
    query: { queryString: words, pageLimit: current.perPage, pageNumber: page, sortType: DEFAULT_SORT },
    accept: 'json',
  })
}

/** If `words` is empty: the whole catalog, the most popular first. */
export function loadListing(words: string, page: number, get: Get, site: SiteView): Promise<Page> {
  if (!site.origins.search) return loadCurrentListing(words, page, get)
  return get(words ? `/search/${encodeURIComponent(words)}` : browseAllPath(site), {
    origin: 'search',
    query: { key: site.settings.search_key, page, num_results_per_page: older.perPage },
    accept: 'json',
  })
}

export function readListing(page: Page, pageNumber: number, site: SiteView): readonly ListedProduct[] {
  const body = page.json()
  const isOlder = site.origins.search !== undefined && page.url.startsWith(site.origins.search)
  const service = isOlder ? older : current
  const items = must(
    asList(valueAt(body, ...service.items), item => service.read(item, site.origins.main)),
    service.items.join('.'),
  )
  if (items.length === 0) mustBePastEnd(valueAt(body, ...service.total), pageNumber, service)
  return items
}

/** An empty list is valid only if the site's total is 0 or ends before this page. */
function mustBePastEnd(total: unknown, pageNumber: number, service: SearchService): void {
  const field = service.total.join('.')
  const count = must(asLooseInteger(total), field)
  if (count > (pageNumber - 1) * service.perPage) {
    throw new Fault('upstream_changed', `${field} says ${count}, but page ${pageNumber} holds none`, {
      field: service.items.join('.'),
    })
  }
}

function fromCurrent(item: unknown, shop: string | undefined): ListedProduct {
  const slug = asText(valueAt(item, 'slug'))
  const category = asText(valueAt(item, 'category'))
  return {
    id: asId(valueAt(item, 'id')),
    url: productUrl(shop, slug, category),
    name: asName(valueAt(item, 'title')),
    slug,
    brand: asText(valueAt(item, 'brandName')),
    image: asTrimmed(valueAt(item, 'pictureUrl')),
    category,
    in_stock: asFlag(valueAt(item, 'inStock')),
    silhouette: asText(valueAt(item, 'silhouette')),
    release_date: dayOfSeconds(asLooseInteger(valueAt(item, 'releaseDate', 'seconds'))),
    lowest_price_cents: lowestPrice(valueAt(item, 'variantsList')),
    retail_price_cents: asLooseInteger(valueAt(item, 'localizedRetailPriceCents', 'amountCents')),
  }
}

function fromOlder(item: unknown, shop: string | undefined): ListedProduct {
  const data = valueAt(item, 'data')
  const slug = asText(valueAt(data, 'slug'))
  const category = asText(valueAt(data, 'category'))
  return {
    id: asId(valueAt(data, 'id')),
    url: productUrl(shop, slug, category),
    name: asName(valueAt(item, 'value')),
    slug,
    brand: undefined,
    image: asTrimmed(valueAt(data, 'image_url')),
    category,
    in_stock: undefined,
    silhouette: undefined,
    release_date: dayOfNumber(asLooseInteger(valueAt(data, 'release_date'))),
    lowest_price_cents: asLooseInteger(valueAt(data, 'lowest_price_cents')),
    retail_price_cents: asLooseInteger(valueAt(data, 'retail_price_cents')),
  }
}

/** Path of a product page: shoes have their own section, all else (clothes, bags, accessories) is apparel. */
export function productPath(slug: string, category: string): string {
  return `/${category === 'shoes' ? 'sneakers' : 'apparel'}/${encodeURIComponent(slug)}`
}

function productUrl(shop: string | undefined, slug: string | undefined, category: string | undefined) {
  return shop && slug && category ? shop + productPath(slug, category) : undefined
}

/** An empty list of variants is how the site states that nobody sells it: null, not absent. */
function lowestPrice(variants: unknown): number | null | undefined {
  if (Array.isArray(variants) && variants.length === 0) return null
  return asLooseInteger(valueAt(variants, 0, 'localizedLowestPriceCents', 'amountCents'))
}

/** The UTC day. May be before 1970: some shoes date from 1969. */
function dayOfSeconds(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : dayOf(new Date(seconds * 1000))
}

/** A day in the older service's format: 20230627. */
function dayOfNumber(day: number | undefined): string | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(String(day))
  return parts ? dayOf(new Date(`${parts[1]}-${parts[2]}-${parts[3]}`)) : undefined
}

function dayOf(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}
