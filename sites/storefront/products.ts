// storefront.products: one product by handle or URL, what a search suggests, or a page of the whole list.
import { asList, at, defineOperation, Fault, ifOpen, must, type Page, param, t, withPlaceholders } from '#kit'
import { placeholders } from './placeholders.ts'
import { product } from './products.schema.ts'
import { mapProduct } from './map-product.ts'
import { fromScriptRoute } from './script-product.ts'
import { getByHandle, getByUrl, searchProducts, getListPage, storeOf, nullIfNotFound } from './routes.ts'

/** One token that may be a handle. */
const HANDLE = /^[\p{L}\p{M}\p{N}_.-]+$/u

type Loaded = { readonly products: readonly Page[] } | { readonly list: Page }

export const products = defineOperation({
  id: 'storefront.products',
  number: 1,
  summary: 'Products of a storefront: by handle, by URL, by words, or the whole list page by page',
  path: '/api/v1/storefront/products',
  params: {
    index: param.identifier("Name of one of the operator's storefronts; the first when left out"),
    query: param.words('A product handle, the URL of a product page, or words to search for', {
      maxLength: 2048,
      pattern: /^(?:https?:\/\/.*|.{1,256})$/isu,
      form: 'a URL of at most 2048 characters, or a handle or words of at most 256',
    }),
    page: param.page(),
    limit: param.integer('Products of one page of the list, or of a search', 1, 250, 50),
  },
  lookup: ['query'],
  lookupOptional: true,
  result: withPlaceholders(t.list(product), placeholders),
  core: ['/*/id', '/*/title', '/*/handle', '/*/variants/*/id', '/*/variants/*/price'],
  freshForS: 300,
  example: { query: 'daybreak-home-cotton-throw-cream-ge4014-110' },
  async load({ index, query, page, limit }, get, site): Promise<Loaded> {
    const store = storeOf(index, site)
    if (query === undefined) return { list: await getListPage(store, page, limit, get) }
    if (/^https?:\/\//i.test(query)) return { products: [await getByUrl(query, index, get, site)] }
    const mayBeHandle = HANDLE.test(query)
    const found = mayBeHandle ? await ifOpen(nullIfNotFound(getByHandle(query, store, get))) : undefined
    if (found) return { products: [found] }
    const searching = nullIfNotFound(searchProducts(query, store, page, limit, get))
    // That there is no such handle is an answer, even where the search is closed to us.
    const suggested = await (found === null ? ifOpen(searching) : searching)
    if (!mayBeHandle) return { products: must(suggested, 'the search') }
    // Suggestions have no second page; that there is nothing more is not that there is nothing.
    if (suggested && (suggested.length > 0 || page > 1)) return { products: suggested }
    throw new Fault('not_found', 'no product has this handle, and the search of the storefront gives none')
  },
  extract(loaded) {
    if ('list' in loaded) return must(asList(at(loaded.list.json(), 'products'), mapProduct), 'products')
    return loaded.products.map(page => must(mapProduct(productIn(page.json())), 'product'))
  },
})

/** `{product}`, or the bare object of the route for the storefront's own scripts. */
function productIn(body: unknown): unknown {
  return at(body, 'product') ?? fromScriptRoute(body)
}
