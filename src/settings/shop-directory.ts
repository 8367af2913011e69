// Everything that this server can be asked about, as one table of shops: the segments, the hosts under `reader.hosts`, and
// the sandbox's shops. A URL or a name is resolved here once; below, nobody asks which kind of shop it is.
import { LRUCache } from 'lru-cache'
import type { Config } from './config.ts'
import { type ReaderConfig, type ListedShopEntry, readerShopName } from './reader-config.ts'
import { createHostIndex, hostOrigins } from './host-index.ts'
import type { TaughtFields } from '#reader/taught/taught-rule'
import { isSameShop, resolveSiteUrl } from './shop-origins.ts'
import { SANDBOX_FAILURES, SANDBOX_LIMITS, type SiteConfig } from './site-config.ts'

/** The adapter of a shop that is read by what its pages show: its platform, UCP, or the general reader. */
export const LISTED_SHOP_ADAPTER = 'host'

export interface Shop extends SiteConfig {
  readonly name: string
  /** The name in metrics, drift and status; every host of a wildcard has that of its entry. */
  readonly label: string
  /** Name of the segment that reads it, or `host`. */
  readonly adapter: string
  /** Not part of a search over all shops: a wildcard, or a shop of the sandbox that is there to be tried. */
  readonly isNamedOnly: boolean
  /** What the operator says of its software; believed. */
  readonly platform?: string | undefined
  /** What a shared sign, or none, means in its prices. */
  readonly currency?: string | undefined
  /** Whether it offers UCP; asked for if not known. A segment has operations of its own. */
  readonly ucp?: boolean | undefined
  /** Taught rules by field; they decide before the reader. */
  readonly fields?: TaughtFields | undefined
  /** Other shops on whose hosts it keeps documents, such as its UCP endpoint; they are asked within their own limits. */
  readonly partners?: readonly Shop[]
}

interface FoundShop {
  readonly shop: Shop
  /** The URL in canonical form, on one of the shop's origins. */
  readonly url: string
}

export interface ShopDirectory {
  /** The shop that a URL belongs to: an enabled segment, or a listed host, which may be paused. */
  shopOf(url: string): FoundShop | undefined
  /** Finds a shop by its name in `/api/v2/shops`; a wildcard has one for each host that it covers. */
  shopNamed(name: string): Shop | undefined
  /** Segments first, also disabled ones; a wildcard is one entry. */
  readonly all: readonly Shop[]
}

type ShopsConfig = Pick<Config, 'sites'> & Partial<Pick<Config, 'reader'>>

const NO_READER = {}
const tables = new WeakMap<object, WeakMap<object, ShopDirectory>>()

/** The table of a configuration: one object per shop until its settings are replaced. */
export function shopDirectoryOf({ sites, reader }: ShopsConfig): ShopDirectory {
  const ofSites = tables.get(sites) ?? new WeakMap<object, ShopDirectory>()
  tables.set(sites, ofSites)
  const directory = ofSites.get(reader ?? NO_READER) ?? createShops(sites, reader)
  ofSites.set(reader ?? NO_READER, directory)
  return directory
}

/** A wildcard matches any number of hosts. */
const HOSTS_MAX = 10_000

function createShops(sites: Config['sites'], reader: ReaderConfig | undefined): ShopDirectory {
  const segments = Object.entries(sites).map(([name, site]) => segmentShop(name, site))
  const byName = new Map(segments.map(shop => [shop.name, shop]))
  const findSegment = segmentFinder(segments)
  const hosts = reader && hostShops(reader)
  return {
    shopOf: url => findSegment(url) ?? hosts?.shopOf(url),
    shopNamed: name => byName.get(name) ?? hosts?.shopNamed(name),
    all: [...segments, ...(hosts?.all ?? [])],
  }
}

function segmentShop(name: string, site: SiteConfig): Shop {
  return { ...site, name, label: name, adapter: name, isNamedOnly: false, ucp: false }
}

/**
 * If several segments share a host, the one with the longest base path. The origins are parsed once, because this is most of
 * the work of an answer from the cache.
 */
