// Adds a shop to the settings of a running server, changes or removes one: in effect at once.
import type { Config } from '../settings/config.ts'
import { Fault } from '#kit/fault'
import type { ReloadResult } from './reload.ts'
import type { SettingsSource } from './server-options.ts'
import type { ChangeShop } from '../serve/http/routes/change-shops.ts'
import type { AddShop } from '../serve/http/routes/shops.ts'
import { addedShopView, addShop, writeShop } from '../setup/add-shop.ts'
import { changeShop } from '../setup/change-shop.ts'
import type { TrialUpstream } from '../setup/try-shop.ts'
import { countWatches } from '../watch/file-watches.ts'
import type { Work } from './work.ts'
import { sites } from '../../adapters/sites/index.ts'

/** A trial may start a browser. */
const TRIALS_MAX = 2
const BUSY_RETRY_MS = 5_000

type Caller = Pick<TrialUpstream, 'caller' | 'signal'>

export function createAddShop(
  { config }: { readonly config: Config },
  { upstream, tried, reader }: Pick<Work, 'upstream' | 'tried' | 'reader'>,
  { path, read }: SettingsSource,
  reload: (read: () => Config) => Promise<ReloadResult>,
): AddShop {
  let running = 0
  return async (shop, caller) => {
    if (running >= TRIALS_MAX)
      throw new Fault('overloaded', 'other shops are being added', { retryAfterMs: BUSY_RETRY_MS })
    running++
    try {
      return await addAndReload(shop, caller)
    } finally {
      running--
    }
  }

  async function addAndReload({ url, currency, isDryRun }: Parameters<AddShop>[0], caller: Caller) {
    const place = { config: { ...config }, sites, path }
    const door = { send: upstream.send, tried, reader, ...caller }
    const found = await addShop(url, { ...place, currency, isDryRun: true, door })
    if (isDryRun || found.trial.entries.length === 0) return addedShopView(found)
    // With a problem, the answer has the entry, for whoever can write it.
    const added = await writeShop(found.trial, place)
    if (!added.isWritten) return addedShopView(added)
    const { problem } = await reload(read)
    return { ...addedShopView(added), problem }
  }
}

export function createChangeShop(
  { config }: { readonly config: Config },
  { watches }: Pick<Work, 'watches'>,
  { path, read }: SettingsSource,
  reload: (read: () => Config) => Promise<ReloadResult>,
): ChangeShop {
  return async change => {
    const before = { ...config }
    const changed = await changeShop(change, { config: before, sites, path })
    const count = await countWatches(before, watches.store, changed.shop)
    const { problem } = changed.written ? await reload(read) : changed
    return { ...changed, watches: count, problem }
  }
}
