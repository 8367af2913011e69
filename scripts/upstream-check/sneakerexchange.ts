// The recorded samples of sneakerexchange, restored to the page caches and answers that they were taken from.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://sneakerexchange.example'
const GRAPHQL = `POST ${SHOP}/api/p/e`

interface Upstream {
  readonly id: string
  readonly urlKey: string
  readonly market?: unknown
  readonly variants?: readonly { readonly id: string; readonly market?: unknown }[]
  readonly pricing?: { readonly market: unknown; readonly variants: readonly unknown[] }
}

export function samples(read: ReadSample): Sample[] {
  return [...secondAnswer(read), ...oneAnswer(read), ...lists(read)]
}

/** `product-1.json` is from 2024: its market data came separately from the page. */
function secondAnswer(read: ReadSample): Sample[] {
  const file = 'product-1.json'
  const { pricing, ...product } = JSON.parse(read(file)) as Upstream
  const answer = JSON.stringify({ data: { product: { id: product.id, ...pricing } } })
  const sample = {
    operation: 'sneakerexchange.product',
    params: { slug: product.urlKey },
    summarize: summarizeProduct,
  }
  return [
    {
      ...sample,
      name: `${file} in the page, market in a second answer`,
      responses: { [`${SHOP}/${product.urlKey}`]: nextPage({ product }), [GRAPHQL]: answer },
    },
    {
      ...sample,
      name: `${file} without its market`,
      responses: { [`${SHOP}/${product.urlKey}`]: nextPage({ product }) },
    },
    {
      ...sample,
      name: `${file} as it is`,
      responses: { [`${SHOP}/${product.urlKey}`]: nextPage({ product: { ...product, pricing } }) },
    },
    {
      ...sample,
      name: `${file} by id`,
      params: { id: product.id },
      responses: { [GRAPHQL]: JSON.stringify({ data: { product: joined(product, pricing) } }) },
    },
  ]
}

function joined(product: Upstream, pricing: Upstream['pricing']): Upstream {
  const markets = pricing?.variants as Upstream['variants']
  const variants = product.variants?.map(one => ({ ...one, ...markets?.find(other => other.id === one.id) }))
  return { ...product, market: pricing?.market, ...(variants ? { variants } : {}) }
}

/** `product-4` is from 2023 and includes its market: once as the GraphQL answer that it is, once in each kind of page. */
function oneAnswer(read: ReadSample): Sample[] {
  const file = 'product-4.graphql.json'
  const { product } = (JSON.parse(read(file)) as { data: { product: Upstream } }).data
  const address = `${SHOP}/${product.urlKey}`
  const bySlug = {
    operation: 'sneakerexchange.product',
    params: { slug: product.urlKey },
    summarize: summarizeProduct,
  }
  const state = JSON.stringify({ queries: [{ state: { data: { product } } }] }).replaceAll('<', '\\u003c')
  return [
    { ...bySlug, name: `${file} by id`, params: { id: product.id }, responses: { [GRAPHQL]: read(file) } },
    {
      ...bySlug,
      name: `${file} in a page among others`,
      responses: {
        [address]: nextPage({ product: { ...product, id: 'other', urlKey: 'other' } }, { product }),
      },
    },
    {
      ...bySlug,
      name: `${file} in script[data-name=query]`,
      responses: { [address]: `<script data-name="query" type="application/json">${state}</script>` },
    },
    {
      ...bySlug,
      name: `${file} assigned to a global`,
      responses: { [address]: `<script data-name="query">window.__S7__ = ${state};</script>` },
    },
  ]
}

function lists(read: ReadSample): Sample[] {
  const nodes = JSON.parse(read('search-1.nodes.json')) as readonly unknown[]
  const hits = JSON.parse(read('search-legacy-1.json')) as readonly unknown[]
  const search = {
    operation: 'sneakerexchange.search',
    params: { query: 'sample' },
    summarize: summarizeList,
  }
  const answer = (list: readonly unknown[]) =>
    JSON.stringify({ data: { browse: { results: resultsOf(list) } } })
  const page = (list: readonly unknown[]) => nextPage({ browse: { results: resultsOf(list) } })
  return [
    {
      ...search,
      name: 'search-1.nodes.json in a page',
      responses: { [`${SHOP}/search?s=sample&page=1`]: page(nodes) },
    },
    {
      ...search,
      name: 'search-1.nodes.json in an answer',
      responses: { [GRAPHQL]: answer(nodes) },
    },
    {
      ...search,
      name: 'search-1.nodes.json',
      operation: 'sneakerexchange.trends',
      params: {},
      responses: { [`${SHOP}/sneakers?sort=most-active&page=1`]: page(nodes) },
    },
    { ...search, name: 'search-legacy-1.json', responses: { [GRAPHQL]: answer(hits) } },
  ]
}

function resultsOf(nodes: readonly unknown[]) {
  return {
    edges: nodes.map(node => ({ node })),
    pageInfo: { limit: 40, page: 1, pageCount: null, total: nodes.length },
  }
}

function nextPage(...data: readonly unknown[]): string {
  const queries = data.map(one => ({ state: { data: one } }))
  const state = {
    props: { pageProps: { req: { appContext: { states: { query: { value: { queries } } } } } } },
  }
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  return `<!DOCTYPE html><html><body><script id="__NEXT_DATA__" type="application/json">${json}</script></body></html>`
}

interface Market {
  readonly bids: Readonly<Record<string, number>>
  readonly sales: Readonly<Record<string, number>>
}

interface Product {
  readonly market: Market
  readonly traits: readonly { readonly name: string; readonly value: string }[]
  readonly variants: readonly {
    readonly gtins: readonly { readonly type: string; readonly identifier: string }[]
    readonly sizes: readonly { readonly size: string; readonly type: string }[]
    readonly market: Market
  }[]
}

function summarizeProduct(result: unknown): unknown {
  const { market, traits, variants, ...rest } = result as Product
  return {
    ...rest,
    market: formatMarket(market),
    traits: traits.map(one => `${one.name}: ${one.value}`),
    variants: variants.map(
      one =>
        `${one.sizes[0]?.size}: ${formatMarket(one.market)}, ${one.gtins.length} gtins, ${one.sizes.length} sizes`,
    ),
    sizes: variants[0]?.sizes.map(one => `${one.type} = ${one.size}`),
  }
}

function formatMarket({ bids, sales }: Market): string {
  return `ask ${bids.lowest_ask} of ${bids.number_asks}, bid ${bids.highest_bid} of ${bids.number_bids}, last ${sales.last_sale}, 72h ${sales.sales_last_72h}`
}

function summarizeList(result: unknown): unknown {
  const items = result as readonly Readonly<Record<string, string>>[]
  const empty = (key: string) => items.filter(one => one[key] === '').length
  return {
    items: items.length,
    categories: Object.fromEntries(
      Object.entries(Object.groupBy(items, one => one.category ?? '')).map(([name, list]) => [
        name,
        list?.length,
      ]),
    ),
    withoutSku: empty('sku'),
    withoutImage: empty('image'),
    withoutColorway: empty('colorway'),
    withoutDate: empty('release_date'),
    first: items[0],
    last: items.at(-1),
  }
}
