// The configuration that a sandbox shop needs: further origins and settings, from the shop's folder.
import { existsSync, readFileSync } from 'node:fs'

export interface ShopSettings {
  /** Paths relative to the shop's URL, by the name of the origin. */
  readonly origins: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
}

export function readShopSettings(site: string): ShopSettings {
  const file = new URL(`../../sandbox/sites/${site}/settings.json`, import.meta.url)
  const given = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<ShopSettings>) : {}
  return { origins: given.origins ?? {}, settings: given.settings ?? {} }
}
