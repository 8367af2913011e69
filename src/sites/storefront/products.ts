// storefront.products: one product by handle or URL, what a search suggests, or a page of the whole list.
import {
  asList,
  asText,
  at,
  defineOperation,
  Fault,
  type Get,
  must,
  type Page,
  param,
  type SiteView,
  t,
} from '../../kit/index.ts'
import { product } from './products.schema.ts'
import { readProduct } from './read-product.ts'

/** Product pages of one search that are fetched side by side. */
const AT_ONCE = 4

/** One token that may be a handle; in the sandbox it may end in a magic word. */
const HANDLE = /^[\p{L}\p{M}\p{N}_.-]+(?:~[a-z]+)?$/u
const PRODUCT_PATH = /^(.*?)(?:\/collections\/[^/]+)?\/products\/([^/]+?)(?:\.json|\.js)?\/?$/

type Loaded = { readonly products: readonly Page[] } | { readonly list: Page }

export const products = defineOperation({
  id: 'storefront.products',
  number: 1,
  summary: 'Products of a storefront: by handle, by URL, by words, or the whole list page by page',
  path: '/api/v1/storefront/products',
  params: {
    index: param.name("Name of one of the operator's storefronts; the first when left out"),
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
  result: t.list(product),
  core: ['/*/id', '/*/title', '/*/handle', '/*/variants/*/id', '/*/variants/*/price'],
  freshForS: 300,
  example: { query: 'millbrook-cotton-throw' },
  async load({ index, query, page, limit }, get, site): Promise<Loaded> {
    const store = storeOf(index, site)
    if (query === undefined) {
      return { list: notClosed(await get('/products.json', { ...store, query: { limit, page } })) }
    }
    if (/^https?:\/\//i.test(query)) return { products: [await byUrl(query, index, get, site)] }
    if (!HANDLE.test(query)) return { products: await byWords(query, store, page, limit, get) }
    const found = await unlessMissing(byHandle(query, store, get))
    if (found) return { products: [found] }
    const suggested = await unlessMissing(byWords(query, store, page, limit, get))
    if (suggested?.length) return { products: suggested }
    throw new Fault('not_found', 'no product has this handle, and the search of the storefront finds none')
  },
  extract(loaded) {
    if ('list' in loaded) return must(asList(at(loaded.list.json(), 'products'), readProduct), 'products')
    return loaded.products.map(page => must(readProduct(at(page.json(), 'product')), 'product'))
  },
})

interface Store {
  readonly at: string
  readonly accept: 'json'
}

function storeOf(index: string | undefined, { origins }: SiteView): Store {
  const accepted = Object.keys(origins)
  const name = index ?? must(accepted[0], 'an origin')
  if (accepted.includes(name)) return { at: name, accept: 'json' }
  throw new Fault('invalid_parameter', `index must be one of ${accepted.join(', ')}`, {
    errors: [
      { name: 'index', in: 'query', message: `index must be one of ${accepted.join(', ')}`, accepted },
    ],
  })
}

async function byHandle(handle: string, store: Store, get: Get): Promise<Page> {
  return notClosed(await get(`/products/${encodeURIComponent(handle)}.json`, store))
}

/** A language before `/products/` stays; a collection before it does not matter. */
async function byUrl(
  given: string,
  index: string | undefined,
  get: Get,
  { origins }: SiteView,
): Promise<Page> {
  const url = URL.parse(given)
  const [, before, handle] = PRODUCT_PATH.exec(url?.pathname ?? '') ?? []
  if (!url || handle === undefined) throw notAProductUrl('query must be the URL of a product page')
  if (index !== undefined && !isUnder(url, origins[index])) {
    throw notAProductUrl(`the URL in query is not on the storefront ${index}`)
  }
  return notClosed(await get(`${url.origin}${before}/products/${handle}.json`, { accept: 'json' }))
}

function isUnder(url: URL, origin: string | undefined): boolean {
  const base = URL.parse(origin ?? '')
  return base?.hostname === url.hostname && url.pathname.startsWith(base.pathname)
}

function notAProductUrl(message: string): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name: 'query', in: 'query', message }] })
}

/** The search only suggests; the products themselves come from their own route. */
async function byWords(words: string, store: Store, page: number, limit: number, get: Get): Promise<Page[]> {
  const suggestions = notClosed(
    await get('/search/suggest.json', { ...store, query: { q: words, 'resources[type]': 'product' } }),
  )
  const found = must(
    asList(at(suggestions.json(), 'resources', 'results', 'products'), handleOf),
    'suggested products',
  )
  const wanted = found.slice((page - 1) * limit, page * limit).map(handle => must(handle, 'handle'))
  const pages: Page[] = []
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const batch = wanted.slice(start, start + AT_ONCE)
    const loaded = await Promise.all(batch.map(handle => unlessMissing(byHandle(handle, store, get))))
    pages.push(...loaded.filter(one => one !== undefined))
  }
  if (wanted.length > 0) must(pages[0], 'the product of a suggestion')
  return pages
}

function handleOf(suggestion: unknown): string | undefined {
  const path = asText(at(suggestion, 'url'))?.replace(/[?#].*$/s, '')
  return asText(at(suggestion, 'handle')) ?? PRODUCT_PATH.exec(path ?? '')?.[2]
}

async function unlessMissing<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return undefined
    throw error
  }
}

/** A storefront that is not open to the public shows everyone the form for its password. */
function notClosed(page: Page): Page {
  const asksForPassword =
    /\/password\/?$/.test(new URL(page.url).pathname) ||
    (/html/i.test(page.contentType) &&
      page.first('form[action$="/password"] input[type="password"]') !== undefined)
  if (asksForPassword) throw new Fault('upstream_blocked', 'the storefront is closed by a password')
  return page
}
