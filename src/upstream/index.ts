// Composes the layers that every request to a site passes through: THE ORDER, with the reason for each position.
import type { Config } from '../config.ts'
import type { Events } from '../observe/events.ts'
import { attemptEvents } from './attempt-events.ts'
import { createBreaker } from './breaker.ts'
import type { CircuitState } from './circuit.ts'
import type { Resolver } from './connect.ts'
import type { Layer, Send } from './layer.ts'
import { guard } from './guard.ts'
import { createNetwork } from './network.ts'
import type { SharedThrottle } from '../state/site-permit.ts'
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
  /** Replaces the innermost layer, for a replay or a test. */
  readonly network?: Send
  /** Wraps the innermost layer, to record. */
  readonly recordingLayer?: Layer
  readonly resolver?: Resolver
  /** The rate limit per site that replicas share. */
  readonly sharedThrottle?: SharedThrottle | undefined
  /** Returns a promise while enough pages wait to be read: large pages stay compressed until it resolves. */
  readonly waitForReaders?: (() => Promise<void> | undefined) | undefined
  /** Certificate authority to trust in addition to the system's. */
  readonly ca?: string
  /** A shared browser pool; its owner closes it. */
  readonly browsers?: BrowserPool
}

interface UpstreamSiteStatus {
  readonly circuit: CircuitState
  /** Consecutive failures, as counted by the breaker. */
  readonly failures: number
  readonly running: number
  readonly waiting: number
  /** End of a pause that the site requested. */
  readonly pausedUntil?: Date
}

export interface Upstream {
  /** Resolves only with a usable answer; throws a Fault otherwise. */
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
    // Outside the throttle, so that each attempt takes a new permit and holds none while it backs off.
    retry(),
    // Close to the wire: a permit is held only while the site works on the request.
    // Outside the verdict, so that a Retry-After pauses the whole site.
    throttle.layer,
    // Inside the throttle, so that the reported time excludes our queue; outside the verdict, so that the fault is known.
    attemptEvents(events),
    // Next to the wire: turns statuses and challenge pages into faults, which retry, throttle and breaker rely on.
    verdict(),
  ]
  const follow = redirects(sites)
  const obey = robots({
    userAgent: config.userAgent,
    // Without the robots layer itself, and without the breaker: the page request that needs the file is counted anyway.
    fetch: composeLayers([guard(sites), follow, ...inner], raw),
    setMinInterval: (site, ms) => throttle.setMinInterval(site, ms),
    timeoutMs: site => sites[site]?.timeoutMs ?? 0,
  })
  const browsers = options.browsers ?? createBrowserPool(config)
  const render = createRenderer({
    ...config,
    browsers,
    fetchPage: raw,
    // Without throttle and retry: a page and its subresources are one visit under one permit.
    fetchSubresource: composeLayers([guard(sites), follow, obey], raw),
  })
  const isRendered = (site: string): boolean =>
    options.network === undefined && sites[site]?.render === 'browser'
  const wire: Send = (options.recordingLayer ?? passThrough)(
    reportExchanges(request => (isRendered(request.site) ? render : raw)(request)),
  )

  const send = composeLayers(
    [
      // First, so that a forbidden URL goes no further and is not even counted.
      guard(sites),
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
  const { reader } = config
  if (!reader) return undefined
  return createReaderUpstreams(
    () => config.reader ?? reader,
    events,
    (sites, ownEvents, shop) =>
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

/** Replicas share a separate rate for each listed shop. */
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
