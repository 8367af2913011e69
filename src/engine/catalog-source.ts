// What a listed shop publishes for machines: its UCP catalogue, its platform's list, its sitemaps. Counts the requests.
import { LRUCache } from 'lru-cache'
import { platforms } from '../../platforms/index.ts'
import type { CatalogSource } from '../general/catalog/catalog-page.ts'
import type { Sitemap } from '../general/catalog/read-sitemap.ts'
import type { Shop } from '../config/shops.ts'
import { Fault } from '../kit/fault.ts'
import type { HostPlatform, HostResults, OtherHostTask } from './task.ts'
import { type KnownPlatforms, learnPlatform, namedPlatform } from './listed-search.ts'
import type { ProductSummary } from './product-summary.ts'
import type { ShopDoor } from './ucp-doors.ts'

/** Indexes are asked for again with every file that they name. */
const KNOWN_FOR_MS = 600_000
const KNOWN_MAX = 100

/** The lists of sitemaps of the shops that are being collected. */
export type KnownIndexes = LRUCache<string, readonly string[]>

export function createKnownIndexes(): KnownIndexes {
  return new LRUCache({ max: KNOWN_MAX, ttl: KNOWN_FOR_MS })
}

interface SourceParts {
  readonly shop: Shop
  readonly door: () => Promise<ShopDoor | undefined>
  readonly run: <T extends OtherHostTask>(task: T) => Promise<HostResults[T['kind']]>
  readonly readProduct: (url: string) => Promise<ProductSummary>
  readonly requests: () => number
  readonly platforms: KnownPlatforms
  readonly indexes: KnownIndexes
}

export function createCatalogSource(parts: SourceParts): CatalogSource {
  const { shop, run, indexes } = parts
  const base = shop.origins.main ?? ''
  const remembered = async (
    key: string,
    ask: () => Promise<readonly string[]>,
  ): Promise<readonly string[]> => {
    const found = indexes.get(key) ?? (await ask())
    indexes.set(key, found)
    return found
  }
  return {
    base,
    async lists() {
      const door = await parts.door()
      const host = await platformOf(parts)
      const hasList = platforms.some(one => one.name === host?.platform && one.list !== undefined)
      return [
        ...(door?.access.door.can.search ? (['ucp'] as const) : []),
        ...(hasList ? (['list'] as const) : []),
      ]
    },
    async list(from, after) {
      if (from === 'ucp') {
        const door = await parts.door()
        if (!door) throw new Fault('not_found', 'the shop has no UCP catalogue any more')
        return run({ kind: 'ucp-list', ucp: door.access, after })
      }
      const host = await platformOf(parts)
      if (!host) throw new Fault('not_found', 'the platform of the shop is not known any more')
      return run({ kind: 'list', ...host, base, after })
    },
    roots: () => remembered(`roots ${base}`, () => run({ kind: 'sitemaps', base })),
    async sitemap(url) {
      const known = indexes.get(url)
      if (known) return { sitemaps: known, rows: [], broken: undefined }
      const file: Sitemap = await run({ kind: 'sitemap', url })
      if (file.sitemaps.length > 0) indexes.set(url, file.sitemaps)
      return file
    },
    async showsProduct(url) {
      try {
        const { hasPrice, availability } = await parts.readProduct(url)
        return hasPrice || availability !== null
      } catch (error) {
        if (error instanceof Fault && NO_PRODUCT.has(error.code)) return false
        throw error
      }
    },
    requests: parts.requests,
  }
}

/** What a page that shows no product ends in; also one that nobody may read. */
const NO_PRODUCT: ReadonlySet<string> = new Set([
  'not_found',
  'upstream_changed',
  'robots_disallowed',
  'url_not_allowed',
])

async function platformOf({ platforms: known, run, shop }: SourceParts): Promise<HostPlatform | null> {
  const named = namedPlatform(shop)
  if (named) return known.get(shop.name)?.host ?? named
  try {
    return await learnPlatform(known, run, shop)
  } catch (error) {
    const host = nullIfNone(error)
    known.set(shop.name, { host })
    return host
  }
}

/** Pages that are missing or closed show no platform. */
function nullIfNone(error: unknown): null {
  if (error instanceof Fault && (NO_PRODUCT.has(error.code) || error.code === 'upstream_blocked')) return null
  throw error
}
