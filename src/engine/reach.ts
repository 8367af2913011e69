// Resolves a URL to a site or to a listed shop.
import type { Config } from '../config.ts'
import type { Destination, Reach } from '../general/composite.ts'
import { resolveSiteUrl } from '../upstream/guard.ts'
import { findReaderShop } from '../upstream/reader-hosts.ts'

type ReachConfig = Pick<Config, 'sites'> & Partial<Pick<Config, 'reader'>>

export function createReach(config: ReachConfig): Reach {
  const shopOf = (url: string) => config.reader && findReaderShop(config.reader, url)
  return {
    destinationOf(url) {
      const shop = shopOf(url)
      return siteDestination(config, url) ?? (shop && { kind: 'reader', shop: shop.name, url: shop.url.href })
    },
    isEnabled: site => config.sites[site]?.enabled === true,
    isSandboxed(url) {
      const destination = typeof url === 'string' ? siteDestination(config, url) : undefined
      if (destination?.kind === 'site') return config.sites[destination.site]?.sandboxed === true
      if (typeof url === 'string') {
        const shop = shopOf(url)
        return shop !== undefined && shop.listedBy === undefined
      }
      return Object.values(config.sites).every(site => !site.enabled || site.sandboxed)
    },
  }
}

/** If several sites share a host, the one with the longest base path. */
function siteDestination(config: Pick<Config, 'sites'>, url: string): Destination | undefined {
  const places = Object.entries(config.sites).flatMap(([name, site]) => {
    if (!site.enabled) return []
    return Object.values(site.origins).flatMap(origin => {
      const resolved = resolveSiteUrl({ origin }, url)
      return resolved ? [{ name, url: resolved.href, depth: new URL(origin).pathname.length }] : []
    })
  })
  const [nearest] = places.toSorted((a, b) => b.depth - a.depth)
  return nearest && { kind: 'site', site: nearest.name, url: nearest.url }
}
