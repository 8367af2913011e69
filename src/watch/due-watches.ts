// Finds and claims due watches by site, through the index (site, due_at): a long backlog of one site does not delay others.
import { type Expression, type Kysely, sql } from 'kysely'
import type { WatchTables } from './tables.ts'
import { type Watch, watchOf } from './watch.ts'

export interface SiteShare {
  readonly site: string
  readonly limit: number
}

export interface ClaimOptions {
  readonly nowMs: number
  readonly leaseMs: number
  readonly shares: readonly SiteShare[]
}

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

/** Lists the sites with one index look-up per site, regardless of the number of watches. */
function withSites(query: Kysely<WatchTables>) {
  const nextSite = (after?: Expression<string | null>) => {
    const next = query
      .selectFrom('watches')
      .select(row => row.fn.min<string | null>('site').as('site'))
      .where('paused', '=', NO)
    return after === undefined ? next : next.where('site', '>', after as Expression<string>)
  }
  return query.withRecursive('sites', recursive =>
    nextSite().unionAll(
      recursive
        .selectFrom(SITES)
        .select(row => nextSite(row.ref('sites.site')).as('site'))
        .where('sites.site', 'is not', null),
    ),
  )
}

/** Raw SQL, because Kysely would prefix the name with PostgreSQL's schema. */
const SITES = sql<{ site: string | null }>`sites`.as('sites')

export async function readDueSites(query: Kysely<WatchTables>, nowMs: number): Promise<string[]> {
  const rows = await withSites(query)
    .selectFrom(SITES)
    .select(row => [
      'sites.site',
      row
        .selectFrom('watches')
        .select(one => one.fn.min('due_at').as('due_at'))
        .where('paused', '=', NO)
        .whereRef('watches.site', '=', 'sites.site')
        .as('due_at'),
    ])
    .where('sites.site', 'is not', null)
    .execute()
  return rows
    .flatMap(({ site, due_at: dueAt }) =>
      site !== null && dueAt !== null && dueAt <= nowMs ? [{ site, dueAt }] : [],
    )
    .toSorted((a, b) => a.dueAt - b.dueAt)
    .map(({ site }) => site)
}

export async function claimWatches(
  query: Kysely<WatchTables>,
  options: ClaimOptions,
  isPostgres: boolean,
): Promise<Watch[]> {
  const { shares } = options
  const claimAll = async (inside: Kysely<WatchTables>) => {
    const claimed: Watch[] = []
    for (const share of shares) claimed.push(...(await claimShare(inside, share, options, isPostgres)))
    return claimed
  }
  const claimed = await (shares.length > 1 ? query.transaction().execute(claimAll) : claimAll(query))
  return claimed.toSorted((a, b) => a.dueAtMs - b.dueAtMs)
}

/** SQLite has one writer at a time; PostgreSQL skips rows that another replica is claiming. */
async function claimShare(
  query: Kysely<WatchTables>,
  { site, limit }: SiteShare,
  { nowMs, leaseMs }: ClaimOptions,
  isPostgres: boolean,
): Promise<Watch[]> {
  const due = query
    .selectFrom('watches')
    .select('id')
    .where('paused', '=', NO)
    .where('site', '=', site)
    .where('due_at', '<=', nowMs)
    .where('leased_until', '<=', nowMs)
    .orderBy('due_at')
    .limit(limit)
  const rows = await query
    .updateTable('watches')
    .set({ leased_until: nowMs + leaseMs })
    .where('id', 'in', isPostgres ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .execute()
  return rows.map(watchOf)
}

/** Every count comes from an index, because rows with their facts may have thousands of bytes. */
export async function readBacklog(query: Kysely<WatchTables>, nowMs: number): Promise<Backlog> {
  const count = sql<number>`count(*)`.as('count')
  const [all, paused, failing] = await Promise.all([
    query.selectFrom('watches').select(count).executeTakeFirstOrThrow(),
    query.selectFrom('watches').select(count).where('paused', '=', YES).executeTakeFirstOrThrow(),
    query.selectFrom('watches').select(count).where('is_failing', '=', YES).executeTakeFirstOrThrow(),
  ])
  const sites = await withSites(query)
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
