// Finds a product by SKU: in the shop's search index if it has one, otherwise in the suggestions of a hosted storefront.
import { asList, asText, asTrimmed, valueAt, Fault, type Get, must, type Page, type SiteView } from '#kit'
import { containsSku, isSameSku } from './sku.ts'

export interface FoundProduct {
  readonly page?: Page | undefined
  readonly hosted?: Page | undefined
  /** The product's entry in the search index. */
  readonly hit?: unknown
}

export function findBySku(sku: string, get: Get, site: SiteView): Promise<FoundProduct> {
  return site.origins.index ? findInIndex(sku, get, site) : findInSuggestions(sku, get)
}

async function findInIndex(sku: string, get: Get, { settings }: SiteView): Promise<FoundProduct> {
  const answer = await get('/query', {
    origin: 'index',
    query: { query: sku, key: settings.index_key },
    accept: 'json',
  })
  const hits = must(
    asList(valueAt(answer.json(), 'hits'), hit => hit),
    'hits',
  )
  const hit = hits.find(one => isSameSku(asText(valueAt(one, 'sku')), sku))
  if (!hit) throw skuNotFound(sku)
  return { hit, page: await get(`/${encodeURIComponent(must(asTrimmed(valueAt(hit, 'slug')), 'slug'))}`) }
}

async function findInSuggestions(sku: string, get: Get): Promise<FoundProduct> {
  const answer = await get('/search/suggest.json', {
    query: { q: sku, 'resources[type]': 'product' },
    accept: 'json',
  })
  const handles = must(
    asList(valueAt(answer.json(), 'resources', 'results', 'products'), one =>
      asTrimmed(valueAt(one, 'handle')),
    ),
    'suggested products',
  )
  if (handles.length === 0) throw skuNotFound(sku)
  // Suggestions have no SKU, and only one more request is allowed: the handle that contains the SKU, otherwise the first.
  const handle = must(handles.find(one => containsSku(one, sku)) ?? handles[0], 'handle')
  const hosted = await get(`/products/${encodeURIComponent(handle)}.json`, { accept: 'json' })
  const variants = must(
    asList(valueAt(hosted.json(), 'product', 'variants'), variant => asText(valueAt(variant, 'sku'))),
    'variants',
  )
  if (!variants.some(one => isSameSku(one, sku))) throw skuNotFound(sku)
  return { hosted }
}

/** Similar SKUs do not count. */
function skuNotFound(sku: string): Fault {
  return new Fault('not_found', `the shop's search finds no product with the SKU ${sku}`)
}
