// Redirects: followed one by one, each checked by the guard's rules, never beyond the site's own hosts.
import { isOnSite } from '../../settings/shop-origins.ts'
import type { ShopDirectory } from '../../settings/shop-directory.ts'
import type { SiteConfig } from '../../settings/site-config.ts'
import { type Layer, NOT_MODIFIED, type UpstreamRequest, type UpstreamResponse } from '../layer.ts'
import { allowedOrigins } from './guard.ts'
import { upstreamFailure } from '../upstream-failure.ts'

const MAX_REDIRECTS = 8

/** `shopOf`: the configured shop of a URL, for what to do about a redirect that is not followed. */
export function redirects(
  shop: Pick<SiteConfig, 'origins' | 'deadEnd'>,
  shopOf: ShopDirectory['shopOf'] = () => undefined,
): Layer {
  const allowed = allowedOrigins(shop)
  return next => async first => {
    let request = first
    const seen = new Set<string>()
    while (seen.size <= MAX_REDIRECTS) {
      const response = await next(request)
      if (response.status < 300 || isConfirmation(request, response)) return response
      seen.add(`${request.method} ${request.url.href}`)
      request = follow(request, response, allowed, shopOf)
      // Requests have no cookies, so the same URL would redirect forever.
      if (seen.has(`${request.method} ${request.url.href}`)) {
        throw upstreamFailure('leads_nowhere', 'the site redirects in a loop', { status: response.status })
      }
    }
    throw upstreamFailure('leads_nowhere', `the site redirects more than ${MAX_REDIRECTS} times`)
  }
}

function isConfirmation({ headers }: UpstreamRequest, { status }: UpstreamResponse): boolean {
  return status === NOT_MODIFIED && ('if-none-match' in headers || 'if-modified-since' in headers)
}

function follow(
  request: UpstreamRequest,
  response: UpstreamResponse,
  allowed: SiteConfig['origins'],
  shopOf: ShopDirectory['shopOf'],
): UpstreamRequest {
  const { status } = response
  const location = response.headers.location
  const target = location === undefined ? null : URL.parse(location, request.url)
  if (![301, 302, 303, 307, 308].includes(status) || !target) {
    const lack = location === undefined || target ? 'but without a Location' : 'and an invalid Location'
    throw upstreamFailure('leads_nowhere', `the site responded with ${status} ${lack}`, {
      status,
      error: location,
    })
  }
  target.hash = ''
  if (!isOnSite(allowed, target, request.purpose)) {
    const detail = `the site redirects to ${whereTo(target, request, shopOf)}`
    throw upstreamFailure('leads_outside', detail, { status, error: target.href })
  }
  const keepsMethod = status === 307 || status === 308
  if (keepsMethod || request.method === 'GET') return { ...request, url: target }
  const { body: _, ...rest } = request
  const { 'content-type': __, ...headers } = request.headers
  return { ...rest, method: 'GET', url: target, headers }
}

/** What the target is, and what to do about it. */
function whereTo(target: URL, { site }: UpstreamRequest, shopOf: ShopDirectory['shopOf']): string {
  if (!/^https?:$/.test(target.protocol)) return 'an address that is not http or https'
  const place = placeOf(target)
  const resolved = shopOf(target.href)
  if (!resolved) return `${place}, which is not configured; \`wares add ${place}\` adds it`
  if (resolved.shop.name === site)
    return `${place}, while ${site} is configured at ${Object.values(resolved.shop.origins).join(', ')}; correct its entry in wares.yaml`
  return `${place}, which is configured as ${resolved.shop.name}; use ${placeOf(new URL(resolved.url))}`
}

const PLACE_MAX = 200

/** For people who copy it into a shell: what the shop sends is not theirs to choose. */
function placeOf({ origin, pathname }: URL): string {
  const place = `${origin}${pathname}`
  return /^https?:[\w.:/%~+-]+$/.test(place) && place.length <= PLACE_MAX ? place : origin
}
