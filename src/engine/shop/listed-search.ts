// Searches a listed shop by UCP or through its platform, which is learned from its pages and remembered.
import { LRUCache } from 'lru-cache'
import { platforms } from '../../../platforms/index.ts'
import type { UcpAccess } from '../../../platforms/ucp/profile.ts'
import type { Shop } from '../../config/shops.ts'
import type { Subrequests } from '../../general/composite.ts'
import { Fault, faultTable } from '../../kit/fault.ts'
import { canSearch } from './host-task.ts'
import type { HostPlatform, HostResults, HostTask, OtherHostTask } from '../task.ts'

/** A shop changes its software once in years; its currency may change with a setting. */
const KNOWN_FOR_MS = 24 * 3_600_000
/** More shops than an operator lists by name. */
const KNOWN_MAX = 2_000

/** By shop: its platform; null for a shop on none that is known. */
export type KnownPlatforms = LRUCache<string, { readonly host: HostPlatform | null }>

export function createKnownPlatforms(): KnownPlatforms {
  return new LRUCache({ max: KNOWN_MAX, ttl: KNOWN_FOR_MS })
}

type Run = <T extends OtherHostTask>(task: T) => Promise<HostResults[T['kind']]>

/** Undefined when the shop's platform has no search. */
export async function searchShop(
  known: KnownPlatforms,
  run: Run,
  shop: Shop,
  request: { readonly query: string; readonly page: number },
  ucp: UcpAccess | undefined,
): ReturnType<Subrequests['searchListedShop']> {
  if (ucp?.door.can.search) return run({ kind: 'ucp-search', ucp, ...request })
  const host = await learnPlatform(known, run, shop)
  if (!host || !canSearch(host)) return undefined
  return run({ kind: 'search', ...host, base: shop.origins.main ?? '', ...request })
}

/** What the operator's word for the platform says, without what its pages would add; undefined for an unknown word. */
export function namedPlatform({ platform }: Shop): HostPlatform | undefined {
  return platforms.some(one => one.name === platform) && platform !== undefined
    ? { platform, facts: {} }
    : undefined
}

/**
 * From the shop's example, then from its home page: either may be gone or say nothing. Throws the fault of the last page
 * if none could be read, which leaves open what the shop can do. A platform that the operator names is believed, whatever
 * the pages show; they only add its facts.
 */
export async function learnPlatform(
  known: KnownPlatforms,
  run: (task: Extract<HostTask, { kind: 'recognise' }>) => Promise<HostPlatform | null>,
  shop: Shop,
): Promise<HostPlatform | null> {
  const remembered = known.get(shop.name)
  if (remembered) return remembered.host
  const home = `${shop.origins.main ?? ''}/`
  let fault: Fault | undefined
  let host: HostPlatform | null | undefined
  for (const url of shop.example === undefined ? [home] : [shop.example, home]) {
    try {
      host = await run({ kind: 'recognise', url })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      fault = error
    }
    if (host) break
  }
  const named = namedPlatform(shop)
  if (named && host?.platform !== named.platform) host = named
  if (host === undefined) throw fault ?? new Error('there was no page to learn from')
  // A page that fails at the moment may yet say what the others do not.
  if (host || !fault || !faultTable[fault.code].retryable) known.set(shop.name, { host })
  return host
}
