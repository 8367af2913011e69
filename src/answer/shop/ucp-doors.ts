// Which listed shops open their catalog by UCP: their profile is asked for once a day, and remembered.
import { LRUCache } from 'lru-cache'
import type { UcpAccess, UcpDoor } from '../../../adapters/ucp/profile.ts'
import type { Shop, ShopDirectory } from '../../settings/shop-directory.ts'
import { Fault, type FaultCode } from '#kit/fault'
import type { AnyListedShopTask, ListedShopResults } from '../../extract/task.ts'

/** A shop opens its catalog once in its life; it moves an endpoint with a new version. */
const KNOWN_FOR_MS = 24 * 3_600_000
/** A shop whose profile fails now is read as one without, and asked again soon. */
const FAILING_FOR_MS = 60_000
/** More shops than an operator lists by name. */
const KNOWN_MAX = 2_000

/** Faults that say that the shop has no profile for us; any other may pass. */
const CLOSED_CODES: ReadonlySet<FaultCode> = new Set([
  'not_found',
  'upstream_blocked',
  'upstream_changed',
  'robots_disallowed',
])

interface KnownDoor {
  readonly door: UcpDoor | null
  readonly forMs: number
}

type ProfileFetcher = (
  task: Extract<AnyListedShopTask, { kind: 'discover' }>,
) => Promise<ListedShopResults['discover']>

export interface UcpProfileCache {
  /** Undefined for a shop without UCP, or whose endpoint is on a host that the operator does not list. */
  find(shop: Shop, run: ProfileFetcher): Promise<UcpShopAccess | undefined>
  /** Whether a shop can be searched by UCP; undefined if it has not been asked for its profile. */
  canSearch(shop: string): boolean | undefined
}

export interface UcpShopAccess {
  readonly access: UcpAccess
  /** The shop, with the shop of its endpoint as a partner if that is another one. */
  readonly shop: Shop
}

/** `shops` gives the current table. */
export function createUcpDoors(agent: string, shops: () => ShopDirectory): UcpProfileCache {
  const doors = new LRUCache<string, KnownDoor>({ max: KNOWN_MAX })
  return {
    async find(shop, run) {
      if (shop.ucp === false) return undefined
      const cached = doors.get(shop.name)
      const profile = cached ?? (await discover(shop, run))
      if (!cached) doors.set(shop.name, profile, { ttl: profile.forMs })
      const { door } = profile
      const partners = door && partnersOf(door, shop, shops())
      return door && partners ? { access: { door, agent }, shop: { ...shop, partners } } : undefined
    },
    canSearch(name) {
      const cached = doors.get(name)
      if (!cached) return undefined
      const shop = shops().shopNamed(name)
      return (
        cached.door?.can.search === true && !!shop && partnersOf(cached.door, shop, shops()) !== undefined
      )
    },
  }
}

async function discover({ origins }: Shop, run: ProfileFetcher): Promise<KnownDoor> {
  try {
    return { door: await run({ kind: 'discover', base: origins.main ?? '' }), forMs: KNOWN_FOR_MS }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { door: null, forMs: CLOSED_CODES.has(error.code) ? KNOWN_FOR_MS : FAILING_FOR_MS }
  }
}

/** A shop may keep its endpoint on another host; it is asked only if the operator lists that host too. */
function partnersOf(
  { endpoint }: UcpDoor,
  { origins }: Shop,
  shops: ShopDirectory,
): readonly Shop[] | undefined {
  if (Object.values(origins).some(origin => endpoint.startsWith(`${origin}/`))) return []
  const shop = shops.shopOf(endpoint)?.shop
  return shop && [shop]
}
