// Operation 12: one product, from its page, from a hosted storefront's JSON or from the marketplace's GraphQL API.
import {
  valueAt,
  defineOperation,
  Fault,
  type Get,
  productJsonUrl,
  firstFound,
  ifAvailable,
  ifFound,
  must,
  type Page,
  param,
  t,
  asList,
  asText,
  asTrimmed,
  type SiteView,
} from '#kit'
import {
  readSearchHit,
  readHostedProduct,
  readPageProducts,
  readTemplate,
  mergeSources,
  lastPathSegment,
} from './source-product.ts'
import { isSameSku, skuAsSearchWords, containsSku } from './sku.ts'

export interface Loaded extends FoundProduct {
  /** The marketplace's GraphQL response. */
  readonly answer?: Page | undefined
}

export const product = defineOperation({
  id: 'sneakerstore.product',
  number: 12,
  summary: 'One product with its story and pictures',
  params: {
    sku: {
      ...param.identifier(
        'SKU of the product, with a space, a dash or neither; needs one more upstream request than `url`',
      ),
      normalise: skuAsSearchWords,
    },
    url: param.productUrl(),
  },
  lookup: ['url', 'sku'],
  result: t.object({
    id: t.text('Id of the product, as text'),
    slug: t.text('Last part of the product page URL'),
    name: t.text('Model and nickname'),
    description: t.text('Plain text; empty when there is none'),
    sku: t.text('Manufacturer’s style code, as the shop writes it'),
    images: t.list(t.url(), 'URLs of the pictures'),
  }),
  core: ['/id', '/slug', '/name'],
  mayBeNull: ['/name'],
  freshForS: 3600,
  example: { sku: 'PV4272-660' },

  way: 'JSON or page',
  async load({ sku, url }, get, site): Promise<Loaded> {
    return sku === undefined ? loadUrl(url, get) : findBySku(sku, get, site)
  },
  otherWay: {
    name: 'page or GraphQL',
    when: ({ url }) => url !== undefined,
    async load({ url }, get): Promise<Loaded> {
      const address = String(url)
      return isHosted(address)
        ? { page: await get(address) }
        : { answer: await queryTemplate(lastPathSegment(address), get) }
    },
  },

  extract({ page, answer, hit, hosted }, { sku }) {
    const template = valueAt(answer?.json(), 'data', 'getProductTemplate')
    const places = [
      ...(page ? readPageProducts(page) : []),
      ...(template ? [readTemplate(template)] : []),
      ...(hit ? [readSearchHit(hit)] : []),
      ...(hosted ? [readHostedProduct(valueAt(hosted.json(), 'product'), hosted.url)] : []),
    ]
    if (places.length === 0 && template === null) throw new Fault('not_found', 'the shop has no such product')
    const facts = mergeSources(places)
    if (hit && sku && !isSameSku(facts.sku, sku)) {
      throw new Fault('not_found', `the page of the SKU ${sku} shows another product`)
    }
    return facts
  },
})

/** Hosted storefronts are recognised by their URLs and have JSON; other shops have pages, with GraphQL for missing fields. */
async function loadUrl(url: string, get: Get): Promise<Loaded> {
  const json = productJsonUrl(new URL(url))
  if (json) {
    const found = await firstFound(get(json, { accept: 'json' }), () => get(url))
    return found.holdsJson() ? { hosted: found } : { page: found }
  }
  const page = await get(url)
  const { id, name, sku } = mergeSources(readPageProducts(page))
  if (id && name && sku) return { page }
  const query = (from: Get) => queryTemplate(lastPathSegment(page.url), from)
  return { page, answer: await (id && name ? get.optional(query) : ifAvailable(query(get))) }
}

function isHosted(url: string): boolean {
  return productJsonUrl(new URL(url)) !== undefined
}

/** The API has a response for every slug, so a 404 means that its URL has changed. */
export async function queryTemplate(slug: string, get: Get): Promise<Page> {
  const json = { operationName: 'getProductTemplate', variables: { slug } }
  return must(await ifFound(get('/graphql', { json, accept: 'json' })), 'GraphQL')
}

interface FoundProduct {
  readonly page?: Page | undefined
  readonly hosted?: Page | undefined
  /** The product's entry in the search index. */
  readonly hit?: unknown
}

/** In the shop's search index if it has one, otherwise in the suggestions of a hosted storefront. */
function findBySku(sku: string, get: Get, site: SiteView): Promise<FoundProduct> {
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
