// Operation 1: one product by handle or URL, the results of a search, or a page of the whole list.
import {
  asList,
  valueAt,
  defineOperation,
  type Get,
  ifAvailable,
  ifFound,
  must,
  type Page,
  param,
  readRows,
  type SiteView,
  t,
  withMissingRows,
  withPlaceholders,
} from '#kit'
import { placeholders } from './placeholders.ts'
import { product } from './products.schema.ts'
import { mapProduct } from './map-product.ts'
import { fromScriptRoute } from './script-product.ts'
import { productInPage } from './page-product.ts'
import {
  type FoundProducts,
  getByHandle,
  getByUrl,
  getListPage,
  type ProductRoute,
  searchProducts,
  storeOf,
} from './routes.ts'

/** A single word that may be a handle. */
const HANDLE = /^[\p{L}\p{M}\p{N}_.-]+$/u

export type Loaded = FoundProducts | { readonly list: Page }

export const products = defineOperation({
  id: 'storefront.products',
  number: 1,
  summary: 'Products of a storefront: by handle, URL or search words, or the whole list, page by page',
  path: '/api/v1/storefront/products',
  params: {
    index: param.identifier("Name of one of the operator's storefronts; the first by default"),
    query: param.words('A product handle, the URL of a product page, or words to search for', {
      maxLength: 2048,
      pattern: /^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/[\s\S]*|[\s\S]{1,256})$/,
      form: 'a URL of at most 2048 characters, or a handle or words of at most 256',
    }),
    page: param.page(),
    limit: param.integer('Number of products per page of the list or search', 1, 250, 50),
  },
  lookup: ['query'],
  lookupOptional: true,
  result: withPlaceholders(t.list(product), placeholders),
  core: ['/*/id', '/*/title', '/*/handle', '/*/variants/*/id', '/*/variants/*/price'],
  mayBeNull: ['/*/title'],
  prices: [{ amount: '/*/variants/*/price' }],
  freshForS: 300,
  example: { query: 'daybreak-home-cotton-throw-cream-ge4014-110' },

  way: 'JSON route',
  load: (params, get, site) => loadBy('json', params, get, site),
  otherWay: {
    name: 'script route or page',
    when: ({ query }) => query !== undefined,
    load: (params, get, site) => loadBy('script or page', params, get, site),
  },

  extract(loaded) {
    if ('list' in loaded) return must(asList(valueAt(loaded.list.json(), 'products'), mapProduct), 'products')
    const { products, withdrawn, unread } = loaded
    return withMissingRows(
      readRows(products, page => must(mapProduct(productIn(page)), 'product')),
      { withoutProduct: withdrawn, unread },
    )
  },
})

interface Query {
  readonly index: string | undefined
  readonly query: string | undefined
  readonly page: number
  readonly limit: number
}

async function loadBy(
  route: ProductRoute,
  { index, query, page, limit }: Query,
  get: Get,
  site: SiteView,
): Promise<Loaded> {
  const store = storeOf(index, site)
  if (query === undefined) return { list: await getListPage(store, page, limit, get) }
  if (/^https?:\/\//i.test(query)) return one(await getByUrl(query, index, route, get, site))
  const mayBeHandle = HANDLE.test(query)
  const byHandle = mayBeHandle ? getByHandle(query, store, route, get) : undefined
  const found = byHandle && (await ifAvailable(byHandle))
  if (found) return one(found)
  const searching = searchProducts(query, store, { page, limit, route }, get)
  if (!byHandle) return must(await ifFound(searching), 'search results')
  const suggested = await ifAvailable(searching)
  // Suggestions have no second page: an empty page is not an empty result.
  if (suggested && (suggested.products.length > 0 || page > 1)) return suggested
  // Otherwise the handle route's error stands: not found, or blocked.
  return one(await byHandle)
}

function one(product: Page): FoundProducts {
  return { products: [product], withdrawn: 0, unread: 0 }
}

/** `{product}`, or the bare object of the script route; for a page, its embedded product. */
function productIn(page: Page): unknown {
  if (!page.holdsJson()) return productInPage(page)
  const body = page.json()
  return valueAt(body, 'product') ?? fromScriptRoute(body)
}
