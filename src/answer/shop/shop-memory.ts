// What the pages and profiles of listed shops have said so far, kept for the next request.
import { LRUCache } from 'lru-cache'
import { PROFILE_PATH } from '../../../adapters/ucp/profile.ts'
import type { ShopDirectory } from '../../settings/shop-directory.ts'
import type { Money } from '#reader/values/money'
import { createKnownIndexes, type SitemapIndexCache } from './catalog-source.ts'
import { createKnownCodes, type KnownCodes } from '../../extract/listed-shop.ts'
import { createKnownLists, type KnownList, type CatalogStatsCache } from './known-lists.ts'
import { createKnownPlatforms, type PlatformCache } from './listed-search.ts'
import { createUcpDoors, type UcpProfileCache } from './ucp-doors.ts'

export interface ShopCaches {
  readonly knownPlatforms: PlatformCache
  readonly ucpDoors: UcpProfileCache
  readonly knownIndexes: SitemapIndexCache
  readonly knownLists: CatalogStatsCache
  readonly knownCodes: KnownCodes
  /** The last price of a page that was read by a taught rule and believed. */
  readonly taughtPrices: LRUCache<string, Money>
}

export interface LearnedShop {
  /** Undefined if none of its pages has been read, or none has said. */
  readonly platform: string | undefined
  /** Whether it can be searched by UCP; undefined if it has not been asked. */
  readonly ucp: boolean | undefined
  /** Undefined if its list has not been read. */
  readonly list: KnownList | undefined
}

const TAUGHT_PRICES_MAX = 20_000

/** `publicUrl`: where this program publishes what it is, for shops that it asks by UCP. */
export function createShopMemory(publicUrl: string | undefined, shops: () => ShopDirectory): ShopCaches {
  return {
    knownPlatforms: createKnownPlatforms(),
    ucpDoors: createUcpDoors(`${publicUrl ?? ''}${PROFILE_PATH}`, shops),
    knownIndexes: createKnownIndexes(),
    knownLists: createKnownLists(),
    knownCodes: createKnownCodes(),
    taughtPrices: new LRUCache({ max: TAUGHT_PRICES_MAX }),
  }
}

export function knownShopIn({ knownPlatforms, ucpDoors, knownLists }: ShopCaches, shop: string): LearnedShop {
  return {
    platform: knownPlatforms.get(shop)?.host?.platform,
    ucp: ucpDoors.canSearch(shop),
    list: knownLists.get(shop),
  }
}
