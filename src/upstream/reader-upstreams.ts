// Upstreams of the shops that the operator lists for the general reader: one per host, with all layers and its own limits.
import { LRUCache } from 'lru-cache'
import type { ReaderConfig } from '../config/reader-config.ts'
import type { SiteConfig } from '../config/site-config.ts'
import { createEvents, type Events } from '../observe/events.ts'
import { closingWhenIdle } from './closing-upstream.ts'
import type { Send } from './layer.ts'
import { findReaderShop, type ReaderShop } from './reader-hosts.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** The site name of all listed shops. */
export const READER_SITE = 'reader'

/** A wildcard matches any number of hosts; the least recently used are closed. */
const HOSTS_MAX = 200

export interface ReaderUpstream {
  readonly send: Send
  close(): Promise<void>
}

interface HostUpstream {
  readonly upstream: ReturnType<typeof closingWhenIdle<ReaderUpstream>>
  /** The settings that it was created with. */
  readonly settings: string
}

/**
 * `open` creates the upstream of one shop. Its site name is `reader`; the shared throttle uses the shop's own name.
 * `reader` returns the current settings: a host whose settings change gets a new upstream.
 */
export function createReaderUpstreams(
  reader: () => ReaderConfig,
  events: Events,
  open: (sites: Readonly<Record<string, SiteConfig>>, events: Events, shop: string) => ReaderUpstream,
  hostsMax = HOSTS_MAX,
): ReaderUpstream {
  const upstreams = new LRUCache<string, HostUpstream>({
    max: hostsMax,
    dispose: ({ upstream }) => upstream.closeWhenIdle(),
  })
  const upstreamOf = (shop: ReaderShop): ReaderUpstream => {
    const config = siteConfigOf(reader(), shop)
    const settings = JSON.stringify(config)
    const known = upstreams.get(shop.name)
    if (known?.settings === settings) return known.upstream
    const own = createEvents()
    // A wildcard matches any number of hosts, so events carry the name of its entry: one label in the metrics.
    own.on('attempt', event => events.emit('attempt', { ...event, site: shop.entry }))
    own.on('circuit', event => events.emit('circuit', { ...event, site: shop.entry, host: shop.name }))
    const upstream = closingWhenIdle(open({ [READER_SITE]: config }, own, shop.name))
    upstreams.set(shop.name, { upstream, settings })
    return upstream
  }
  return {
    send(request) {
      const isRobots = request.purpose === 'robots'
      const shop =
        findReaderShop(reader(), request.url.href) ??
        (isRobots ? shopOnSameHost(reader(), request.url) : undefined)
      if (!shop) throw upstreamFailure('outside', 'the host is not listed for the general reader')
      return upstreamOf(shop).send(request)
    },
    async close() {
      const all = [...upstreams.values()]
      upstreams.clear()
      await Promise.all(all.map(({ upstream }) => upstream.close()))
    },
  }
}

/** robots.txt stands at the root of a host, above the base path of its shops. */
function shopOnSameHost(reader: ReaderConfig, { origin }: URL): ReaderShop | undefined {
  const listed = [...reader.sandboxOrigins, ...reader.hosts.map(({ host }) => host)]
  const own = listed.find(one => URL.parse(one)?.origin === origin)
  return own === undefined ? undefined : findReaderShop(reader, `${own}/`)
}

/** The sandbox needs no limits. */
function siteConfigOf(reader: ReaderConfig, { origins, listedBy }: ReaderShop): SiteConfig {
  const common = { enabled: true, origins, settings: {}, proxy: undefined }
  if (listedBy) {
    const { requestsPerSecond, concurrency, timeoutMs, render } = listedBy
    const limits = { requestsPerSecond, concurrency, timeoutMs, render }
    return { ...common, ...limits, sandboxed: false, breaker: reader.breaker }
  }
  return {
    ...common,
    sandboxed: true,
    deadEnd: (origins.main ?? '').replace(/^http:/, 'https:'),
    requestsPerSecond: 10_000,
    concurrency: 1_000,
    timeoutMs: reader.timeoutMs,
    breaker: { ...reader.breaker, failures: 1_000_000 },
    render: reader.render,
  }
}
