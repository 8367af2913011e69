// Removes spans, changes and catalog entries that are older than the retention of their watch, in small slices.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import { addMonths, dropMonths, monthsBefore } from './span-partitions.ts'
import { removeCatalog } from './catalog-store.ts'
import type { WatchTables } from '../model/watch-tables.ts'

interface Retention {
  readonly nowMs: number
  readonly defaultKeepDays: number
}

const DAY_MS = 86_400_000
/** Watches and rows per statement: each finishes far below the database's time limit, however much there is to remove. */
const PRUNE_WATCHES = 100
export const PRUNE_ROWS = 1_000

export async function pruneHistory(
  database: Database<unknown>,
  retention: Retention,
  signal?: AbortSignal,
): Promise<number> {
  const query = database.query.withTables<WatchTables>()
  const isPostgres = database.dialect === 'postgres'
  const beforeMs = retention.nowMs - retention.defaultKeepDays * DAY_MS
  // SQLite serves fewer watches, and reads them all.
  let removed = await pruneEach(query, retention, isPostgres, signal)
  if (signal?.aborted) return removed
  if (isPostgres) removed += await pruneDefault(query, beforeMs)
  removed += (await pruneChanges(query, beforeMs)) + (await pruneCatalogs(query))
  // Months come last, because dropping them fails while others read for long, and is tried again in a minute.
  return isPostgres ? removed + (await pruneMonths(query, retention, beforeMs)) : removed
}

async function pruneEach(
  query: Kysely<WatchTables>,
  { nowMs, defaultKeepDays }: Retention,
  onlyOwn: boolean,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (let after = ''; ; ) {
    if (signal?.aborted) return removed
    const page = query.selectFrom('watches').select(['id', 'keep_days']).where('id', '>', after)
    const selection = onlyOwn ? page.where('keep_days', 'is not', null) : page
    const watches = await selection.orderBy('id').limit(PRUNE_WATCHES).execute()
    const last = watches.at(-1)
    if (!last) return removed
    for (const [keepDays, group] of Map.groupBy(watches, row => row.keep_days ?? defaultKeepDays)) {
      const ids = group.map(({ id }) => id)
      removed += await pruneWatches(query, ids, nowMs - keepDays * DAY_MS)
    }
    after = last.id
  }
}

/** Spans and catalog entries of watches without a retention of their own. Most spans are dropped with their month later. */
async function pruneDefault(query: Kysely<WatchTables>, beforeMs: number): Promise<number> {
  let removed = await inSlices(() => deleteDefault(query, 'watch_spans_open', beforeMs))
  const catalogs = query.selectFrom('catalogs').innerJoin('watches', 'watches.id', 'catalogs.watch_id')
  const unkept = catalogs.select('watches.id').where('keep_days', 'is', null)
  for (let after = ''; ; ) {
    const rows = await unkept.where('id', '>', after).orderBy('id').limit(PRUNE_WATCHES).execute()
    const last = rows.at(-1)
    if (!last) return removed
    const ids = rows.map(({ id }) => id)
    removed += await pruneNews(query, ids, beforeMs)
    after = last.id
  }
}

async function deleteDefault(query: Kysely<WatchTables>, table: string, beforeMs: number) {
  const from = sql.id('wares', table)
  const { numAffectedRows = 0n } = await sql`DELETE FROM ${from} WHERE ctid = ANY (ARRAY(
    SELECT span.ctid FROM ${from} AS span WHERE ended < ${beforeMs}
      AND NOT EXISTS (SELECT FROM wares.watches WHERE id = span.watch_id AND keep_days IS NOT NULL)
    LIMIT ${PRUNE_ROWS}))`.execute(query)
  return { numDeletedRows: numAffectedRows }
}

