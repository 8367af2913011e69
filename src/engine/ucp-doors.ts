// Which listed shops open their catalogue by UCP: their profile is asked for once a day, and remembered.
import { LRUCache } from 'lru-cache'
import type { UcpAccess, UcpDoor } from '../../platforms/ucp/profile.ts'
import type { ListedShop, Reach } from '../general/composite.ts'
import { Fault, type FaultCode } from '../kit/fault.ts'
import type { HostTask, HostResults } from './task.ts'

/** A shop opens its catalogue once in its life; it moves an endpoint with a new version. */
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

type Discover = (task: Extract<HostTask, { kind: 'discover' }>) => Promise<HostResults['discover']>

export interface UcpDoors {
  /** Undefined for a shop without UCP, or whose endpoint is on a host that the operator does not list. */
  find(shop: ListedShop, run: Discover): Promise<ListedDoor | undefined>
  /** Whether a shop can be searched by UCP; undefined if it has not been asked for its profile. */
  canSearch(shop: string): boolean | undefined
}

export interface ListedDoor {
  readonly access: UcpAccess
  /** Those of the shop and of its endpoint. */
  readonly origins: ListedShop['origins']
}

export function createUcpDoors(agent: string, reach: Reach): UcpDoors {
  const doors = new LRUCache<string, KnownDoor>({ max: KNOWN_MAX })
  return {
    async find(listed, run) {
      const { shop, origins } = listed
      const known = doors.get(shop)
      const found = known ?? (await discover(listed, run))
      if (!known) doors.set(shop, found, { ttl: found.forMs })
      const { door } = found
      const endpoint = door && originOf(door, origins, reach)
      if (!door || !endpoint) return undefined
      return { access: { door, agent }, origins: { ...origins, ucp: endpoint } }
    },
    canSearch(shop) {
      const known = doors.get(shop)
      if (!known) return undefined
      const origins = reach.shopNamed(shop)?.origins
      return (
        known.door?.can.search === true && !!origins && originOf(known.door, origins, reach) !== undefined
      )
    },
  }
}

async function discover({ origins }: ListedShop, run: Discover): Promise<KnownDoor> {
  try {
    return { door: await run({ kind: 'discover', base: origins.main ?? '' }), forMs: KNOWN_FOR_MS }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { door: null, forMs: CLOSED_CODES.has(error.code) ? KNOWN_FOR_MS : FAILING_FOR_MS }
  }
}

/** A shop may keep its endpoint on another host; it is asked only if the operator lists that host too. */
function originOf({ endpoint }: UcpDoor, origins: ListedShop['origins'], reach: Reach): string | undefined {
  const isOwn = Object.values(origins).some(origin => endpoint.startsWith(`${origin}/`))
  if (isOwn) return origins.main
  const destination = reach.destinationOf(endpoint)
  return destination?.kind === 'reader' ? destination.origins.main : undefined
}
