// Counts watches for /status.json: all, paused, failing, overdue.
import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Database } from '../../store/database.ts'
import { SITES, withSites } from '../../store/queue/distinct-sites.ts'
import type { WatchTables } from '../model/watch-tables.ts'

interface Counts {
  readonly watches: number
  readonly paused: number
  readonly failing: number
  readonly overdue: number
}

export interface Backlog extends Counts {
  /** How long the oldest overdue watch has waited; 0 if none is overdue. */
  readonly oldestOverdueMs: number
  /** Which counts are not exact. */
  readonly estimated: readonly (keyof Counts)[]
  /** Which of these are the least that they can be: `overdue`, and what the database has no recent statistics of. */
  readonly at_least: readonly (keyof Counts)[]
}

/** PostgreSQL counts rows one by one: above this number the counts come from its statistics. */
const EXACT_MAX = 100_000

/** Literals, because SQLite uses a partial index only if its condition is in the statement's text. */
const NO = sql.lit(0)
const YES = sql.lit(1)

/** Every count comes from an index, because rows with their facts may have thousands of bytes. */
export async function readBacklog(
  database: Database<unknown>,
  nowMs: number,
  exactMax = EXACT_MAX,
): Promise<Backlog> {
  const query = database.query.withTables<WatchTables>()
  const isPostgres = database.dialect === 'postgres'
  const counts = await countWatches(query, nowMs, isPostgres ? exactMax + 1 : undefined)
  const oldestDueMs = await readOldestDue(query)
  const oldestOverdueMs = Math.max(0, nowMs - (oldestDueMs ?? nowMs))
  const names = Object.keys(counts) as (keyof Counts)[]
  const estimated = isPostgres ? names.filter(name => counts[name] > exactMax) : []
  if (estimated.length === 0) return { ...counts, oldestOverdueMs, estimated, at_least: [] }
  const statistics = await readStatistics(query)
  const hasStatistics = (name: keyof Counts) => (statistics.get(name) ?? 0) > exactMax
  const about = (name: keyof Counts) =>
    counts[name] > exactMax ? Math.max(exactMax, statistics.get(name) ?? 0) : counts[name]
  return {
    watches: about('watches'),
    paused: about('paused'),
    failing: about('failing'),
    overdue: about('overdue'),
    oldestOverdueMs,
    estimated,
    at_least: estimated.filter(name => !hasStatistics(name)),
  }
}

/** `most`: where counting ends. */
async function countWatches(
  query: Kysely<WatchTables>,
  nowMs: number,
  most: number | undefined,
): Promise<Counts> {
  const constant = sql<number>`1`.as('one')
  const rows = query.selectFrom('watches').select(constant)
  const due = withSites(query, 'watches', sql<SqlBool>`paused = 0`)
    .selectFrom(SITES)
    .innerJoin('watches', 'watches.site', 'sites.site')
    .select(constant)
    .where('paused', '=', NO)
    .where('due_at', '<=', nowMs)
  const count = async (selected: typeof rows) => {
    const limited = most === undefined ? selected : selected.limit(most)
    const { count: n } = await query
      .selectFrom(limited.as('counted'))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return n
  }
  const [watches, paused, failing, overdue] = await Promise.all([
    count(rows),
    count(rows.where('paused', '=', YES)),
    count(rows.where('is_failing', '=', YES)),
    count(due as unknown as typeof rows),
  ])
  return { watches, paused, failing, overdue }
}

/** One index look-up per site. */
async function readOldestDue(query: Kysely<WatchTables>): Promise<number | null> {
  const sites = await withSites(query, 'watches', sql<SqlBool>`paused = 0`)
    .selectFrom(SITES)
    .select(row =>
      row
        .selectFrom('watches')
        .select(watch => watch.fn.min('due_at').as('due_at'))
        .where('paused', '=', NO)
        .whereRef('watches.site', '=', 'sites.site')
        .as('due_at'),
    )
    .execute()
  return sites.reduce<number | null>(
    (oldest, { due_at: dueAt }) => (dueAt === null ? oldest : Math.min(oldest ?? dueAt, dueAt)),
    null,
  )
}

const RELATIONS: Readonly<Record<string, keyof Counts>> = {
  watches: 'watches',
  watches_paused: 'paused',
  watches_failing: 'failing',
}

/** Estimates as the planner does: the density at the last ANALYZE or VACUUM, times the present size. */
async function readStatistics(query: Kysely<WatchTables>): Promise<ReadonlyMap<keyof Counts, number>> {
  const { rows } = await sql<{ name: string; rows: number | null }>`
    SELECT relname AS name,
      (reltuples / nullif(relpages, 0) * (pg_relation_size(oid) / current_setting('block_size')::bigint))::bigint AS rows
    FROM pg_class
    WHERE relnamespace = 'wares'::regnamespace AND relname IN (${sql.join(Object.keys(RELATIONS))})`.execute(
    query,
  )
  return new Map(
    rows.flatMap(row => {
      const name = RELATIONS[row.name]
      return name === undefined || row.rows === null ? [] : [[name, row.rows] as const]
    }),
  )
}
