// Applies wares.yaml to the watches: adds those of the file, updates changed ones, and pauses those that the file, or whose shop it,
// no longer has.
import type { Config } from '../settings/config.ts'
import { invalidParameterFault } from '../answer/request/read-params.ts'
import type { Clock } from '../runtime/clock.ts'
import { Fault } from '#kit/fault'
import { operatorError } from '../runtime/operator-error.ts'
import { shopDirectoryOf } from '../settings/shop-directory.ts'
import { generalSite } from '../answer/operations/composite-operations.ts'
import { bodyError } from './model/input-errors.ts'
import { INITIAL_RULES } from '../settings/watch-rules/kept-rules.ts'
import { type NewWatch, OPERATOR, type Watch } from './model/watch.ts'
import type { WatchInputs } from './watch-input.ts'
import type { WatchEdit, WatchStore } from './store/watch-store.ts'
import { SHOP_OFF, type ShopOff, type WatchesOfShops } from './store/watches-of-owners.ts'

export async function applyFileWatches(
  listed: readonly Readonly<Record<string, unknown>>[],
  {
    watches,
    inputs,
    clock,
  }: { readonly watches: WatchStore; readonly inputs: WatchInputs; readonly clock: Clock },
): Promise<void> {
  const fileWatches = listed.map((entry, place) => readListed(entry, place, inputs))
  const targets = new Set(fileWatches.map(watch => watch.target))
  const nowMs = clock.wallMs()
  for (const watch of fileWatches) {
    const stored = await watches.findByTarget(OPERATOR, watch.target)
    if (!stored) await watches.add(watch, nowMs)
    else if (stored.source === 'file') {
      const { everyS, isAuto, variant: _same, ...rules } = { ...INITIAL_RULES, ...watch }
      const { isPaused = false } = watch
      const edit: WatchEdit = { ...rules, ...editedInterval(stored, everyS, isAuto) }
      // An unchanged one does not reschedule the watch.
      await watches.edit(stored.id, stored.isPaused === isPaused ? edit : { ...edit, isPaused }, nowMs)
    }
  }
  for (const stored of await watches.listBySource('file')) {
    if (!targets.has(stored.target) && !stored.isPaused)
      await watches.edit(stored.id, { isPaused: true }, nowMs)
  }
}

/** The watches of the file, and where each stands. */
export interface FileWatches {
  readonly config: Pick<Config, 'watches' | 'watchPlaces'>
  readonly inputs: Pick<WatchInputs, 'read'>
}

/**
 * Throws `invalid_parameter` for a watch of the file: the next start, or change of the file, would undo the edit. Without an entry there, it
 * can only be removed.
 */
export function throwIfOfFile({ config, inputs }: FileWatches, watch: Watch, isRemoved: boolean): void {
  if (watch.source !== 'file') return
  const place = config.watches.findIndex(entry => inputs.read(entry, 'file').target === watch.target)
  if (place < 0 && isRemoved) return
  const message =
    place < 0
      ? 'this watch is no longer in wares.yaml, and paused for that; add it there again, or remove it'
      : `this watch is set in ${config.watchPlaces[place]}; change it there: \`paused: true\` pauses it, and without the entry it can be removed`
  throw invalidParameterFault([bodyError('id', message)])
}

/** A learned interval is kept, and an unchanged one does not reschedule the watch. */
function editedInterval(stored: Watch, everyS: number, isAuto: boolean): WatchEdit {
  if (isAuto) return stored.isAuto ? {} : { isAuto }
  return stored.everyS === everyS && !stored.isAuto ? {} : { everyS, isAuto }
}

function readListed(entry: Readonly<Record<string, unknown>>, place: number, inputs: WatchInputs): NewWatch {
  try {
    return inputs.read(entry, 'file')
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw operatorError(`watches[${place}] in wares.yaml: ${error.message}.`, error)
  }
}

type ShopsConfig = Pick<Config, 'sites' | 'reader'>

/** Pauses the watches of shops that were removed or paused, with the reason, and resumes them when their shop is back. */
export async function followShops(
  config: ShopsConfig,
  watches: Pick<WatchesOfShops, 'countBySite' | 'turnSite'>,
): Promise<void> {
  for (const { site, isPaused, pausedBy } of await watches.countBySite()) {
    const off = whyOff(config, site)
    const waits = pausedBy !== null && isShopOff(pausedBy)
    if (isPaused ? waits && pausedBy !== off : off !== null) await watches.turnSite(site, off)
  }
}

/** Null while the shop can be asked. Watches over all shops belong to none. */
function whyOff(config: ShopsConfig, site: string): ShopOff | null {
  if (site === generalSite.name) return null
  const shop = shopDirectoryOf(config).shopNamed(site)
  if (shop?.enabled) return null
  return shop && Object.keys(shop.origins).length > 0 ? 'shop_paused' : 'shop_removed'
}

function isShopOff(reason: string): reason is ShopOff {
  return SHOP_OFF.includes(reason as ShopOff)
}

/** The next change of the settings would pause it again. */
export function throwIfShopOff({ pausedBy, site }: Pick<Watch, 'pausedBy' | 'site'>): void {
  if (pausedBy === null || !isShopOff(pausedBy)) return
  const why =
    pausedBy === 'shop_removed' ? 'is no longer configured; add it again' : 'is paused; resume the shop'
  throw new Fault('site_disabled', `the shop ${site} ${why}`)
}

/** How many watches a shop has. */
export async function countWatches(
  config: ShopsConfig,
  watches: Pick<WatchesOfShops, 'countBySite'>,
  label: string,
): Promise<number> {
  const counts = await watches.countBySite()
  const shopCounts = counts.filter(({ site }) => shopDirectoryOf(config).shopNamed(site)?.label === label)
  return shopCounts.reduce((sum, one) => sum + one.watches, 0)
}
