// Guard: only URLs on the shop's configured scheme, hosts and ports are requested; checked first and at every redirect.
import { isOnSite } from '../../settings/shop-origins.ts'
import type { SiteConfig } from '../../settings/site-config.ts'
import type { Layer } from '../layer.ts'
import { upstreamFailure } from '../upstream-failure.ts'

/** All origins that requests for a shop may go to. */
export function allowedOrigins({
  origins,
  deadEnd,
}: Pick<SiteConfig, 'origins' | 'deadEnd'>): SiteConfig['origins'] {
  return deadEnd === undefined ? origins : { ...origins, deadEnd }
}

export function guard(shop: Pick<SiteConfig, 'enabled' | 'origins' | 'deadEnd'>): Layer {
  const allowed = allowedOrigins(shop)
  return next => async request => {
    if (!shop.enabled || Object.keys(shop.origins).length === 0) {
      throw upstreamFailure('switched_off', `${request.site} has no origin configured or is disabled`)
    }
    if (!isOnSite(allowed, request.url, request.purpose)) {
      throw upstreamFailure('outside', `the URL is not on a host configured for ${request.site}`, {
        error: request.url.href,
      })
    }
    request.signal.throwIfAborted()
    return next(request)
  }
}
