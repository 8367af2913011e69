// The routes of a storefront: a product by its handle or URL, the list, and what a search suggests.
import {
  asList,
  asText,
  at,
  Fault,
  type Get,
  productJsonUrl,
  ifAvailable,
  ifOpen,
  must,
  type Page,
  type SiteView,
} from '#kit'

/** Product pages of one search that are fetched side by side. */
const CONCURRENCY = 4

export interface Store {
  readonly at: string
  readonly accept: 'json'
}

export function storeOf(index: string | undefined, { origins }: SiteView): Store {
  const accepted = Object.keys(origins)
  const name = index ?? must(accepted[0], 'an origin')
  if (accepted.includes(name)) return { at: name, accept: 'json' }
  throw new Fault('invalid_parameter', `index must be one of ${accepted.join(', ')}`, {
    errors: [
      { name: 'index', in: 'query', message: `index must be one of ${accepted.join(', ')}`, accepted },
    ],
  })
}

export async function getListPage(store: Store, page: number, limit: number, get: Get): Promise<Page> {
  return mustBePublic(await get('/products.json', { ...store, query: { limit, page } }))
}

export function getByHandle(handle: string, store: Store, get: Get): Promise<Page> {
  return getProductJson(`/products/${encodeURIComponent(handle)}.json`, store, get)
}

/** Where the route is closed, the one for the storefront's own scripts may still be open. */
async function getProductJson(address: string, options: Partial<Store>, get: Get): Promise<Page> {
  const json = get(address, options)
  const open = (await ifOpen(json)) ?? (await ifAvailable(get(address.replace(/\.json$/, '.js'), options)))
  // With neither open, the first fault is the answer.
  return mustBePublic(open ?? (await json))
}

export async function getByUrl(
  given: string,
  index: string | undefined,
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
  return getProductJson(json, { accept: 'json' }, get)
}

function isOnOrigin(origin: string, url: URL): boolean {
  const base = new URL(origin)
  return base.hostname === url.hostname && `${url.pathname}/`.startsWith(base.pathname)
}

function invalidQuery(code: 'url_not_allowed' | 'invalid_parameter', message: string): Fault {
  return new Fault(code, message, { errors: [{ name: 'query', in: 'query', message }] })
}

/** The search only suggests; the products themselves come from their own route. */
export async function searchProducts(
  words: string,
  store: Store,
  page: number,
  limit: number,
  get: Get,
): Promise<Page[]> {
  const suggestions = mustBePublic(
    await get('/search/suggest.json', { ...store, query: { q: words, 'resources[type]': 'product' } }),
  )
  const suggested = asList(at(suggestions.json(), 'resources', 'results', 'products'), one =>
    at(one, 'handle'),
  )
  const wanted = must(suggested, 'suggested products')
    .slice((page - 1) * limit, page * limit)
    .map(handle => must(asText(handle), 'handle of a suggestion'))
  const pages: Page[] = []
  const loading: Promise<Page | null>[] = []
  for (let start = 0; start < wanted.length; start += CONCURRENCY) {
    const batch = wanted
      .slice(start, start + CONCURRENCY)
      .map(handle => nullIfNotFound(getByHandle(handle, store, get)))
    loading.push(...batch)
    pages.push(...(await Promise.all(batch.map(ifOpen))).flatMap(one => one ?? []))
  }
  // With none of them open, the first fault is the answer.
  if (wanted.length > 0 && pages.length === 0) must(await loading[0], 'the product of a suggestion')
  return pages
}

/** Null where the storefront says that there is nothing. */
export async function nullIfNotFound<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

/** A storefront that is not open to the public shows everyone the form for its password. */
function mustBePublic(page: Page): Page {
  const asksForPassword =
    /\/password\/?$/.test(new URL(page.url).pathname) ||
    (/html/i.test(page.contentType) &&
      page.first('form[action$="/password"] input[type="password"]') !== undefined)
  if (asksForPassword) throw new Fault('upstream_blocked', 'the storefront is closed by a password')
  return page
}
