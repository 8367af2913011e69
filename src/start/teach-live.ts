// Teaches a shop of a running server, which then reads it by the new rules at once.
import type { Config } from '../settings/config.ts'
import type { TeachShop } from '../serve/http/routes/teach.ts'
import { Fault } from '#kit/fault'
import { raceWithAbort } from '../runtime/race-with-abort.ts'
import { createSlots, type Slots } from '../runtime/slots.ts'
import { teachShop } from '../setup/teach-shop.ts'
import { sites } from '../../adapters/sites/index.ts'
import type { ReloadResult } from './reload.ts'
import type { SettingsSource } from './server-options.ts'
import type { Work } from './work.ts'

/** Rules are tried on several pages at once. */
const LESSONS_MAX = 2
/** More than people at one server: a lesson may take as long as three pages of a slow shop. */
const WAITING_MAX = 20
const BUSY_RETRY_MS = 5_000

export function createTeachShop(
  { config }: { readonly config: Config },
  { upstream, tried, reader, watches }: Pick<Work, 'upstream' | 'tried' | 'reader' | 'watches'>,
  { path, read }: SettingsSource,
  reload: (read: () => Config) => Promise<ReloadResult>,
): TeachShop {
  const lessons = createSlots(LESSONS_MAX)
  /** A lesson that writes begins with the rules of the one before. */
  const writers = createSlots(1)
  const teach: TeachShop = async (lesson, caller) => {
    const door = { send: upstream.send, tried, reader, ...caller }
    const taught = await teachShop(lesson, {
      config: { ...config },
      sites,
      path,
      door,
      watches: watches.store,
    })
    if (!taught.written) return taught
    const { problem } = await reload(read)
    return { ...taught, problem }
  }
  const inTurn = async (slots: Slots, signal: AbortSignal, run: () => ReturnType<TeachShop>) => {
    if (slots.waiting() >= WAITING_MAX)
      throw new Fault('overloaded', 'other shops are being taught', { retryAfterMs: BUSY_RETRY_MS })
    await slots.acquire(turn => raceWithAbort(turn, signal))
    try {
      return await run()
    } finally {
      slots.release()
    }
  }
  return (lesson, caller) => {
    const { signal } = caller
    const run = () => inTurn(lessons, signal, () => teach(lesson, caller))
    return lesson.isDryRun ? run() : inTurn(writers, signal, run)
  }
}
