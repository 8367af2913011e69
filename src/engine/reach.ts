// Resolves a URL to a site or to a listed shop.
import type { Config } from '../config.ts'
import type { Destination, ListedShop, Reach } from '../general/composite.ts'
import { isSameShop, resolveSiteUrl } from '../upstream/guard.ts'
import { findReaderShop, type ReaderShop } from '../upstream/reader-hosts.ts'

type ReachConfig = Pick<Config, 'sites'> & Partial<Pick<Config, 'reader'>>

export function createReach(config: ReachConfig): Reach {
  const shopOf = (url: string) => config.reader && findReaderShop(config.reader, url)
  const origins = new Map<string, URL>()
  const siteOf = (url: string) => siteDestination(config, url, origins)
  return {
    destinationOf(url) {
      const site = siteOf(url)
      if (site) return site
      const shop = shopOf(url)
      if (!shop) return undefined
      const { name, entry, url: at, origins: shopOrigins, listedBy } = shop
      const { platform } = listedBy ?? {}
      return { kind: 'reader', shop: name, entry, url: at.href, origins: shopOrigins, platform }
    },
    isEnabled: site => config.sites[site]?.enabled === true,
    listedShops() {
      const named = (config.reader?.hosts ?? []).filter(({ host }) => !host.startsWith('*.'))
      const shops = named.flatMap(
        ({ host }) => shopOf(host.includes('://') ? host : `https://${host}/`) ?? [],
      )
      return [...new Map(shops.map(shop => [shop.name, toListedShop(shop)])).values()]
    },
    shopNamed(name) {
      const found = ['https', 'http']
        .map(scheme => shopOf(`${scheme}://${name}/`))
        .find(shop => shop !== undefined && isSameShop(shop.name, name))
      return found && toListedShop(found)
    },
    isSandboxed(url) {
      const destination = typeof url === 'string' ? siteOf(url) : undefined
      if (destination?.kind === 'site') return config.sites[destination.site]?.sandboxed === true
      if (typeof url === 'string') {
        const shop = shopOf(url)
        return shop !== undefined && shop.listedBy === undefined
      }
      return Object.values(config.sites).every(site => !site.enabled || site.sandboxed)
    },
  }
}

/** The example of a wildcard may be on another of its hosts. */
function toListedShop({ name, origins, listedBy }: ReaderShop): ListedShop {
  const example = listedBy?.example
  const isOwn =
    example !== undefined &&
    Object.values(origins).some(origin => resolveSiteUrl({ origin }, example) !== undefined)
  return { shop: name, origins, ...(isOwn ? { example } : {}), platform: listedBy?.platform }
}

/**
 * If several sites share a host, the one with the longest base path. `origins`: the parsed origins, because this is most
 * of the work of an answer from the cache.
 */
function siteDestination(
  config: Pick<Config, 'sites'>,
  url: string,
  origins: Map<string, URL>,
): Destination | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  let nearest: { readonly destination: Destination; readonly depth: number } | undefined
  for (const [name, site] of Object.entries(config.sites)) {
    if (!site.enabled) continue
    for (const origin of Object.values(site.origins)) {
      const known = origins.get(origin) ?? new URL(origin)
      origins.set(origin, known)
      const depth = known.pathname.length
      const mayMatch = isSameShop(known.hostname, parsed.hostname) && depth > (nearest?.depth ?? 0)
      const resolved = mayMatch ? resolveSiteUrl({ origin }, url) : undefined
      if (resolved) nearest = { destination: { kind: 'site', site: name, url: resolved.href }, depth }
    }
  }
  return nearest?.destination
}
