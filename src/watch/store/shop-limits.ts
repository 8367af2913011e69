// What the operator has set for a watched shop.
import type { Config } from '../../settings/config.ts'
import { shopDirectoryOf } from '../../settings/shop-directory.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { nextActiveMs, parseActive } from '../../settings/watch-rules/active-times.ts'

export type ShopConfig = Pick<Config, 'sites' | 'reader'>

/** A shop that is not configured any more has no limit. */
export function requestsPerSecond(config: ShopConfig, shop: string): number {
  return shopDirectoryOf(config).shopNamed(shop)?.requestsPerSecond ?? Infinity
}

/** The first time from `ms` on at which the shop may be checked. */
export function nextOpenMs(config: ShopConfig, shop: string, ms: number): number {
  const active = shopDirectoryOf(config).shopNamed(shop)?.active
  return active === undefined ? ms : nextActiveMs(active, ms)
}

/** Throws an operator error for times that cannot be read. */
export function checkActiveTimes(config: ShopConfig): void {
  for (const { name, active } of shopDirectoryOf(config).all) {
    const parsed = active === undefined ? undefined : parseActive(active)
    if (parsed && 'error' in parsed) throw operatorError(`active of ${name} in wares.yaml: ${parsed.error}.`)
  }
}
