// What changes the settings of a running server: a shop is added, taught, changed or removed, and that is in effect at once.
import type { Config } from '../settings/config.ts'
import { Fault } from '#kit/fault'
import { raceWithAbort } from '../runtime/race-with-abort.ts'
import { createSlots, type Slots } from '../runtime/slots.ts'
import type { ReloadResult } from './reload.ts'
import type { SettingsSource } from './server-options.ts'
import type { ChangeShop } from '../serve/http/routes/change-shops.ts'
import type { AddShop } from '../serve/http/routes/shop-routes.ts'
import type { TeachShop } from '../serve/http/routes/teach-route.ts'
import { addedShopView, addShop, writeShop } from '../setup/add-shop.ts'
import { changeShop } from '../setup/change-shop.ts'
import { teachShop } from '../setup/teach-shop.ts'
import { countWatches } from '../watch/file-watches.ts'
import type { Work } from './work.ts'
import { sites } from '../../adapters/sites/index.ts'

/** A trial may start a browser. */
const TRIALS_MAX = 2
/** Rules are tried on several pages at once. */
const LESSONS_MAX = 2
/** More than people at one server: a lesson may take as long as three pages of a slow shop. */
const WAITING_MAX = 20
const BUSY_RETRY_MS = 5_000

export interface SettingsWriters {
  readonly addShop: AddShop
  readonly changeShop: ChangeShop
  readonly teachShop: TeachShop
}

export function createSettingsWriters(
  { config }: { readonly config: Config },
  { upstream, triedShops, reader, watches }: Pick<Work, 'upstream' | 'triedShops' | 'reader' | 'watches'>,
  { path, read }: SettingsSource,
  reload: (read: () => Config) => Promise<ReloadResult>,
): SettingsWriters {
  const trials = createSlots(TRIALS_MAX)
  const lessons = createSlots(LESSONS_MAX)
  /** A lesson that writes begins with the rules of the one before. */
  const writers = createSlots(1)
  const door = { send: upstream.send, triedShops, reader }
  /** The present settings. */
  const place = () => ({ config: { ...config }, sites, path })

  const add: AddShop = async ({ url, currency, isDryRun }, caller) => {
    const now = place()
    const dryRun = await addShop(url, { ...now, currency, isDryRun: true, door: { ...door, ...caller } })
    if (isDryRun || dryRun.trial.entries.length === 0) return addedShopView(dryRun)
    // If the file cannot be written, the answer has the entry, for whoever can write it.
    const result = await writeShop(dryRun.trial, now)
    if (!result.isWritten) return addedShopView(result)
    const { problem } = await reload(read)
    return { ...addedShopView(result), problem }
  }

  const teach: TeachShop = async (lesson, caller) => {
    const taught = await teachShop(lesson, {
      ...place(),
      door: { ...door, ...caller },
      watches: watches.store,
    })
    if (!taught.written) return taught
    const { problem } = await reload(read)
    return { ...taught, problem }
  }

  return {
    addShop: (shop, caller) =>
      inTurn(trials, TRIALS_MAX, 'other shops are being added', caller.signal, () => add(shop, caller)),
    async changeShop(change) {
      const before = place()
      const changed = await changeShop(change, before)
      const count = await countWatches(before.config, watches.store, changed.shop)
      const { problem } = changed.written ? await reload(read) : changed
      return { ...changed, watches: count, problem }
    },
    teachShop(lesson, caller) {
      const busy = 'other shops are being taught'
      const { signal } = caller
      const run = () => inTurn(lessons, LESSONS_MAX + WAITING_MAX, busy, signal, () => teach(lesson, caller))
      return lesson.isDryRun ? run() : inTurn(writers, 1 + WAITING_MAX, busy, signal, run)
    },
  }
}

/** `most`: how many may be at it or wait for it. */
async function inTurn<T>(
  slots: Slots,
  most: number,
  busy: string,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  if (slots.busy() + slots.waiting() >= most)
    throw new Fault('overloaded', busy, { retryAfterMs: BUSY_RETRY_MS })
  await slots.acquire(turn => raceWithAbort(turn, signal))
  try {
    return await run()
  } finally {
    slots.release()
  }
}
