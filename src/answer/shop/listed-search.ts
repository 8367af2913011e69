// Searches a listed shop by UCP or through its platform, which is learned from its pages and remembered.
import { LRUCache } from 'lru-cache'
import { platforms } from '../../../adapters/platforms/index.ts'
import type { UcpAccess } from '../../../adapters/ucp/profile.ts'
import type { Shop } from '../../settings/shop-directory.ts'
import type { Subrequests } from '../operations/composite.ts'
import { Fault } from '#kit/fault'
import { canSearch } from '../../extract/listed-shop.ts'
import type {
  DetectedPlatform,
  ListedShopResults,
  AnyListedShopTask,
  ListedShopTask,
} from '../../extract/task.ts'

/** A shop changes its software once in years; its currency may change with a setting. */
const KNOWN_FOR_MS = 24 * 3_600_000
/** More shops than an operator lists by name. */
const KNOWN_MAX = 2_000

interface KnownPlatform {
  /** Null for a shop on none that is known. */
  readonly host: DetectedPlatform | null
  /** Only pages of other markets were read: what they say of prices does not hold at the shop's own address. */
  readonly isOtherMarket?: boolean
}

/** Detected platforms by shop name. Entries expire after a day, because a shop may change its currency. */
export type PlatformCache = LRUCache<string, KnownPlatform>

export function createKnownPlatforms(): PlatformCache {
  return new LRUCache({ max: KNOWN_MAX, ttl: KNOWN_FOR_MS })
}

type Run = <T extends ListedShopTask>(task: T) => Promise<ListedShopResults[T['kind']]>

/** Undefined when the shop's platform has no search. */
export async function searchShop(
  platformCache: PlatformCache,
  run: Run,
  shop: Shop,
  request: { readonly query: string; readonly page: number },
  ucp: UcpAccess | undefined,
): ReturnType<Subrequests['searchListedShop']> {
  if (ucp?.door.can.search) return run({ kind: 'ucp-search', ucp, ...request })
  const host = await detectPlatform(platformCache, run, shop)
  if (!host || !canSearch(host.platform)) return undefined
  const facts = { ...host.facts, currency: shop.currency ?? host.facts.currency }
  return run({ kind: 'search', ...host, facts, base: shop.origins.main ?? '', ...request })
}

/** `/en-gb/products/hat` at a shop that is listed by its root: one platform, other prices. */
function isOtherMarket({ origins }: Shop, url: string): boolean {
  const base = new URL(origins.main ?? url).pathname.replace(/\/$/, '')
  return /^\/[a-z]{2}(?:[-_][a-z]{2})?(?:\/|$)/i.test(new URL(url).pathname.slice(base.length))
}

/**
 * What a product page shows. `urls`: the address that was asked for, and where it led. A page of another market leaves what
 * is known as it is; no page takes away what a comparison with the list has shown.
 */
export function rememberPlatform(
  platformCache: PlatformCache,
  shop: Shop,
  host: DetectedPlatform,
  urls: readonly string[],
): void {
  const remembered = platformCache.get(shop.name)
  const { isNet } = remembered?.host?.facts ?? {}
  if (!urls.some(url => isOtherMarket(shop, url)))
    platformCache.set(shop.name, { host: { ...host, facts: { ...host.facts, isNet } } })
  else if (remembered?.host?.platform !== host.platform)
    platformCache.set(shop.name, { host: withoutCurrency(host), isOtherMarket: true })
}

function withoutCurrency({ platform, facts }: DetectedPlatform): DetectedPlatform {
  return { platform, facts: { ...facts, currency: undefined } }
}

/** What the operator's word for the platform says, without what its pages would add; undefined for an unknown word. */
export function namedPlatform({ platform }: Shop): DetectedPlatform | undefined {
  return platforms.some(one => one.name === platform) && platform !== undefined
    ? { platform, facts: {} }
    : undefined
}

/** Detects the platform from the shop's example, then from its home page: either may be gone or say nothing. Throws the fault of the last page if none could be read, which leaves the question open. */
export async function detectPlatform(
  platformCache: PlatformCache,
  run: (task: Extract<AnyListedShopTask, { kind: 'recognise' }>) => Promise<DetectedPlatform | null>,
  shop: Shop,
): Promise<DetectedPlatform | null> {
  const remembered = platformCache.get(shop.name)
  if (remembered && !remembered.isOtherMarket) return remembered.host
  const home = `${shop.origins.main ?? ''}/`
  let fault: Fault | undefined
  let { host, isOtherMarket: isOther = false }: Partial<KnownPlatform> = remembered ?? {}
  for (const url of shop.example === undefined ? [home] : [shop.example, home]) {
    try {
      const detected = await run({ kind: 'recognise', url })
      host = detected ?? host ?? null
      if (!detected) continue
      isOther = isOtherMarket(shop, url)
      if (!isOther) break
      host = withoutCurrency(detected)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      fault = error
    }
  }
  const configured = namedPlatform(shop)
  if (configured && host?.platform !== configured.platform) host = configured
  if (host === undefined) throw fault ?? new Error('there was no page to learn from')
  // A page that fails at the moment may yet say what the others do not.
  if (host || !fault || !fault.retryable)
    platformCache.set(shop.name, { host, isOtherMarket: isOther && fault !== undefined })
  return host
}
