// What the operator has set for a watched shop: the site, or the entry of `reader.hosts` that lists its host.
import type { Config } from '../config.ts'
import type { ReaderHost } from '../config/reader-config.ts'
import type { SiteConfig } from '../config/site-config.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { findReaderShop } from '../upstream/reader-hosts.ts'
import { nextActiveMs, parseActive } from './active-times.ts'

export type ShopConfig = Pick<Config, 'sites' | 'reader'>

/** Undefined for a shop of the sandbox without an adapter. */
function settingsOf({ sites, reader }: ShopConfig, shop: string): SiteConfig | ReaderHost | undefined {
  const listed = ['https', 'http'].map(scheme => findReaderShop(reader, `${scheme}://${shop}/`)?.listedBy)
  return sites[shop] ?? listed.find(entry => entry !== undefined)
}

/** The sandbox's shops without an adapter have no limit. */
export function requestsPerSecond(config: ShopConfig, shop: string): number {
  return settingsOf(config, shop)?.requestsPerSecond ?? Infinity
}

/** The first time from `ms` on at which the shop may be checked. */
export function nextOpenMs(config: ShopConfig, shop: string, ms: number): number {
  const active = settingsOf(config, shop)?.active
  return active === undefined ? ms : nextActiveMs(active, ms)
}

/** Throws an operator error for times that cannot be read. */
export function checkActiveTimes({ sites, reader }: ShopConfig): void {
  const given = [
    ...Object.entries(sites).map(([name, { active }]) => [`sites.${name}`, active] as const),
    ...reader.hosts.map(({ host, active }) => [`reader.hosts, ${host}`, active] as const),
  ]
  for (const [where, active] of given) {
    const parsed = active === undefined ? undefined : parseActive(active)
    if (parsed && 'error' in parsed) throw operatorError(`active of ${where} in wares.yaml: ${parsed.error}.`)
  }
}
