// What a listed shop publishes for machines: its UCP catalog, its platform's list, its sitemaps. Counts the requests.
import { LRUCache } from 'lru-cache'
import { platforms } from '../../../adapters/platforms/index.ts'
import { CURRENCY_PROBLEM, type CatalogSource, type ListPage } from '../operations/catalog/catalog-page.ts'
import type { CatalogRow } from '../../extract/list/catalog-row.ts'
import type { Sitemap } from '../../extract/list/read-sitemap.ts'
import type { Shop } from '../../settings/shop-directory.ts'
import { Fault } from '#kit/fault'
import type { SegmentList } from '#kit/define/site-mapping'
import type { DetectedPlatform, ListedShopResults, ListedShopTask } from '../../extract/task.ts'
import { type PlatformCache, detectPlatform, namedPlatform } from './listed-search.ts'
import type { ProductSummary } from '../../extract/listed-shop.ts'
import type { UcpShopAccess } from './ucp-doors.ts'

/** Indexes are asked for again with every file that they name. */
const KNOWN_FOR_MS = 600_000
const KNOWN_MAX = 100

/** The lists of sitemaps of the shops that are being collected. */
export type SitemapIndexCache = LRUCache<string, readonly string[]>

export function createKnownIndexes(): SitemapIndexCache {
  return new LRUCache({ max: KNOWN_MAX, ttl: KNOWN_FOR_MS })
}

interface SourceParts {
  readonly shop: Shop
  /** The platform list that a site adapter declares; undefined for a listed shop, whose platform is detected. */
  readonly list: SegmentList | undefined
  readonly withVariants: boolean
  readonly door: () => Promise<UcpShopAccess | undefined>
  readonly run: <T extends ListedShopTask>(task: T) => Promise<ListedShopResults[T['kind']]>
  readonly readProduct: (url: string) => Promise<ProductSummary>
  readonly requests: () => number
  readonly platforms: PlatformCache
  readonly indexes: SitemapIndexCache
}

export function createCatalogSource(parts: SourceParts): CatalogSource {
  const { shop, run, indexes, withVariants } = parts
  const base = shop.origins.main ?? ''
  const remembered = async (
    key: string,
    ask: () => Promise<readonly string[]>,
  ): Promise<readonly string[]> => {
    const sitemaps = indexes.get(key) ?? (await ask())
    indexes.set(key, sitemaps)
    return sitemaps
  }
  const { list } = parts
  if (list) return segmentSource(parts, list)
  return {
    base,
    bases: [base],
    async lists() {
      const door = await parts.door()
      const host = await platformOf(parts)
      const hasList = platforms.some(one => one.name === host?.platform && one.list !== undefined)
      return [
        ...(door?.access.door.can.search ? (['ucp'] as const) : []),
        ...(hasList ? (['list'] as const) : []),
      ]
    },
    async list(from, after) {
      if (from === 'ucp') {
        const door = await parts.door()
        if (!door) throw new Fault('not_found', 'the shop has no UCP catalog any more')
        return run({ kind: 'ucp-list', ucp: door.access, after, withVariants })
      }
      const host = await platformOf(parts)
      if (!host) throw new Fault('not_found', 'the platform of the shop is not known any more')
      if (platforms.some(one => one.name === host.platform && one.list?.lacksCurrency))
        return listWithCurrency(parts, host, base, after)
      const page = await run({ kind: 'list', ...host, base, after, withVariants })
      return (await isListNet(parts, host, page.rows))
        ? { ...page, rows: page.rows.map(withoutAmounts), problem: NET_PROBLEM }
        : page
    },
    roots: () => remembered(`roots ${base}`, () => run({ kind: 'sitemaps', base })),
    async sitemap(url) {
      const sitemaps = indexes.get(url)
      if (sitemaps) return { sitemaps, rows: [], broken: undefined }
      const file: Sitemap = await run({ kind: 'sitemap', url })
      if (file.sitemaps.length > 0) indexes.set(url, file.sitemaps)
      return file
    },
    async showsProduct(url) {
      try {
        const { hasPrice, availability } = await parts.readProduct(url)
        return hasPrice || availability !== null
      } catch (error) {
        if (!(error instanceof Fault && NO_PRODUCT.has(error.code))) throw error
        return error.code === 'robots_disallowed' || error.code === 'url_not_allowed' ? undefined : false
      }
    },
    requests: parts.requests,
  }
}

/** The lists of the segment's origins, one after the other; the cursor names the origin. It has no other list. */
function segmentSource({ shop, run, requests, withVariants }: SourceParts, list: SegmentList): CatalogSource {
  const origins = Object.entries(shop.origins)
  const none = async () => []
  return {
    base: origins[0]?.[1] ?? '',
    bases: Object.values(shop.origins),
    lists: async () => ['list'],
    async list(_, after) {
      const { place, inner } = placeOf(origins, after)
      const [name, base] = origins[place] ?? []
      if (name === undefined || base === undefined)
        throw new Fault('not_found', 'the shop of the cursor is not configured any more')
      const facts = { currency: list.currency?.(name, shop) }
      const { platform } = list
      const page = await run({ kind: 'list', platform, facts, base, after: inner, withVariants })
      const following = origins[place + 1]?.[0]
      const next = page.next === undefined ? following && `${following}:` : `${name}:${page.next}`
      return { ...page, next }
    },
    roots: none,
    sitemap: () => Promise.reject(new Error('a segment is not read by its sitemap')),
    showsProduct: () => Promise.reject(new Error('a segment is not read by its sitemap')),
    requests,
  }
}

