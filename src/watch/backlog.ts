// Counts watches for /status.json: all, paused, failing, overdue.
import { type Kysely, sql, type SqlBool } from 'kysely'
import { SITES, withSites } from '../work/distinct-sites.ts'
import type { WatchTables } from './tables.ts'

export interface Backlog {
  readonly watches: number
  readonly paused: number
  readonly failing: number
  readonly overdue: number
  /** How long the oldest overdue watch has waited; 0 if none is overdue. */
  readonly oldestOverdueMs: number
}

/** Literals, because SQLite uses a partial index only if its condition is in the statement's text. */
const NO = sql.lit(0)
const YES = sql.lit(1)

/** Every count comes from an index, because rows with their facts may have thousands of bytes. */
export async function readBacklog(query: Kysely<WatchTables>, nowMs: number): Promise<Backlog> {
  const count = sql<number>`count(*)`.as('count')
  const [all, paused, failing] = await Promise.all([
    query.selectFrom('watches').select(count).executeTakeFirstOrThrow(),
    query.selectFrom('watches').select(count).where('paused', '=', YES).executeTakeFirstOrThrow(),
    query.selectFrom('watches').select(count).where('is_failing', '=', YES).executeTakeFirstOrThrow(),
  ])
  const sites = await withSites(query, 'watches', sql<SqlBool>`paused = 0`)
    .selectFrom(SITES)
    .innerJoin('watches', 'watches.site', 'sites.site')
    .select(['sites.site', count, row => row.fn.min('due_at').as('oldest')])
    .where('paused', '=', NO)
    .where('due_at', '<=', nowMs)
    .groupBy('sites.site')
    .execute()
  return {
    watches: all.count,
    paused: paused.count,
    failing: failing.count,
    overdue: sites.reduce((sum, site) => sum + site.count, 0),
    oldestOverdueMs: sites.reduce((oldest, site) => Math.max(oldest, nowMs - site.oldest), 0),
  }
}
