// Searches a listed shop by UCP or through its platform, which is learned from its home page and remembered.
import { LRUCache } from 'lru-cache'
import type { UcpAccess } from '../../platforms/ucp/profile.ts'
import type { ListedShop, Subrequests } from '../general/composite.ts'
import { canSearch, type HostPlatform, type HostResults, type HostTask } from './host-task.ts'

/** A shop changes its software once in years; its currency may change with a setting. */
const KNOWN_FOR_MS = 24 * 3_600_000
/** More shops than an operator lists by name. */
const KNOWN_MAX = 2_000

/** By shop: its platform; null for a shop on none that is known. */
export type KnownPlatforms = LRUCache<string, { readonly host: HostPlatform | null }>

export function createKnownPlatforms(): KnownPlatforms {
  return new LRUCache({ max: KNOWN_MAX, ttl: KNOWN_FOR_MS })
}

type Run = <T extends HostTask>(task: T, shop: ListedShop) => Promise<HostResults[T['kind']]>

/** Undefined when the shop's platform has no search. */
export async function searchShop(
  known: KnownPlatforms,
  run: Run,
  shop: ListedShop,
  request: { readonly query: string; readonly page: number },
  ucp: UcpAccess | undefined,
): ReturnType<Subrequests['searchListedShop']> {
  if (ucp?.door.can.search) return run({ kind: 'ucp-search', ucp, ...request }, shop)
  const base = shop.origins.main ?? ''
  const found = known.get(shop.shop) ?? { host: await run({ kind: 'recognise', url: `${base}/` }, shop) }
  known.set(shop.shop, found)
  const { host } = found
  if (!host || !canSearch(host)) return undefined
  return run({ kind: 'search', ...host, base, ...request }, shop)
}