function segmentFinder(segments: readonly Shop[]): ShopDirectory['shopOf'] {
  const places = segments
    .filter(shop => shop.enabled)
    .flatMap(shop => Object.values(shop.origins).map(origin => ({ shop, origin, at: new URL(origin) })))
  return url => {
    const parsed = URL.parse(url)
    if (!parsed) return undefined
    let nearest: (FoundShop & { readonly depth: number }) | undefined
    for (const { shop, origin, at } of places) {
      const depth = at.pathname.length
      if (depth <= (nearest?.depth ?? 0) || !isSameShop(at.hostname, parsed.hostname)) continue
      const resolved = resolveSiteUrl({ origin }, url)
      if (resolved) nearest = { shop, url: resolved.href, depth }
    }
    return nearest && { shop: nearest.shop, url: nearest.url }
  }
}

function hostShops(reader: ReaderConfig): ShopDirectory {
  const index = createHostIndex(reader)
  const shopCache = new LRUCache<string, Shop>({ maxSize: HOSTS_MAX, sizeCalculation: () => 1 })
  const shopFor = (name: string, origins: Shop['origins'], entry: ListedShopEntry | undefined): Shop => {
    const cached = shopCache.get(name)
    if (cached) return cached
    const shop = hostShop(reader, name, origins, entry)
    shopCache.set(name, shop)
    return shop
  }
  const shopOf: ShopDirectory['shopOf'] = url => {
    const host = index.find(url)
    return host && { shop: shopFor(host.name, host.origins, host.entry), url: host.url.href }
  }
  const shopNamed = (name: string): Shop | undefined =>
    ['https', 'http']
      .map(scheme => shopOf(`${scheme}://${name}/`)?.shop)
      .find(shop => shop !== undefined && isSameShop(shop.name, name))
  const listed = reader.hosts.flatMap(entry =>
    isWildcard(entry.host)
      ? hostShop(reader, entry.host, {}, entry)
      : (shopOf(entry.host.includes('://') ? entry.host : `https://${entry.host}/`)?.shop ?? []),
  )
  const sandboxShops = reader.sandboxOrigins.flatMap(origin => shopOf(`${origin}/`)?.shop ?? [])
  return { shopOf, shopNamed, all: [...new Set([...listed, ...sandboxShops])] }
}

/** A shop that is not in the table: one that is tried before it is configured. */
export function temporaryShop(reader: ReaderConfig, entry: ListedShopEntry): Shop {
  const { host } = entry
  const own = host.includes('://') ? { main: host } : hostOrigins(host)
  return hostShop(reader, readerShopName(host), own, entry)
}

function hostShop(
  reader: ReaderConfig,
  name: string,
  origins: Shop['origins'],
  entry: ListedShopEntry | undefined,
): Shop {
  const common = {
    enabled: true,
    name,
    adapter: LISTED_SHOP_ADAPTER,
    origins,
    settings: {},
    proxy: undefined,
  }
  if (!entry) {
    return {
      ...common,
      ...SANDBOX_LIMITS,
      label: name,
      isNamedOnly: true,
      sandboxed: true,
      deadEnd: (origins.main ?? '').replace(/^http:/, 'https:'),
      timeoutMs: reader.timeoutMs,
      breaker: { ...reader.breaker, failures: SANDBOX_FAILURES },
      render: reader.render,
    }
  }
  const { host, example, enabled = true, ...settings } = entry
  // The example of a wildcard may be on another of its hosts.
  const isOwn =
    example !== undefined &&
    Object.values(origins).some(origin => resolveSiteUrl({ origin }, example) !== undefined)
  return {
    ...common,
    ...settings,
    enabled,
    ...(isOwn ? { example } : {}),
    label: readerShopName(host),
    isNamedOnly: isWildcard(host) && host === name,
    sandboxed: false,
    breaker: reader.breaker,
  }
}

function isWildcard(host: string): boolean {
  return host.startsWith('*.')
}
