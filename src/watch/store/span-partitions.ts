// The months of spans in PostgreSQL: made ahead, and dropped when all watches have forgotten them.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { WatchTables } from '../model/watch-tables.ts'

/** So that a program that cannot make one for weeks, because of long readers, still has a month to write to. */
const MONTHS_AHEAD = 3
/** A month is made or dropped in milliseconds, but waits for all who read the table, and all others wait behind it. */
const LOCK_TIMEOUT_MS = 500

interface Month {
  readonly name: string
  readonly fromMs: number
  /** Infinity for the one without an end. */
  readonly toMs: number
}

const LATER = 'watch_spans_later'

/** Makes the months up to three ahead. What has ended even later is in the partition without an end, which normally is empty. */
export async function addMonths(query: Kysely<WatchTables>, nowMs: number): Promise<number> {
  const later = (await readMonths(query)).find(month => month.name === LATER)
  const endMs = addToMonth(nowMs, MONTHS_AHEAD + 1)
  if (!later || later.fromMs >= endMs) return 0
  return alone(query, async transaction => {
    await sql`ALTER TABLE wares.watch_spans DETACH PARTITION wares.watch_spans_later`.execute(transaction)
    await sql`ALTER TABLE wares.watch_spans_later RENAME TO watch_spans_detached`.execute(transaction)
    let partitionCount = 0
    for (let fromMs = later.fromMs; fromMs < endMs; fromMs = addToMonth(fromMs, 1)) {
      await addPartition(transaction, nameOf(fromMs), fromMs, String(addToMonth(fromMs, 1)))
      partitionCount++
    }
    await addPartition(transaction, LATER, endMs, 'MAXVALUE')
    await sql`INSERT INTO wares.watch_spans SELECT * FROM wares.watch_spans_detached`.execute(transaction)
    await sql`DROP TABLE wares.watch_spans_detached`.execute(transaction)
    return partitionCount
  })
}

async function addPartition(
  transaction: Transaction<WatchTables>,
  name: string,
  fromMs: number,
  to: string,
): Promise<void> {
  const table = sql.id('wares', name)
  await sql`CREATE TABLE ${table} PARTITION OF wares.watch_spans
    FOR VALUES FROM (${sql.lit(fromMs)}) TO (${sql.raw(to)})`.execute(transaction)
  await sql`CREATE UNIQUE INDEX ON ${table} (watch_id, series, first_seen)`.execute(transaction)
}

/** Returns the number of dropped months. `beforeMs`: no watch keeps what ended before. */
export async function dropMonths(query: Kysely<WatchTables>, beforeMs: number): Promise<number> {
  const expired = (await readMonths(query)).filter(({ toMs }) => toMs <= beforeMs)
  for (const { name } of expired)
    await alone(query, transaction => sql`DROP TABLE ${sql.id('wares', name)}`.execute(transaction))
  return expired.length
}

/** The months that ended before the time. */
export async function monthsBefore(query: Kysely<WatchTables>, beforeMs: number): Promise<string[]> {
  return (await readMonths(query)).filter(({ toMs }) => toMs <= beforeMs).map(({ name }) => name)
}

async function alone<T>(
  query: Kysely<WatchTables>,
  change: (transaction: Transaction<WatchTables>) => Promise<T>,
): Promise<T> {
  return query.transaction().execute(async transaction => {
    await sql`SELECT set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(transaction)
    return change(transaction)
  })
}

async function readMonths(query: Kysely<WatchTables>): Promise<Month[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bounds
    FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
    WHERE inhparent = 'wares.watch_spans'::regclass`.execute(query)
  return rows.flatMap(({ name, bounds }) => {
    const [, from, to] = /FROM \('?(\d+)'?\) TO \((?:'?(\d+)'?|MAXVALUE)\)/.exec(bounds) ?? []
    if (from === undefined) return []
    return [{ name, fromMs: Number(from), toMs: to === undefined ? Number.POSITIVE_INFINITY : Number(to) }]
  })
}

/** The beginning of the month that is so many later, in UTC. */
function addToMonth(ms: number, months: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}

function nameOf(ms: number): string {
  return `watch_spans_${new Date(ms).toISOString().slice(0, 7).replace('-', '_')}`
}
