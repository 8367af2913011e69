// What the lists of shops stated when they were last read, and what reading them cost: for the status page and `wares shops`.
import { LRUCache } from 'lru-cache'
import type { CatalogPageStats } from '../operations/catalog/catalog-page.ts'

/** What is known of a list: that of its last page, with what earlier ones stated. */
export type KnownList = CatalogPageStats
export type CatalogStatsCache = LRUCache<string, KnownList>

/** More shops than a server watches by their lists. */
const SHOPS_MAX = 1_000

export function createKnownLists(): CatalogStatsCache {
  return new LRUCache({ max: SHOPS_MAX })
}

/** A list that was read to its end is known until the next one is. */
export function noteList(lists: CatalogStatsCache, shop: string, page: KnownList): void {
  const before = lists.get(shop)
  if (before?.complete && !page.complete) return
  // The last page may be empty.
  const isSame = before?.source === page.source
  lists.set(shop, {
    ...page,
    price: page.price || (isSame && before.price),
    availability: page.availability || (isSame && before.availability),
  })
}
