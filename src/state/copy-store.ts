// Brings an embedded database over into PostgreSQL; may be repeated, and then adds only what is new.
import type { PostgresStore } from './postgres.ts'
import type { EmbeddedStore } from './sqlite.ts'

export interface Copied {
  readonly keys: number
  /** Keys that were not there before. */
  readonly newKeys: number
  readonly usageRows: number
}

/** Shows how far the work is, of a total. */
type Show = (total: number, work: (reached: (done: number) => void) => Promise<void>) => Promise<void>

/** Rows between two tellings of how far it is. */
const ROWS_AT_ONCE = 1_000

export async function copyStore(
  from: EmbeddedStore,
  to: PostgresStore,
  show: Show = (_, work) => work(() => {}),
): Promise<Copied> {
  const keys = await from.keys.list()
  const rows = await from.usage.read({})
  const known = new Set((await to.keys.list()).map(key => key.id))
  await to.copyKeys(keys)
  await show(rows.length, async reached => {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE)
      await to.copyUsage(from.id, some)
      reached(start + some.length)
    }
  })
  const newKeys = keys.filter(key => !known.has(key.id)).length
  return { keys: keys.length, newKeys, usageRows: rows.length }
}
