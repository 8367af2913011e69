// One upstream per shop, with its own limits, connections and circuit; opened by the first request, and anew when the shop's
// settings change.
import { LRUCache } from 'lru-cache'
import type { Shop } from '../settings/shop-directory.ts'
import type { CircuitState } from './throttle/breaker.ts'
import type { Send } from './layer.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** A wildcard matches any number of hosts; the least recently used are closed. */
const SHOPS_MAX = 1_000

export interface ShopStatus {
  /** Under which the shop is counted. */
  readonly label: string
  readonly circuit: CircuitState
  /** Consecutive failures, as counted by the breaker. */
  readonly failures: number
  readonly running: number
  readonly waiting: number
  /** End of a pause that the shop requested. */
  readonly pausedUntil?: Date
}

export interface ShopUpstream {
  readonly send: Send
  status(): ShopStatus
  close(): Promise<void>
}

interface OpenShop {
  readonly upstream: ClosingUpstream
  /** The shop as the upstream was opened for it; a later object with equal limits replaces it. */
  shop: Shop
}

interface ShopUpstreams {
  readonly send: Send
  status(): Record<string, ShopStatus>
  close(): Promise<void>
}

/** `find` gives the current settings of a shop. */
export function createShopUpstreams(
  find: (name: string) => Shop | undefined,
  open: (shop: Shop) => ShopUpstream,
  shopsMax = SHOPS_MAX,
): ShopUpstreams {
  const opened = new LRUCache<string, OpenShop>({
    max: shopsMax,
    dispose: ({ upstream }) => upstream.closeWhenIdle(),
  })
  function upstreamOf(shop: Shop): ShopUpstream {
    const existing = opened.get(shop.name)
    if (existing && (existing.shop === shop || limitsOf(existing.shop) === limitsOf(shop))) {
      existing.shop = shop
      return existing.upstream
    }
    const upstream = closingWhenIdle(open(shop))
    opened.set(shop.name, { upstream, shop })
    return upstream
  }
  return {
    async send(request) {
      const shop = find(request.site)
      if (!shop) {
        throw upstreamFailure('switched_off', `${request.site} has no origin configured or is disabled`)
      }
      return upstreamOf(shop).send(request)
    },
    status: () =>
      Object.fromEntries(Array.from(opened, ([name, { upstream }]) => [name, upstream.status()] as const)),
    async close() {
      const all = [...opened.values()]
      opened.clear()
      await Promise.all(all.map(({ upstream }) => upstream.close()))
    },
  }
}

/** What an upstream is opened with. */
function limitsOf(shop: Shop): string {
  const { enabled, label, origins, sandboxed, deadEnd, proxy, render } = shop
  const { requestsPerSecond, concurrency, timeoutMs, breaker } = shop
  return JSON.stringify([
    [enabled, label, origins, sandboxed, deadEnd, proxy, render],
    [requestsPerSecond, concurrency, timeoutMs, breaker],
  ])
}

interface ClosingUpstream extends ShopUpstream {
  /** Closes after its last request: replacing or evicting it cancels no request of a caller. */
  closeWhenIdle(): void
}

function closingWhenIdle(upstream: ShopUpstream): ClosingUpstream {
  let inFlight = 0
  let isClosing = false
  const closeIfIdle = (): void => {
    if (isClosing && inFlight === 0) void upstream.close()
  }
  return {
    ...upstream,
    async send(request) {
      inFlight++
      try {
        return await upstream.send(request)
      } finally {
        inFlight--
        closeIfIdle()
      }
    },
    closeWhenIdle() {
      isClosing = true
      closeIfIdle()
    },
  }
}
