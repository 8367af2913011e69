// Teaches a shop of a running server, which then reads it by the new rules at once.
import type { Config } from '../config.ts'
import type { TeachShop } from '../http/routes/teach.ts'
import { Fault } from '../kit/fault.ts'
import { teachShop } from '../setup/teach-shop.ts'
import { sites } from '../../sites/index.ts'
import type { ReloadResult } from './reload.ts'
import type { SettingsSource } from './server-options.ts'
import type { Work } from './work.ts'

/** Rules are tried on several pages at once. */
const LESSONS_MAX = 2
const BUSY_RETRY_MS = 5_000

export function createTeachShop(
  { config }: { readonly config: Config },
  { upstream, tried, reader }: Pick<Work, 'upstream' | 'tried' | 'reader'>,
  { path, read }: SettingsSource,
  reload: (read: () => Config) => Promise<ReloadResult>,
): TeachShop {
  let running = 0
  let last: Promise<unknown> = Promise.resolve()
  const teach: TeachShop = async (lesson, caller) => {
    const door = { send: upstream.send, tried, reader, ...caller }
    const taught = await teachShop(lesson, { config: { ...config }, sites, path, door })
    if (!taught.written) return taught
    const { problem } = await reload(read)
    return { ...taught, problem }
  }
  /** A lesson that writes begins with the rules of the one before. */
  const teachInTurn: TeachShop = (lesson, caller) => {
    const turn = last.then(() => teach(lesson, caller))
    last = turn.catch(() => {})
    return turn
  }
  return async (lesson, caller) => {
    if (running >= LESSONS_MAX)
      throw new Fault('overloaded', 'other shops are being taught', { retryAfterMs: BUSY_RETRY_MS })
    running++
    try {
      return await (lesson.isDryRun ? teach : teachInTurn)(lesson, caller)
    } finally {
      running--
    }
  }
}
