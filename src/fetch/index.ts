// The one door to shops. What comes in is a request for a document of a shop; what goes out is the document, or the fault
// that says why there is none. Every request passes the same layers, from robots.txt to the network: THE ORDER below, with
// the reason for each position.
import type { Config } from '../settings/config.ts'
import { type Shop, shopDirectoryOf } from '../settings/shop-directory.ts'
import type { Events } from '../runtime/events.ts'
import { createBreaker } from './throttle/breaker.ts'
import type { Resolver } from './network/checked-connector.ts'
import type { Layer, Send } from './layer.ts'
import { guard } from './network/guard.ts'
import type { Network, NetworkOptions } from './network/network.ts'
import type { SharedThrottle } from '../store/keys/site-permit.ts'
import { redirects } from './network/redirects.ts'
import { type BrowserPool, createBrowserPool, createRenderer } from './network/render.ts'
import { reportExchanges } from './report-exchanges.ts'
import { retry } from './throttle/retry.ts'
import { robots } from './robots/robots.ts'
import { createShopUpstreams, type ShopStatus, type ShopUpstream } from './shop-upstreams.ts'
import { createThrottle, type Throttle } from './throttle/throttle.ts'
import { classifyResponse } from './verdict.ts'
import { type Failure, failureOf } from '../runtime/client-closed.ts'
import { upstreamFailureOf } from './upstream-failure.ts'

export interface UpstreamOptions {
  /** Its shops are read at every request: a reload costs no other shop its connections, limits and circuit. */
  readonly config: Pick<Config, 'sites' | 'userAgent' | 'maxPageBytes'> &
    Partial<Pick<Config, 'chromium' | 'reader'>>
  /** A shop that is not configured: one that is being tried. */
  readonly triedShop?: ((name: string) => Shop | undefined) | undefined
  readonly events: Events
  /** Replaces the innermost layer, for a replay or a test. */
  readonly network?: Send
  /** Wraps the innermost layer, to record. */
  readonly recordingLayer?: Layer
  readonly resolver?: Resolver
  /** The rate limit per shop that replicas share. */
  readonly sharedThrottle?: SharedThrottle | undefined
  /** Returns a promise while enough pages wait to be read: large pages stay compressed until it resolves. */
  readonly waitForReaders?: (() => Promise<void> | undefined) | undefined
  /** Certificate authority to trust in addition to the system's. */
  readonly ca?: string
}

export interface Upstream {
  /** Resolves only with a usable answer; throws a Fault otherwise. */
  readonly send: Send
  /** Status by shop name, of the shops that have been asked. */
  status(): Record<string, ShopStatus>
  close(): Promise<void>
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { config, triedShop } = options
  const browsers = createBrowserPool(config)
  const upstreams = createShopUpstreams(
    name => shopDirectoryOf(config).shopNamed(name) ?? triedShop?.(name),
    shop => openShop(shop, options, browsers),
  )
  return {
    send: upstreams.send,
    status: () => upstreams.status(),
    async close() {
      await upstreams.close()
      await browsers.close()
    },
  }
}

function openShop(shop: Shop, options: UpstreamOptions, browsers: BrowserPool): ShopUpstream {
  const { config, events } = options
  const network = createLazyNetwork({ ...options, ...config, shop })
  const throttle = createThrottle(shop, options.sharedThrottle)
  // Under the label: a wildcard matches any number of hosts.
  const breaker = createBreaker(shop.breaker, shop.label, events)
  const raw = options.network ?? network.send

  const inner: Layer[] = [
    // Outside the throttle, so that each attempt takes a new permit and holds none while it backs off.
    retry(),
    // Close to the wire: a permit is held only while the shop works on the request.
    // Outside the verdict, so that a Retry-After pauses the whole shop.
    throttle.layer,
    // Inside the throttle, so that the reported time excludes our queue; outside the verdict, so that the fault is known.
    attemptEvents(shop.label, events),
    // Next to the wire: turns statuses and challenge pages into faults, which retry, throttle and breaker rely on.
    classifyResponse(),
  ]
  const check = guard(shop)
  const follow = redirects(shop, url => shopDirectoryOf(config).shopOf(url))
  const obey = robots({
    userAgent: config.userAgent,
    // This chain leaves out the robots layer itself, and the breaker: the page request that needs the file is counted anyway.
    fetch: composeLayers([check, follow, ...inner], raw),
    setMinInterval: ms => throttle.setMinInterval(ms),
    timeoutMs: shop.timeoutMs,
  })
  const render = createRenderer({
    shop,
    maxPageBytes: config.maxPageBytes,
    browsers,
    fetchPage: raw,
    // Subresources skip throttle and retry: a page and its subresources are one visit under one permit.
    fetchSubresource: composeLayers([check, follow, obey], raw),
  })
  const isRendered = options.network === undefined && shop.render === 'browser'
  const wire: Send = (options.recordingLayer ?? passThrough)(reportExchanges(isRendered ? render : raw))

  const send = composeLayers(
    [
      // First, so that a forbidden URL goes no further and is not even counted.
      check,
      // Outside retry, so that an open circuit never queues and a request counts once, regardless of attempts.
      breaker.layer,
      // Outside robots, retry and throttle, so that every hop obeys robots.txt and takes its own permit.
      follow,
      // robots.txt, before anything is sent.
      obey,
      ...inner,
    ],
    wire,
  )
  return {
    send,
    status: () => ({ label: shop.label, ...breaker.status(), ...queueStatus(throttle) }),
    async close() {
      throttle.close()
      await network.close()
    },
  }
}

/** The HTTP client is loaded with the first request: a server at rest does without it. */
function createLazyNetwork(options: NetworkOptions): Network {
  let opened: Promise<Network> | undefined
  const open = async () => (await import('./network/network.ts')).createNetwork(options)
  return {
    async send(request) {
      opened ??= open()
      return (await opened).send(request)
    },
    async close() {
      await (await opened)?.close()
    },
  }
}

function queueStatus(throttle: Throttle): Pick<ShopStatus, 'running' | 'waiting' | 'pausedUntil'> {
  const { running, waiting, pausedUntilMs } = throttle.status()
  const pause =
    pausedUntilMs === undefined
      ? {}
      : { pausedUntil: new Date(Date.now() + pausedUntilMs - performance.now()) }
  return { running, waiting, ...pause }
}

const passThrough: Layer = next => next

/** The first layer is the outermost. */
function composeLayers(layers: readonly Layer[], wire: Send): Send {
  return layers.reduceRight<Send>((next, layer) => layer(next), wire)
}

/** `site`: under which the shop is counted. */
export function attemptEvents(site: string, events: Events): Layer {
  return next => async request => {
    // A missing robots.txt says nothing about the health of a site.
    if (request.purpose === 'robots') return next(request)
    const startedAt = performance.now()
    const report = (status: number | undefined, fault: Failure | undefined, bytes: number): void => {
      events.emit('attempt', {
        site,
        host: request.url.host,
        status,
        fault,
        ms: performance.now() - startedAt,
        bytes,
      })
    }
    try {
      const response = await next(request)
      report(response.status, undefined, response.body.length)
      return response
    } catch (error) {
      report(upstreamFailureOf(error)?.status, failureOf(error), 0)
      throw error
    }
  }
}
