// The routes of a storefront: a product by handle or URL, the list, and search suggestions.
import {
  asList,
  asTrimmed,
  valueAt,
  Fault,
  type Get,
  productJsonUrl,
  ifFound,
  must,
  type Page,
  type SiteView,
} from '#kit'

/** How many products of one search are fetched at the same time. */
const CONCURRENCY = 4

export interface Store {
  readonly origin: string
  readonly accept: 'json'
}

export function storeOf(index: string | undefined, { origins }: SiteView): Store {
  const accepted = Object.keys(origins)
  const name = index ?? must(accepted[0], 'origin')
  if (accepted.includes(name)) return { origin: name, accept: 'json' }
  throw new Fault('invalid_parameter', `index must be one of ${accepted.join(', ')}`, {
    errors: [
      { name: 'index', in: 'query', message: `index must be one of ${accepted.join(', ')}`, accepted },
    ],
  })
}

export async function getListPage(store: Store, page: number, limit: number, get: Get): Promise<Page> {
  return mustBePublic(await get('/products.json', { ...store, query: { limit, page } }))
}

/** The source of a product: the JSON route, or the script route with the page as fallback. */
export type ProductRoute = 'json' | 'script or page'

export function getByHandle(handle: string, store: Store, route: ProductRoute, get: Get): Promise<Page> {
  return getProduct(`/products/${encodeURIComponent(handle)}.json`, store, route, get)
}

async function getProduct(
  address: string,
  options: Partial<Store>,
  route: ProductRoute,
  get: Get,
): Promise<Page> {
  if (route === 'json') return mustBePublic(await get(address, options))
  const script = await get.optional(inner => inner(address.replace(/\.json$/, '.js'), options))
  const { origin } = options
  return mustBePublic(
    script ?? (await get(address.replace(/\.json$/, ''), origin === undefined ? {} : { origin })),
  )
}

export async function getByUrl(
  given: string,
  index: string | undefined,
  route: ProductRoute,
  get: Get,
  { origins }: SiteView,
): Promise<Page> {
  const url = URL.parse(given)
  const homes = Object.values(origins).filter(origin => url && isOnOrigin(origin, url))
  if (!url || homes.length === 0) {
    throw invalidQuery('url_not_allowed', 'the URL in query is not on a host of the configured storefronts')
  }
  if (index !== undefined && !homes.includes(origins[index] ?? '')) {
    throw invalidQuery('invalid_parameter', `the URL in query is not on the storefront ${index}`)
  }
  const json = productJsonUrl(url)
  if (!json) throw invalidQuery('invalid_parameter', 'the URL in query is not that of a product page')
  return getProduct(json, { accept: 'json' }, route, get)
}

function isOnOrigin(origin: string, url: URL): boolean {
  const base = new URL(origin)
  return base.hostname === url.hostname && `${url.pathname}/`.startsWith(base.pathname)
}

function invalidQuery(code: 'url_not_allowed' | 'invalid_parameter', message: string): Fault {
  return new Fault(code, message, { errors: [{ name: 'query', in: 'query', message }] })
}

export interface FoundProducts {
  readonly products: readonly Page[]
  /** Products that were suggested but no longer exist. */
  readonly withdrawn: number
  /** Suggested without a handle. */
  readonly unread: number
}

/** The search only returns suggestions; each product is fetched from its own route. */
export async function searchProducts(
  words: string,
  store: Store,
  { page, limit, route }: { page: number; limit: number; route: ProductRoute },
  get: Get,
): Promise<FoundProducts> {
  const suggestions = mustBePublic(
    await get('/search/suggest.json', { ...store, query: { q: words, 'resources[type]': 'product' } }),
  )
  const suggested = asList(valueAt(suggestions.json(), 'resources', 'results', 'products'), one =>
    valueAt(one, 'handle'),
  )
  const wanted = must(suggested, 'suggested products')
    .slice((page - 1) * limit, page * limit)
    .map(asTrimmed)
  const handles = wanted.filter(handle => handle !== undefined)
  const products: Page[] = []
  for (let start = 0; start < handles.length; start += CONCURRENCY) {
    const batch = handles.slice(start, start + CONCURRENCY)
    const pages = await Promise.all(batch.map(handle => ifFound(getByHandle(handle, store, route, get))))
    products.push(...pages.flatMap(one => one ?? []))
  }
  return { products, withdrawn: handles.length - products.length, unread: wanted.length - handles.length }
}

/** A storefront that is not public shows a password form. */
function mustBePublic(page: Page): Page {
  const asksForPassword =
    /\/password\/?$/.test(new URL(page.url).pathname) ||
    (/html/i.test(page.contentType) &&
      page.first('form[action$="/password"] input[type="password"]') !== undefined)
  if (asksForPassword) throw new Fault('upstream_blocked', 'the storefront is protected by a password')
  return page
}
