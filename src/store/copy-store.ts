// Copies an embedded database into PostgreSQL; idempotent, a repetition adds only what is new.
import type { PostgresStore } from './postgres/postgres-store.ts'
import type { EmbeddedStore } from './sqlite/sqlite-store.ts'

export interface CopyResult {
  readonly keys: number
  /** Number of keys that were not there before. */
  readonly newKeys: number
  readonly usageRows: number
}

/** Shows the progress of the work. */
type ShowProgress = (total: number, work: (reached: (done: number) => void) => Promise<void>) => Promise<void>

/** Rows between two progress updates. */
const BATCH_ROWS = 1_000

export async function copyStore(
  from: EmbeddedStore,
  to: PostgresStore,
  show: ShowProgress = (_, work) => work(() => {}),
): Promise<CopyResult> {
  const keys = await from.keys.list()
  const rows = await from.usage.read({})
  const known = new Set((await to.keys.list()).map(key => key.id))
  await to.copyKeys(keys)
  await show(rows.length, async reached => {
    for (let start = 0; start < rows.length; start += BATCH_ROWS) {
      const some = rows.slice(start, start + BATCH_ROWS)
      await to.copyUsage(from.id, some)
      reached(start + some.length)
    }
  })
  const newKeys = keys.filter(key => !known.has(key.id)).length
  return { keys: keys.length, newKeys, usageRows: rows.length }
}
