// How every request to a site is sent: THE ORDER of the layers, each with the reason for its place.
import type { Config } from '../config.ts'
import type { Events } from '../events.ts'
import { attemptEvents } from './attempt-events.ts'
import { createBreaker } from './breaker.ts'
import type { CircuitState } from './circuit.ts'
import type { Resolver } from './connect.ts'
import type { Layer, Send } from './layer.ts'
import { guard } from './guard.ts'
import { createNetwork } from './network.ts'
import type { SharedThrottle } from '../site-permit.ts'
import { createReaderUpstreams, READER_SITE, type ReaderUpstream } from './reader-upstreams.ts'
import { redirects } from './redirects.ts'
import { type BrowserPool, createBrowserPool, createRenderer } from './render.ts'
import { reportExchanges } from './report-exchanges.ts'
import { retry } from './retry.ts'
import { robots } from './robots.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { verdict } from './verdict.ts'

export interface UpstreamOptions {
  readonly config: Pick<Config, 'sites' | 'userAgent' | 'maxPageBytes'> &
    Partial<Pick<Config, 'chromium' | 'reader'>>
  readonly events: Events
  /** In place of the innermost layer: a replay, or a test. */
  readonly network?: Send
  /** Around the innermost layer: a recording. */
  readonly recordingLayer?: Layer
  readonly resolver?: Resolver
  /** The rate per site that replicas share. */
  readonly sharedThrottle?: SharedThrottle | undefined
  /** A promise while enough pages wait to be read: larger ones stay compressed until it resolves. */
  readonly waitForReaders?: (() => Promise<void> | undefined) | undefined
  /** A certificate authority to trust beside the system's own. */
  readonly ca?: string
  /** A browser that is shared, and closed by its owner. */
  readonly browsers?: BrowserPool
}

interface UpstreamSiteStatus {
  readonly circuit: CircuitState
  /** Failures in a row, as the breaker counts them. */
  readonly failures: number
  readonly running: number
  readonly waiting: number
  /** When a pause that the site asked for ends. */
  readonly pausedUntil?: Date
}

export interface Upstream {
  /** Resolves with a usable answer only; everything else is a Fault. */
  readonly send: Send
  status(): Record<string, UpstreamSiteStatus>
  close(): Promise<void>
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { config, events } = options
  const { sites } = config
  const network = createNetwork(options)
  const throttle = createThrottle(sites, options.sharedThrottle)
  const breaker = createBreaker(sites, events)
  const raw = options.network ?? network.send

  const inner: Layer[] = [
    // Outside the throttle, so that each attempt takes a fresh permit and a wait before it holds none.
    retry(),
    // Around the wire and nothing else: a permit is held only while the site works on the request. It sees the verdict, so a Retry-After pauses the whole site.
    throttle.layer,
    // Inside the throttle, so that the time reported is the site's and not our queue's; outside the verdict, so that the fault is known.
    attemptEvents(events),
    // Next to the wire: retry, throttle and breaker all judge by faults, so statuses and challenge pages become faults before any of them looks.
    verdict(),
  ]
  const follow = redirects(sites)
  const obey = robots({
    userAgent: config.userAgent,
    // Without robots itself, and without the breaker: it is fetched in the middle of a request that is counted anyway.
    fetch: composeLayers([guard(sites), follow, ...inner], raw),
    setMinInterval: (site, ms) => throttle.setMinInterval(site, ms),
    timeoutMs: site => sites[site]?.timeoutMs ?? 0,
  })
  const browsers = options.browsers ?? createBrowserPool(config)
  const render = createRenderer({
    ...config,
    browsers,
    fetchPage: raw,
    // Without throttle and retry: a page and its parts are one visit, under one permit.
    fetchSubresource: composeLayers([guard(sites), follow, obey], raw),
  })
  const isRendered = (site: string): boolean =>
    options.network === undefined && sites[site]?.render === 'browser'
  const wire: Send = (options.recordingLayer ?? passThrough)(
    reportExchanges(request => (isRendered(request.site) ? render : raw)(request)),
  )

  const send = composeLayers(
    [
      // First, so that nothing forbidden goes further, not even to be counted.
      guard(sites),
      // Outside retry, so that an open circuit never queues and a request counts once, whatever its attempts.
      breaker.layer,
      // Outside robots, retry and throttle, so that every hop is checked by the guard's rules, obeys robots.txt and takes its own permit.
      follow,
      // Before anything is sent.
      obey,
      ...inner,
    ],
    wire,
  )

  const readers = createReaders(options, browsers)
  return {
    send: readers ? request => (request.site === READER_SITE ? readers.send(request) : send(request)) : send,
    status: () =>
      Object.fromEntries(
        Object.keys(sites).map(site => [site, { ...breaker.status(site), ...queueStatus(throttle, site) }]),
      ),
    close: async () => {
      await readers?.close()
      throttle.close()
      if (!options.browsers) await browsers.close()
      await network.close()
    },
  }
}

function createReaders(options: UpstreamOptions, browsers: BrowserPool): ReaderUpstream | undefined {
  const { config, events, sharedThrottle } = options
  if (!config.reader) return undefined
  return createReaderUpstreams(config.reader, events, (sites, ownEvents, shop) =>
    createUpstream({
      ...options,
      events: ownEvents,
      config: { ...config, sites, reader: undefined },
      sharedThrottle: sharedThrottle && throttleOfShop(sharedThrottle, shop),
      browsers,
    }),
  )
}

function queueStatus(throttle: Throttle, site: string): Omit<UpstreamSiteStatus, 'circuit' | 'failures'> {
  const { running = 0, waiting = 0, pausedUntilMs } = throttle.status(site) ?? {}
  const pause =
    pausedUntilMs === undefined
      ? {}
      : { pausedUntil: new Date(Date.now() + pausedUntilMs - performance.now()) }
  return { running, waiting, ...pause }
}

/** Among replicas, each listed shop has its own rate. */
function throttleOfShop(shared: SharedThrottle, shop: string): SharedThrottle {
  return {
    acquire: (site, wanted) => shared.acquire(`${site}:${shop}`, wanted),
    pause: (site, ms) => shared.pause(`${site}:${shop}`, ms),
  }
}

const passThrough: Layer = next => next

/** The first layer is the outermost. */
function composeLayers(layers: readonly Layer[], wire: Send): Send {
  return layers.reduceRight<Send>((next, layer) => layer(next), wire)
}
