// Operation 12: one product, from its page, from a hosted storefront's JSON or from the marketplace's own answer.
import {
  at,
  defineOperation,
  Fault,
  type Get,
  productJsonUrl,
  ifAvailable,
  ifOpen,
  orElse,
  type Page,
  param,
  t,
} from '#kit'
import {
  type SourceProduct,
  readSearchHit,
  readHostedProduct,
  readPageProducts,
  readTemplate,
  mergeSources,
  lastPathSegment,
} from './source-product.ts'
import { findBySku, type FoundProduct } from './find-by-sku.ts'
import { isSameSku, skuAsSearchWords } from './sku.ts'

interface Loaded extends FoundProduct {
  /** The marketplace's own answer. */
  readonly answer?: Page | undefined
}

export const product = defineOperation({
  id: 'sneakerstore.product',
  number: 12,
  summary: 'One product with its story and pictures',
  params: {
    sku: {
      ...param.identifier(
        'SKU of the product, with a space, with a dash or without; costs one more upstream request',
      ),
      normalise: skuAsSearchWords,
    },
    url: param.productUrl(),
  },
  lookup: ['url', 'sku'],
  result: t.object({
    id: t.text(),
    slug: t.text(),
    name: t.text(),
    description: t.text({ description: 'Plain text; empty when there is none' }),
    sku: t.text({ description: 'As the shop writes it' }),
    images: t.list(t.text(), { description: 'Addresses of the pictures that the shop names' }),
  }),
  core: ['/id', '/slug', '/name'],
  mayBeNull: ['/name'],
  freshForS: 3600,
  example: { sku: 'PV4272-660' },

  async load({ sku, url }, get, site): Promise<Loaded> {
    return sku === undefined ? loadUrl(url, get) : findBySku(sku, get, site)
  },

  extract({ page, answer, hit, hosted }, { sku }) {
    const template = at(answer?.json(), 'data', 'getProductTemplate')
    const places = [
      ...(page ? readPageProducts(page) : []),
      ...(template ? [readTemplate(template)] : []),
      ...(hit ? [readSearchHit(hit)] : []),
      ...(hosted ? [readHostedProduct(at(hosted.json(), 'product'), hosted.url)] : []),
    ]
    if (places.length === 0 && template === null) throw new Fault('not_found', 'the shop has no such product')
    const facts = mergeSources(places)
    if (hit && sku && !isSameSku(facts.sku, sku)) {
      throw new Fault('not_found', `the page of the SKU ${sku} shows another product`)
    }
    return facts
  },
})

/** A hosted storefront is told by its addresses, and has JSON for each; any other shop has its page, and GraphQL for the rest. */
async function loadUrl(url: string, get: Get): Promise<Loaded> {
  const json = productJsonUrl(new URL(url))
  if (json) {
    const found = await orElse(get(json, { accept: 'json' }), () => get(url))
    return found.holdsJson() ? { hosted: found } : { page: found }
  }
  // The page may be closed to us where GraphQL is open.
  const page = await ifOpen(get(url))
  if (page && isComplete(mergeSources(readPageProducts(page)))) return { page }
  const slug = lastPathSegment(page?.url ?? url)
  const asking = get('/graphql', {
    json: { operationName: 'getProductTemplate', variables: { slug } },
    accept: 'json',
  })
  return { page, answer: page ? await ifAvailable(asking) : await asking }
}

function isComplete({ id, name, sku }: SourceProduct): boolean {
  return id !== undefined && name !== undefined && sku !== undefined
}
