// Addresses of a shop: the absolute form of one in its data, the base of an API, and the JSON of a product page.
import type { SiteView } from '../page/get.ts'
import { absoluteUrl } from '#reader/values/url'

/** A path is on the site's origin, which may have a base path of its own; undefined for what is not an address. */
export function siteUrl(
  address: string | null | undefined,
  { origins }: SiteView,
  originName = 'main',
): string | undefined {
  const origin = origins[originName] ?? Object.values(origins)[0]
  const text = address?.trim()
  if (!text || origin === undefined) return undefined
  const { pathname } = new URL(origin)
  const isBelowOrigin = pathname === '/' || text.startsWith(`${pathname}/`)
  const isPath = text.startsWith('/') && !text.startsWith('//')
  return absoluteUrl(isPath && !isBelowOrigin ? origin + text : text, `${origin}/`)
}

/** The URL up to the route, without a trailing slash; undefined when the URL does not contain the route. */
export function baseUrlBefore(recorded: URL, route: string): string | undefined {
  const place = recorded.pathname.indexOf(route)
  return place === -1 ? undefined : recorded.origin + recorded.pathname.slice(0, place)
}

const PRODUCT_PATH = /^(.*?)(?:\/collections\/[^/]+)?\/products\/([^/]+?)(?:\.json|\.js)?\/?$/

/**
 * Takes the URL of a product page; undefined for any other page. A language prefix before `/products/` is kept, a
 * collection prefix is dropped.
 */
export function productJsonUrl(page: URL): string | undefined {
  const [, before, handle] = PRODUCT_PATH.exec(page.pathname) ?? []
  return handle === undefined ? undefined : `${page.origin}${before}/products/${handle}.json`
}
