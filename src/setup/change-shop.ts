// Removes a shop from wares.yaml, or edits its entry there: for `wares shops` and `/api/v2/shops/{name}`.
import { type Config, readConfigFrom } from '../settings/config.ts'
import { type Shop, shopDirectoryOf } from '../settings/shop-directory.ts'
import { readSettingsText } from '../settings/settings-text.ts'
import { invalidParameterFault } from '../answer/request/read-params.ts'
import type { SiteAdapter } from '#kit/define/define'
import { Fault } from '#kit/fault'
import { isOperatorError } from '../runtime/operator-error.ts'
import { editShop, removeShop, type ShopPlace, shopText, type ShopValues } from './edit-settings.ts'
import { writeSettings } from './write-settings.ts'

interface SettingsPlace {
  readonly config: Config
  readonly sites: readonly SiteAdapter[]
  /** Path of the settings file. */
  readonly path: string
}

export interface ShopChange {
  /** The shop's name in the list of shops, or its host. */
  readonly name: string
  /** Undefined removes the shop. */
  readonly values: ShopValues | undefined
}

/** Throws if there is no such shop, or if it is not the settings that list it. */
export async function changeShop({ name, values }: ShopChange, place: SettingsPlace) {
  const { config, sites, path } = place
  const shop = ownShop(config, name)
  const where: ShopPlace = shop.name in config.sites ? { site: shop.name } : { host: shop.label }
  if (values === undefined) throwIfUsed(config, shop)
  try {
    const before = shopText(readSettingsText(path) ?? '', where)
    const change = (text: string) =>
      values === undefined ? removeShop(text, where) : editShop(text, where, values)
    await writeSettings({ path, change, check: draft => void readConfigFrom(sites, draft) })
    const entry = values === undefined ? before : shopText(readSettingsText(path) ?? '', where)
    // The lines after an edit, or those that were removed.
    return { shop: shop.label, entry, written: true, problem: null }
  } catch (error) {
    if (!isOperatorError(error)) throw error
    return { shop: shop.label, entry: '', written: false, problem: (error as Error).message }
  }
}

function ownShop(config: Config, name: string): Shop {
  const shops = shopDirectoryOf(config)
  const shop = shops.all.find(one => one.name === name || one.label === name) ?? shops.shopNamed(name)
  if (!shop || (!shop.enabled && Object.keys(shop.origins).length === 0))
    throw new Fault('not_found', `there is no shop ${name.slice(0, 80)}; \`wares shops\` lists them`)
  if (shop.sandboxed)
    throw refused(`${shop.name} is a shop of the sandbox; \`sandbox: false\` in wares.yaml ends all of them`)
  return shop
}

/** Settings that name a shop which they do not have would be refused as a whole. */
function throwIfUsed(config: Config, { label }: Shop): void {
  const isOn = ({ url, catalog }: Readonly<Record<string, unknown>>) =>
    [url, catalog].some(
      text =>
        typeof text === 'string' &&
        (shopDirectoryOf(config).shopOf(text) ?? { shop: shopDirectoryOf(config).shopNamed(text) }).shop
          ?.label === label,
    )
  const watch = config.watches.findIndex(isOn)
  const used = watch >= 0 ? config.watchPlaces[watch] : config.canaries.find(isOn) && 'canaries'
  if (used !== undefined) throw refused(`${label} is used in ${used} of wares.yaml; remove that entry first`)
}

function refused(message: string): Error {
  return invalidParameterFault([{ name: 'name', in: 'body', message }])
}
