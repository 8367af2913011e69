// Reads the products of a watched catalog for callers: page by page, sorted, those of one change, or one by its address.
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import { Fault } from '#kit/fault'
import { type MergedHistory, mergeHistory, OUTCOME_SERIES } from '../history/history.ts'
import type { HistoryStore, StoredChange } from '../store/history-store.ts'
import type { Period } from '../model/series-spans.ts'
import { CATALOG_OPERATION, type Watch } from '../model/watch.ts'
import { type NewsRow, newsOfChange } from '../lists/catalog-news.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { spansOf } from '../lists/decide-product.ts'
import { isOpen, type TrackedProduct } from '../lists/tracked-product.ts'
import { productKey } from '../lists/product-key.ts'
import {
  compareProducts,
  newsView,
  type ProductOrder,
  productView,
  type ProductView,
} from './product-view.ts'

export interface ProductQuery {
  readonly change?: string | undefined
  readonly after?: string | undefined
  readonly sort: ProductOrder
  readonly withPrices: boolean
  readonly limit: number
}

interface ProductPage {
  readonly products: ProductView[]
  readonly next: string | null
}

interface Parts {
  readonly catalogs: CatalogStore
  readonly history: HistoryStore
}

export async function readProducts(parts: Parts, watch: Watch, query: ProductQuery): Promise<ProductPage> {
  throwIfNoCatalog(watch)
  const { baseline } = await parts.catalogs.read(watch.id)
  const view = (product: TrackedProduct) => productView(product, baseline, query.withPrices)
  if (query.change !== undefined) return changePage(parts, watch, query, view)
  if (query.sort === 'found') return chunkPage(parts, watch, query, view)
  const all = (await parts.catalogs.chunks(watch.id, 0, ALL)).flatMap(([, products]) =>
    products.filter(isKnown),
  )
  return pageOf(all.toSorted(compareProducts(query.sort)), query, view)
}

const ALL = 1_000_000

function throwIfNoCatalog({ id, operation }: Watch): void {
  if (operation !== CATALOG_OPERATION)
    throw new Fault('not_found', `${id} watches no catalog; its history is at /history`)
}

function isKnown(product: TrackedProduct): boolean {
  return isOpen(product) && !product.isAlias
}

/** A page from a position in a list that is sorted again for each page. */
function pageOf<T>(
  all: readonly T[],
  { after, limit }: ProductQuery,
  view: (item: T) => ProductView,
): ProductPage {
  const from = placeOf(after)
  const page = all.slice(from, from + limit)
  return { products: page.map(view), next: from + limit < all.length ? String(from + limit) : null }
}

function placeOf(after: string | undefined): number {
  if (after === undefined) return 0
  if (/^\d{1,9}$/.test(after)) return Number(after)
  throw invalidParameterFault([
    { name: 'after', in: 'query', message: 'after must be the `next` of an earlier answer' },
  ])
}

const PLACES = 1_000

/** A page in the order of the store, which is read only as far as the page goes. `after` is chunk × 1,000 + position. */
async function chunkPage(
  { catalogs }: Parts,
  { id }: Watch,
  { after, limit }: ProductQuery,
  view: (product: TrackedProduct) => ProductView,
): Promise<ProductPage> {
  const start = placeOf(after)
  const products: ProductView[] = []
  for (let chunk = Math.floor(start / PLACES); ; chunk++) {
    const [part] = await catalogs.chunks(id, chunk, 1)
    if (!part) return { products, next: null }
    for (const [place, product] of part[1].entries()) {
      const number = part[0] * PLACES + place
      if (number < start || !isKnown(product)) continue
      if (products.length === limit) return { products, next: String(number) }
      products.push(view(product))
    }
  }
}

async function changePage(
  { catalogs, history }: Parts,
  { id }: Watch,
  query: ProductQuery,
  view: (product: TrackedProduct) => ProductView,
): Promise<ProductPage> {
  const { change: text = '' } = query
  const change = /^\d{1,15}$/.test(text) ? await history.change(Number(text)) : undefined
  const news = change?.watchId === id ? newsOfChange(change) : undefined
  if (!change || !news)
    throw invalidParameterFault([
      { name: 'change', in: 'query', message: 'change must be the id of a change of this catalog' },
    ])
  const rows = (await catalogs.news(id, news.run, change.type)) ?? sampleRows(change)
  const page = pageOf(rows, query, row => newsView(row, undefined, change.atMs))
  const urls = new Set(page.products.map(({ url }) => url))
  const now = new Map<string, ProductView>()
  for (const [, products] of await catalogs.chunks(id, 0, ALL))
    for (const product of products) if (urls.has(product.url)) now.set(product.url, view(product))
  return pageOf(rows, query, row => newsView(row, now.get(row.url), change.atMs))
}

/** The rows of a change that are not kept: those that it names itself. */
function sampleRows(change: StoredChange): NewsRow[] {
  return (newsOfChange(change)?.sample ?? []).map(({ url, name, image, before = {}, after = {} }) => ({
    url,
    name: name ?? undefined,
    image: image ?? undefined,
    before,
    after,
    firstSeenMs: change.atMs,
  }))
}

/** The history of one product of the catalog, by any of its addresses. */
export async function productHistory(
  { catalogs, history }: Parts,
  watch: Watch,
  url: string,
  period: Period,
): Promise<MergedHistory> {
  throwIfNoCatalog(watch)
  const product = URL.canParse(url) ? await findProduct(catalogs, watch.id, productKey(url)) : undefined
  if (!product)
    throw new Fault('not_found', 'the catalog has no product with this URL; /products lists those it has')
  const outcomes = (await history.spans(watch, period, [])).filter(one => one.series === OUTCOME_SERIES)
  const spans = spansOf(product, watch.okAtMs ?? product.sinceMs)
  return mergeHistory([...outcomes, ...spans], period, { gaps: product.memory?.gaps ?? [] })
}

async function findProduct(
  catalogs: CatalogStore,
  watchId: string,
  key: string,
): Promise<TrackedProduct | undefined> {
  let candidate: TrackedProduct | undefined
  for (let chunk = 0; ; chunk++) {
    const [part] = await catalogs.chunks(watchId, chunk, 1)
    if (!part) return candidate
    const sameProducts = part[1].filter(one => productKey(one.url) === key)
    candidate = sameProducts.find(one => !one.removed) ?? sameProducts[0] ?? candidate
    if (candidate && !candidate.removed) return candidate
  }
}
