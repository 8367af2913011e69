// Everything that this server can read: the sites with an origin, the listed hosts, and the sandbox while it is on.
import type { Config } from '../../settings/config.ts'
import { LISTED_SHOP_ADAPTER, type Shop, shopDirectoryOf } from '../../settings/shop-directory.ts'
import type { KnownShop } from '../../answer/index.ts'
import { canSearch, SHOP_FIELDS } from '../../extract/listed-shop.ts'
import { PRODUCT_OPERATION } from '../../answer/operations/product-operation.ts'
import type { Registry } from '../../answer/request/registry.ts'
import type { SiteAdapter } from '#kit/define/define'
import { sandboxShopFacts } from '../../runtime/sandbox-shops.ts'
import type { OperationState } from '../../health/drift/drift-rule.ts'
import type { SiteStatus } from '../../health/status.ts'
import type { ShopRow } from './routes/shop-routes.ts'

/** What is known of a shop's recent answers. */
type ShopHealth = Pick<SiteStatus, 'state' | 'circuit' | 'platform' | 'last_success_at' | 'last_fault'>

/** The statistics of an operation's fields. A field without an entry was in every answer. */
type FieldCounts = Pick<OperationState, 'answers' | 'fields'>

export interface ShopFacts {
  readonly health: Readonly<Record<string, ShopHealth>>
  /** Field counts by the key that src/health/drift uses. */
  readonly fields: (operation: string, shop: string | undefined) => FieldCounts | undefined
  readonly canaries: readonly { readonly site: string; readonly name: string; readonly state: string }[]
  /** What a listed shop has said of itself. */
  readonly known: (shop: string) => KnownShop | undefined
}

type ShopConfig = Pick<Config, 'sites' | 'reader'>

export function listShops(config: ShopConfig, registry: Registry, facts: ShopFacts): ShopRow[] {
  const rows = shopDirectoryOf(config)
    .all.filter(shop => shop.enabled || isPaused(shop))
    .map(shop => {
      const site = registry.sites.find(one => one.name === shop.adapter)
      return site ? siteRow(site, shop, facts) : hostRow(shop, facts)
    })
  // Real shops first: they are what the operator configured.
  return rows.toSorted((a, b) => Number(a.kind === 'sandbox') - Number(b.kind === 'sandbox'))
}

function isPaused({ enabled, sandboxed, adapter, origins }: Shop): boolean {
  return !enabled && !sandboxed && (adapter === LISTED_SHOP_ADAPTER || Object.keys(origins).length > 0)
}

const PAUSED = { product: false, search: false, offers: false, catalog: false }

function settingsOf(shop: Shop): Pick<ShopRow, 'paused' | 'settings'> {
  const { currency = shop.settings.currency ?? null, requestsPerSecond, active = null } = shop
  return {
    paused: isPaused(shop),
    settings: shop.sandboxed ? null : { currency, requests_per_second: requestsPerSecond, active },
  }
}

function siteRow(site: SiteAdapter, shop: Shop, facts: ShopFacts): ShopRow {
  const { name, sandboxed, origins, enabled } = shop
  const { product, search, list, operations } = site
  const can = !enabled
    ? PAUSED
    : {
        product: product !== undefined,
        search: search !== undefined,
        offers: product !== undefined && (product.byCode !== undefined || search !== undefined),
        catalog: list !== undefined,
      }
  const main = product?.operation ?? operations[0]?.id ?? ''
  const counts = facts.fields(main, undefined)
  return {
    name,
    kind: sandboxed ? 'sandbox' : 'site',
    hosts: [...new Set(Object.values(origins).map(origin => new URL(origin).host))],
    platform: facts.health[name]?.platform ?? null,
    operations: [...(enabled ? operations.map(one => one.id) : []), ...generalOperations(can)],
    can,
    fields: counts ? sharesOf(topFields(counts), counts) : {},
    list: facts.known(name)?.list ?? null,
    ...healthOf(name, counts, facts),
    ...settingsOf(shop),
  }
}

