// From a SKU to its product: by the search index of a shop that has one, else by the suggestions of a hosted storefront.
import { asList, asText, asTrimmed, at, Fault, type Get, must, type Page, type SiteView } from '#kit'
import { containsSku, isSameSku } from './sku.ts'

export interface FoundProduct {
  readonly page?: Page | undefined
  readonly hosted?: Page | undefined
  /** What the search index has of the product. */
  readonly hit?: unknown
}

export function findBySku(sku: string, get: Get, site: SiteView): Promise<FoundProduct> {
  return site.origins.index ? findInIndex(sku, get, site) : findInSuggestions(sku, get)
}

async function findInIndex(sku: string, get: Get, { settings }: SiteView): Promise<FoundProduct> {
  const answer = await get('/query', {
    at: 'index',
    query: { query: sku, key: settings.index_key },
    accept: 'json',
  })
  const hits = must(
    asList(at(answer.json(), 'hits'), hit => hit),
    'hits',
  )
  const hit = hits.find(one => isSameSku(asText(at(one, 'sku')), sku))
  if (!hit) throw skuNotFound(sku)
  return { hit, page: await get(`/${encodeURIComponent(must(asTrimmed(at(hit, 'slug')), 'slug'))}`) }
}

async function findInSuggestions(sku: string, get: Get): Promise<FoundProduct> {
  const answer = await get('/search/suggest.json', {
    query: { q: sku, 'resources[type]': 'product' },
    accept: 'json',
  })
  const handles = must(
    asList(at(answer.json(), 'resources', 'results', 'products'), one => asTrimmed(at(one, 'handle'))),
    'suggested products',
  )
  if (handles.length === 0) throw skuNotFound(sku)
  // Suggestions name no SKU, and one request is left: for the one whose handle is made with it, else for the first.
  const handle = must(handles.find(one => containsSku(one, sku)) ?? handles[0], 'handle')
  const hosted = await get(`/products/${encodeURIComponent(handle)}.json`, { accept: 'json' })
  const variants = must(
    asList(at(hosted.json(), 'product', 'variants'), variant => asText(at(variant, 'sku'))),
    'variants',
  )
  if (!variants.some(one => isSameSku(one, sku))) throw skuNotFound(sku)
  return { hosted }
}

/** Similar ones do not count. */
function skuNotFound(sku: string): Fault {
  return new Fault('not_found', `the shop's search finds no product with the SKU ${sku}`)
}