/** A month that some watch keeps for longer is emptied of the others; one that none keeps is dropped. */
async function pruneMonths(
  query: Kysely<WatchTables>,
  { nowMs, defaultKeepDays }: Retention,
  beforeMs: number,
): Promise<number> {
  await addMonths(query, nowMs)
  const { longest } = await query
    .selectFrom('watches')
    .select(row => row.fn.max('keep_days').as('longest'))
    .where('keep_days', 'is not', null)
    .executeTakeFirstOrThrow()
  const keptDays = Math.max(defaultKeepDays, longest ?? 0)
  let removed = await dropMonths(query, nowMs - keptDays * DAY_MS)
  for (const month of await monthsBefore(query, beforeMs))
    removed += await inSlices(() => deleteDefault(query, month, beforeMs))
  return removed
}

/** Removes the catalogs of watches that were removed while their catalog was being read. */
async function pruneCatalogs(query: Kysely<WatchTables>): Promise<number> {
  const orphans = await query
    .selectFrom('catalogs')
    .leftJoin('watches', 'watches.id', 'catalogs.watch_id')
    .select('catalogs.watch_id')
    .where('watches.id', 'is', null)
    .limit(PRUNE_ROWS)
    .execute()
  for (const { watch_id: id } of orphans) await removeCatalog(query, id)
  return orphans.length
}

async function pruneWatches(query: Kysely<WatchTables>, ids: readonly string[], beforeMs: number) {
  const spans = query
    .selectFrom('watch_spans')
    .select(['watch_id', 'series', 'first_seen'])
    .where('watch_id', 'in', ids)
    .where('ended', '<', beforeMs)
    .limit(PRUNE_ROWS)
  const changes = query
    .selectFrom('changes')
    .select('id')
    .where('watch_id', 'in', ids)
    .where('at', '<', beforeMs)
    .limit(PRUNE_ROWS)
  const removed = await inSlices(() =>
    query
      .deleteFrom('watch_spans')
      .where(row =>
        row(
          row.refTuple('watch_id', 'series', 'first_seen'),
          'in',
          spans.$asTuple('watch_id', 'series', 'first_seen'),
        ),
      )
      .executeTakeFirst(),
  )
  const listed = await pruneNews(query, ids, beforeMs)
  return (
    listed +
    removed +
    (await inSlices(() => query.deleteFrom('changes').where('id', 'in', changes).executeTakeFirst()))
  )
}

/** What changes of catalogs are about. The products themselves are pruned by the checks. */
async function pruneNews(
  query: Kysely<WatchTables>,
  ids: readonly string[],
  beforeMs: number,
): Promise<number> {
  const old = query.deleteFrom('catalog_news').where('watch_id', 'in', ids).where('at', '<', beforeMs)
  return Number((await old.executeTakeFirst()).numDeletedRows)
}

/** Repeats a delete of at most PRUNE_ROWS rows until nothing is left. */
async function inSlices(remove: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<number> {
  let removed = 0
  for (;;) {
    const count = Number((await remove()).numDeletedRows)
    removed += count
    if (count < PRUNE_ROWS) return removed
  }
}

/**
 * Removes changes of deleted watches, and of those without a retention of their own. Ids and times increase together, so the
 * oldest have the lowest ids.
 */
async function pruneChanges(query: Kysely<WatchTables>, beforeMs: number): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const page = await query
      .selectFrom('changes')
      .leftJoin('watches', 'watches.id', 'changes.watch_id')
      .select(['changes.id', 'changes.at', 'watches.keep_days'])
      .where('changes.id', '>', after)
      .orderBy('changes.id')
      .limit(PRUNE_ROWS)
      .execute()
    const expired = page.filter(row => row.keep_days === null && row.at < beforeMs).map(({ id }) => id)
    if (expired.length > 0) {
      const gone = await query.deleteFrom('changes').where('id', 'in', expired).executeTakeFirst()
      removed += Number(gone.numDeletedRows)
    }
    const last = page.at(-1)
    if (!last || last.at >= beforeMs) return removed
    after = last.id
  }
}
