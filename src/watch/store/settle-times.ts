// After a clock that ran ahead was set back: what a watch has recorded of times that have not passed yet is moved to now, once.
// Otherwise its checks would all be of that time until it has passed: a cooldown of hours would last for days.
import type { Kysely, Transaction } from 'kysely'
import { pack, unpack } from '../lists/tracked-product.ts'
import { CATALOG_OPERATION, type Watch, watchFromRow } from '../model/watch.ts'
import type { WatchTables } from '../model/watch-tables.ts'

/** Clocks of replicas may differ by less than this. */
export const STEP_MS = 5 * 60_000

/** Moves the times of a watch back if its last check is in the future; returns the watch as it is then. */
export async function settleTimes(query: Kysely<WatchTables>, watch: Watch, nowMs: number): Promise<Watch> {
  const settled = await query.transaction().execute(transaction => settle(transaction, watch, nowMs))
  // Undefined if somebody else was faster: whoever records then reads the watch again.
  return settled ?? watch
}

async function settle(
  transaction: Transaction<WatchTables>,
  { id, checkSeq, revision, operation }: Watch,
  nowMs: number,
): Promise<Watch | undefined> {
  const ofWatch = transaction.selectFrom('watches').selectAll().where('id', '=', id)
  const row = await ofWatch
    .where('check_seq', '=', checkSeq)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!row) return undefined
  const movedTime = await settleSpans(transaction, id, nowMs, row.checked_at)
  const [changed] = await transaction
    .updateTable('watches')
    .set({
      created_at: movedTime(row.created_at),
      checked_at: row.checked_at === null ? null : movedTime(row.checked_at),
      ok_at: row.ok_at === null ? null : movedTime(row.ok_at),
      memory: row.memory && JSON.stringify(withTimes(JSON.parse(row.memory), movedTime)),
      revision: revision + 1,
    })
    .where('id', '=', id)
    .where('check_seq', '=', checkSeq)
    .where('revision', '=', revision)
    .returningAll()
    .execute()
  if (operation === CATALOG_OPERATION) await settleCatalog(transaction, id, movedTime)
  return changed && watchFromRow(changed)
}

type MovedTime = (atMs: number) => number

/** Spans keep their order, a millisecond apart: two of a series never start at the same time. */
async function settleSpans(
  transaction: Transaction<WatchTables>,
  watchId: string,
  nowMs: number,
  checkedAtMs: number | null,
): Promise<MovedTime> {
  const ahead = transaction.selectFrom('watch_spans').selectAll().where('watch_id', '=', watchId)
  const isAhead = (column: 'first_seen' | 'last_seen' | 'ended') => ahead.where(column, '>', nowMs)
  const rows = await isAhead('first_seen').union(isAhead('last_seen')).union(isAhead('ended')).execute()
  const times = [checkedAtMs, ...rows.flatMap(row => [row.first_seen, row.last_seen, row.ended])]
  const later = new Set(times.filter(atMs => atMs !== null && atMs > nowMs))
  const sorted = [...later].toSorted((a, b) => (a ?? 0) - (b ?? 0))
  const places = new Map(sorted.map((atMs, place) => [atMs, nowMs - sorted.length + 1 + place]))
  const movedTime: MovedTime = atMs => places.get(atMs) ?? Math.min(atMs, nowMs)
  for (const row of rows) {
    const span = transaction.deleteFrom('watch_spans').where('watch_id', '=', watchId)
    await span.where('series', '=', row.series).where('first_seen', '=', row.first_seen).execute()
  }
  for (const row of rows) {
    const moved = {
      ...row,
      first_seen: movedTime(row.first_seen),
      last_seen: row.last_seen === null ? null : movedTime(row.last_seen),
      ended: row.ended === null ? null : movedTime(row.ended),
    }
    await transaction
      .insertInto('watch_spans')
      .values(moved)
      .onConflict(on => on.doNothing())
      .execute()
  }
  return movedTime
}

/** A check that is under way was made of the catalog as it was, and is repeated. */
async function settleCatalog(
  transaction: Transaction<WatchTables>,
  watchId: string,
  movedTime: MovedTime,
): Promise<void> {
  const catalog = await transaction
    .selectFrom('catalogs')
    .selectAll()
    .where('watch_id', '=', watchId)
    .executeTakeFirst()
  if (!catalog) return
  const moved = (text: string | null) => text && JSON.stringify(withTimes(JSON.parse(text), movedTime))
  await transaction
    .updateTable('catalogs')
    .set({ version: catalog.version + 1, run: moved(catalog.run), baseline: moved(catalog.baseline) })
    .where('watch_id', '=', watchId)
    .execute()
  const chunks = transaction.selectFrom('catalog_chunks').selectAll().where('watch_id', '=', watchId)
  for (const { chunk, body } of await chunks.execute())
    await transaction
      .updateTable('catalog_chunks')
      .set({ body: pack(unpack<object>(body).map(product => withTimes(product, movedTime) as object)) })
      .where('watch_id', '=', watchId)
      .where('chunk', '=', chunk)
      .execute()
}

/** Amounts are texts, and every other number is far smaller than a time. */
function withTimes(value: unknown, movedTime: MovedTime): unknown {
  if (typeof value === 'number') return movedTime(value)
  if (Array.isArray(value)) return value.map(one => withTimes(one, movedTime))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTimes(one, movedTime)]))
}