function hostRow(shop: Shop, facts: ShopFacts): ShopRow {
  const { name, sandboxed, enabled } = shop
  const configured = sandboxed ? sandboxShopFacts(name) : shop
  const pageFacts = facts.known(name)
  // What its pages say comes before what the settings say of it.
  const platform = facts.health[name]?.platform ?? pageFacts?.platform ?? configured.platform ?? null
  // Offers of a listed shop are found by its search.
  const search = canSearch(platform) || (pageFacts?.ucp ?? configured.ucp ?? false)
  const can = enabled ? { product: true, search, offers: search, catalog: true } : PAUSED
  const counts = facts.fields(PRODUCT_OPERATION, name)
  return {
    name,
    kind: sandboxed ? 'sandbox' : 'host',
    hosts: [name.split('/', 1)[0] ?? name],
    platform,
    operations: generalOperations(can),
    can,
    fields: counts && counts.answers > 0 ? sharesOf(SHOP_FIELDS, counts) : {},
    list: pageFacts?.list ?? null,
    ...healthOf(name, counts, facts),
    ...settingsOf(shop),
  }
}

function generalOperations(can: ShopRow['can']): string[] {
  return (['product', 'search', 'offers', 'catalog'] as const)
    .filter(name => can[name])
    .map(name => `general.${name}`)
}

function topFields({ fields }: FieldCounts): string[] {
  return Object.keys(fields).flatMap(pointer => /^\/([a-z0-9_]+)$/i.exec(pointer)?.[1] ?? [])
}

function sharesOf(names: readonly string[], { answers, fields }: FieldCounts): Record<string, number> {
  return Object.fromEntries(
    names.map(name => {
      const { n, absent, newN, newAbsent, since } = fields[`/${name}`] ?? NEVER_ABSENT
      // While a field drifts, only the latest answers show what the shop has now.
      const [all, missing] = since === null ? [n + newN, absent + newAbsent] : [newN, newAbsent]
      const total = all === 0 ? answers : all
      return [name, total === 0 ? 1 : Math.round((1 - missing / total) * 100) / 100]
    }),
  )
}

const NEVER_ABSENT = { n: 0, absent: 0, newN: 0, newAbsent: 0, since: null }

function healthOf(
  name: string,
  counts: FieldCounts | undefined,
  { health, canaries }: ShopFacts,
): Pick<ShopRow, 'state' | 'last_success_at' | 'problem'> {
  const status = health[name]
  const drifting = Object.entries(counts?.fields ?? {}).filter(([, { since }]) => since !== null)
  const failing = canaries.filter(one => one.site === name && one.state === 'failing')
  const problems = [
    ...(status && ['degraded', 'failing'].includes(status.state) ? [faultText(status)] : []),
    ...drifting.map(([field, { since }]) => `${fieldName(field)} missing since ${isoOf(since)}`),
    ...failing.map(canary => `canary ${canary.name} fails`),
  ]
  const state =
    status === undefined || status.state === 'idle' ? 'unknown' : (status.state as ShopRow['state'])
  return {
    state: problems.length > 0 && state !== 'failing' ? 'degraded' : state,
    last_success_at: status?.last_success_at ?? null,
    problem: problems.length > 0 ? problems.join('; ') : null,
  }
}

function faultText({ circuit, last_fault: fault }: ShopHealth): string {
  const paused = circuit === 'open' ? 'paused after several failures' : ''
  const last = fault === null ? '' : `${fault.code} at ${fault.at}${fault.detail && `: ${fault.detail}`}`
  return [paused, last].filter(Boolean).join('; ') || 'requests fail'
}

function fieldName(pointer: string): string {
  return pointer === '' ? 'the whole page is' : `${pointer.slice(1)} is`
}

function isoOf(ms: number | null): string {
  return new Date(ms ?? 0).toISOString()
}