/** `street:2`: the second page of the origin `street`. */
function placeOf(origins: readonly (readonly [string, string])[], after: string | undefined) {
  if (after === undefined) return { place: 0, inner: undefined }
  const [, name, inner] = /^([^:]*):(.*)$/s.exec(after) ?? []
  return { place: origins.findIndex(([one]) => one === name), inner: inner || undefined }
}

/**
 * A page of the shop says the currency, once for each reading of the list: a shop may change it at any time, and amounts
 * under the former one look like other prices. Unless the operator says it. The cursor carries it, `EUR:2`, as another process may read the next page.
 */
async function listWithCurrency(
  parts: SourceParts,
  host: DetectedPlatform,
  base: string,
  after: string | undefined,
): Promise<ListPage> {
  const { run, shop, withVariants, platforms: cache } = parts
  const listPage = (currency: string | undefined, inner: string | undefined) => {
    const facts = { ...host.facts, currency }
    return run({ kind: 'list', platform: host.platform, facts, base, after: inner, withVariants })
  }
  const [, carried, place = after] = /^([A-Z]{3})?:(.*)$/s.exec(after ?? '') ?? []
  const isCarried = place !== after
  const assumed = shop.currency ?? (isCarried ? carried : host.facts.currency)
  const first = await listPage(assumed, place)
  const isSettled = shop.currency !== undefined || isCarried || first.rows.length === 0
  const pageCurrency = isSettled ? undefined : await currencyOf(parts, first.rows)
  const currency = isSettled ? assumed : pageCurrency
  const page = currency === undefined || currency === assumed ? first : await listPage(currency, place)
  // Only what a page showed: a cursor may be old, or written by anybody.
  if (pageCurrency !== undefined && pageCurrency !== host.facts.currency)
    cache.set(shop.name, { host: { ...host, facts: { ...host.facts, currency: pageCurrency } } })
  const next = page.next === undefined ? undefined : `${currency ?? ''}:${page.next}`
  if (currency !== undefined || page.rows.length === 0) return { ...page, next }
  return { ...page, next, rows: page.rows.map(withoutAmounts), problem: CURRENCY_PROBLEM }
}

/** The first product may be one whose page is missing or closed. */
async function currencyOf({ run }: SourceParts, rows: readonly CatalogRow[]): Promise<string | undefined> {
  const urls = [rows[0], rows.at(-1)].flatMap(row => row?.url ?? [])
  for (const url of new Set(urls)) {
    const page = await run({ kind: 'recognise', url }).catch(nullIfNoProduct)
    if (page?.facts.currency !== undefined) return page.facts.currency
  }
  return undefined
}

const NET_PROBLEM = 'the list states prices without tax; they are left out'

/** Remembered for a day. Undefined, and so asked again, while no page can be compared. */
async function isListNet(
  { platforms: cache, shop, readProduct }: SourceParts,
  host: DetectedPlatform,
  rows: readonly CatalogRow[],
): Promise<boolean | undefined> {
  const mayBe = platforms.some(one => one.name === host.platform && one.list?.mayBeNet)
  if (!mayBe || host.facts.isNet !== undefined) return host.facts.isNet
  const priced = rows.find(row => row.price && !row.price_max)
  if (!priced?.price) return undefined
  const product = await readProduct(priced.url).catch(nullIfNoProduct)
  if (!product?.price) return undefined
  const share = Number(product.price.amount) / Number(priced.price.amount)
  const isNet = share > TAX_MIN && share < TAX_MAX
  cache.set(shop.name, { host: { ...host, facts: { ...host.facts, isNet } } })
  return isNet
}

/** Price with tax by price without: rates of sales taxes are 2 to 30 percent. */
const TAX_MIN = 1.015
const TAX_MAX = 1.31

function nullIfNoProduct(error: unknown): null {
  if (error instanceof Fault) return null
  throw error
}

function withoutAmounts(row: CatalogRow): CatalogRow {
  const none = { price: null, list_price: null }
  const { variants } = row
  const bare = Array.isArray(variants) ? variants.map(one => ({ ...one, ...none })) : variants
  return { ...row, ...none, price_max: null, variants: bare }
}

/** What a page that shows no product ends in; also one that nobody may read. */
const NO_PRODUCT: ReadonlySet<string> = new Set([
  'not_found',
  'upstream_changed',
  'robots_disallowed',
  'url_not_allowed',
])

async function platformOf({ platforms: cache, run, shop }: SourceParts): Promise<DetectedPlatform | null> {
  const configured = namedPlatform(shop)
  if (configured) return cache.get(shop.name)?.host ?? configured
  try {
    return await detectPlatform(cache, run, shop)
  } catch (error) {
    const host = nullIfNone(error)
    cache.set(shop.name, { host })
    return host
  }
}

/** Pages that are missing or closed show no platform. */
function nullIfNone(error: unknown): null {
  if (error instanceof Fault && (NO_PRODUCT.has(error.code) || error.code === 'upstream_blocked')) return null
  throw error
}
