// The routes of a storefront: a product by its handle or URL, the list, and what a search suggests.
import {
  asList,
  asText,
  at,
  Fault,
  type Get,
  hostedJsonAddress,
  ifRecorded,
  ifToBeHad,
  must,
  type Page,
  type SiteView,
} from '../../kit/index.ts'

/** Product pages of one search that are fetched side by side. */
const AT_ONCE = 4

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

export async function listPage(store: Store, page: number, limit: number, get: Get): Promise<Page> {
  return notClosed(await get('/products.json', { ...store, query: { limit, page } }))
}

export function byHandle(handle: string, store: Store, get: Get): Promise<Page> {
  return productAt(`/products/${encodeURIComponent(handle)}.json`, store, get)
}

/** Where the route is closed, the one for the storefront's own scripts may still be open. */
async function productAt(address: string, options: Partial<Store>, get: Get): Promise<Page> {
  try {
    return notClosed(await get(address, options))
  } catch (error) {
    const isClosed = error instanceof Fault && (error.code === 'robots_disallowed' || error.unrecorded)
    if (!isClosed) throw error
    const other = await ifToBeHad(get(address.replace(/\.json$/, '.js'), options))
    if (!other) throw error
    return notClosed(other)
  }
}

export async function byUrl(
  given: string,
  index: string | undefined,
  get: Get,
  { origins }: SiteView,
): Promise<Page> {
  const url = URL.parse(given)
  const homes = Object.values(origins).filter(origin => url && isOn(origin, url))
  if (!url || homes.length === 0) {
    throw refusal('url_not_allowed', 'the URL in query is not on a host of the configured storefronts')
  }
  if (index !== undefined && !homes.includes(origins[index] ?? '')) {
    throw refusal('invalid_parameter', `the URL in query is not on the storefront ${index}`)
  }
  const json = hostedJsonAddress(url)
  if (!json) throw refusal('invalid_parameter', 'the URL in query is not that of a product page')
  return productAt(json, { accept: 'json' }, get)
}

function isOn(origin: string, url: URL): boolean {
  const base = new URL(origin)
  return base.hostname === url.hostname && `${url.pathname}/`.startsWith(base.pathname)
}

function refusal(code: 'url_not_allowed' | 'invalid_parameter', message: string): Fault {
  return new Fault(code, message, { errors: [{ name: 'query', in: 'query', message }] })
}

/** The search only suggests; the products themselves come from their own route. */
export async function byWords(
  words: string,
  store: Store,
  page: number,
  limit: number,
  get: Get,
): Promise<Page[]> {
  const suggestions = notClosed(
    await get('/search/suggest.json', { ...store, query: { q: words, 'resources[type]': 'product' } }),
  )
  const suggested = asList(at(suggestions.json(), 'resources', 'results', 'products'), one =>
    at(one, 'handle'),
  )
  const wanted = must(suggested, 'suggested products')
    .slice((page - 1) * limit, page * limit)
    .map(handle => must(asText(handle), 'handle of a suggestion'))
  const pages: Page[] = []
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const batch = wanted.slice(start, start + AT_ONCE)
    const loaded = await Promise.all(
      batch.map(handle => ifRecorded(unlessMissing(byHandle(handle, store, get)))),
    )
    pages.push(...loaded.filter(one => one !== undefined))
  }
  if (wanted.length > 0) must(pages[0], 'the product of a suggestion')
  return pages
}

export async function unlessMissing<T>(loading: Promise<T>): Promise<T | undefined> {
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
