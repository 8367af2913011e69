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
} from '#kit'
import {
  readSearchHit,
  readHostedProduct,
  readPageProducts,
  readTemplate,
  mergeSources,
  lastPathSegment,
} from './source-product.ts'
import { findBySku, type FoundProduct } from './find-by-sku.ts'
import { isSameSku, skuAsSearchWords } from './sku.ts'

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
