// Operation 12: one product, from its page, from a hosted storefront's JSON or from the marketplace's own answer.
import {
  at,
  defineOperation,
  Fault,
  type Get,
  hostedJsonAddress,
  ifRecorded,
  ifToBeHad,
  must,
  type Page,
  param,
  t,
} from '../../kit/index.ts'
import {
  type Facts,
  factsOfHit,
  factsOfHosted,
  factsOfPage,
  factsOfTemplate,
  firstOf,
  lastPartOf,
} from './facts.ts'
import { findBySku, type Found } from './find-by-sku.ts'
import { isSameSku, skuAsWords } from './sku.ts'

interface Loaded extends Found {
  /** The marketplace's own answer. */
  readonly answer?: Page | undefined
}

export const product = defineOperation({
  id: 'sneakerstore.product',
  number: 12,
  summary: 'One product with its story and pictures',
  params: {
    sku: {
      ...param.name(
        'SKU of the product, with a space, with a dash or without; costs one more upstream request',
      ),
      normalise: skuAsWords,
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
  freshForS: 3600,
  example: { sku: 'PV4272-660' },

  async load({ sku, url }, get, site): Promise<Loaded> {
    return sku ? findBySku(sku, get, site) : loadUrl(must(url, 'url'), get)
  },

  extract({ page, answer, hit, hosted }, { sku }) {
    const template = at(answer?.json(), 'data', 'getProductTemplate')
    const places = [
      ...(page ? factsOfPage(page) : []),
      ...(template ? [factsOfTemplate(template)] : []),
      ...(hit ? [factsOfHit(hit)] : []),
      ...(hosted ? [factsOfHosted(at(hosted.json(), 'product'), hosted.url)] : []),
    ]
    if (places.length === 0 && template === null) throw new Fault('not_found', 'the shop has no such product')
    const facts = firstOf(places)
    if (hit && sku && !isSameSku(facts.sku, sku)) {
      throw new Fault('not_found', `the page of the SKU ${sku} shows another product`)
    }
    return facts
  },
})

/** A hosted storefront is told by its addresses, and has JSON for each; any other shop has its page, and GraphQL for the rest. */
async function loadUrl(url: string, get: Get): Promise<Loaded> {
  const json = hostedJsonAddress(new URL(url))
  const hosted = json ? await ifToBeHad(get(json, { accept: 'json' })) : undefined
  if (hosted) return { hosted }
  // A recording may hold GraphQL's answer only.
  const page = json ? await get(url) : await ifRecorded(get(url))
  if (page && (json || isWhole(firstOf(factsOfPage(page))))) return { page }
  const slug = lastPartOf(page?.url ?? url)
  const asking = get('/graphql', {
    json: { operationName: 'getProductTemplate', variables: { slug } },
    accept: 'json',
  })
  return { page, answer: page ? await ifToBeHad(asking) : await asking }
}

function isWhole({ id, name, sku }: Facts): boolean {
  return id !== undefined && name !== undefined && sku !== undefined
}
