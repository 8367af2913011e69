// Watches in the database: adding, changing, removing, listing, and claiming those that are due.
import { randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../state/database.ts'
import { nextTurnMs } from './schedule.ts'
import type { WatchTables } from './tables.ts'
import { type NewWatch, type Watch, watchOf } from './watch.ts'

export interface WatchEdit {
  readonly name?: string
  readonly everyS?: number
  readonly when?: string | null
  readonly keepDays?: number | null
  readonly isPaused?: boolean
}

interface WatchPage {
  readonly watches: readonly Watch[]
  /** The id to go on after; null at the end. */
  readonly next: string | null
}

interface ClaimOptions {
  readonly nowMs: number
  readonly leaseMs: number
  readonly limit: number
  /** Sites that have enough to do. */
  readonly exceptSites?: readonly string[]
}

interface Backlog {
  readonly watches: number
  readonly paused: number
  readonly failing: number
  readonly overdue: number
  /** Of the watch that has waited longest for its turn; 0 when none waits. */
  readonly oldestOverdueMs: number
}

export interface WatchStore {
  /** Undefined where there is a watch of the same already. */
  add(given: NewWatch, nowMs: number): Promise<Watch | undefined>
  find(id: string): Promise<Watch | undefined>
  findByTarget(target: string): Promise<Watch | undefined>
  list(options: { readonly after?: string | undefined; readonly limit: number }): Promise<WatchPage>
  listBySource(source: Watch['source']): Promise<Watch[]>
  edit(id: string, edit: WatchEdit, nowMs: number): Promise<Watch | undefined>
  /** With its history; its changes stay in the feed. */
  remove(id: string): Promise<boolean>
  /** Watches that are due, oldest first, for this caller alone until the lease ends. */
  claim(options: ClaimOptions): Promise<Watch[]>
  /** Gives a claimed watch back unchecked. */
  release(id: string, dueAtMs: number): Promise<void>
  backlog(nowMs: number): Promise<Backlog>
}

/** A watch that is added is first checked within this time, or within its interval. */
const FIRST_CHECK_WITHIN_MS = 60_000

export function createWatchStore(database: Database<unknown>): WatchStore {
  const query = database.query.withTables<WatchTables>()
  const isPostgres = database.dialect === 'postgres'
  const find = async (id: string) => {
    const row = await query.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst()
    return row && watchOf(row)
  }
  return {
    find,
    async add(given, nowMs) {
      const id = `w_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`
      const rows = await query
        .insertInto('watches')
        .values(newRow(id, given, nowMs))
        .onConflict(on => on.column('target').doNothing())
        .returningAll()
        .execute()
      return rows[0] && watchOf(rows[0])
    },
    async findByTarget(target) {
      const row = await query
        .selectFrom('watches')
        .selectAll()
        .where('target', '=', target)
        .executeTakeFirst()
      return row && watchOf(row)
    },
    async list({ after = '', limit }) {
      const rows = await query
        .selectFrom('watches')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit + 1)
        .execute()
      const watches = rows.slice(0, limit).map(watchOf)
      return { watches, next: rows.length > limit ? (watches.at(-1)?.id ?? null) : null }
    },
    async listBySource(source) {
      const rows = await query.selectFrom('watches').selectAll().where('source', '=', source).execute()
      return rows.map(watchOf)
    },
    async edit(id, edit, nowMs) {
      const everyMs = edit.everyS === undefined ? undefined : edit.everyS * 1000
      const isResumed = edit.isPaused === false
      const changed = {
        ...(edit.name === undefined ? {} : { name: edit.name }),
        ...(edit.when === undefined ? {} : { condition: edit.when }),
        ...(edit.keepDays === undefined ? {} : { keep_days: edit.keepDays }),
        ...(edit.isPaused === undefined ? {} : { paused: edit.isPaused ? 1 : 0 }),
        ...(edit.everyS === undefined ? {} : { every_s: edit.everyS }),
        ...(everyMs === undefined && !isResumed
          ? {}
          : {
              due_at: nextTurnMs(
                id,
                Math.min(everyMs ?? FIRST_CHECK_WITHIN_MS, FIRST_CHECK_WITHIN_MS),
                nowMs,
              ),
            }),
      }
      if (Object.keys(changed).length > 0) {
        await query.updateTable('watches').set(changed).where('id', '=', id).execute()
      }
      return find(id)
    },
    remove: id =>
      query.transaction().execute(async transaction => {
        await transaction.deleteFrom('watch_spans').where('watch_id', '=', id).execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('watches')
          .where('id', '=', id)
          .executeTakeFirst()
        return numDeletedRows > 0n
      }),
    claim: options => claim(query, options, isPostgres),
    async release(id, dueAtMs) {
      await query
        .updateTable('watches')
        .set({ due_at: dueAtMs, leased_until: 0 })
        .where('id', '=', id)
        .execute()
    },
    backlog: nowMs => backlog(query, nowMs),
  }
}

function newRow(id: string, given: NewWatch, nowMs: number): WatchTables['watches'] {
  const spreadMs = Math.min(FIRST_CHECK_WITHIN_MS, given.everyS * 1000)
  return {
    id,
    name: given.name,
    source: given.source,
    site: given.site,
    url: given.url,
    operation: given.operation,
    params: JSON.stringify(given.params),
    target: given.target,
    every_s: given.everyS,
    condition: given.when,
    keep_days: given.keepDays,
    paused: 0,
    created_at: nowMs,
    due_at: nextTurnMs(id, spreadMs, nowMs),
    leased_until: 0,
    check_seq: 0,
    checked_at: null,
    ok_at: null,
    outcome: null,
    detail: null,
    request_id: null,
    facts: null,
    is_gone: 0,
    is_failing: 0,
    failures: 0,
  }
}

/** SQLite has one writer at a time; in PostgreSQL, what another replica is claiming is passed over. */
async function claim(
  query: Kysely<WatchTables>,
  { nowMs, leaseMs, limit, exceptSites = [] }: ClaimOptions,
  isPostgres: boolean,
): Promise<Watch[]> {
  let due = query
    .selectFrom('watches')
    .select('id')
    .where('paused', '=', 0)
    .where('due_at', '<=', nowMs)
    .where('leased_until', '<=', nowMs)
    .orderBy('due_at')
    .limit(limit)
  if (exceptSites.length > 0) due = due.where('site', 'not in', [...exceptSites])
  if (isPostgres) due = due.forUpdate().skipLocked()
  else if ((await due.limit(1).execute()).length === 0) return []
  const rows = await query
    .updateTable('watches')
    .set({ leased_until: nowMs + leaseMs })
    .where('id', 'in', due)
    .returningAll()
    .execute()
  return rows.toSorted((a, b) => a.due_at - b.due_at).map(watchOf)
}

async function backlog(query: Kysely<WatchTables>, nowMs: number): Promise<Backlog> {
  const sum = (expression: RawBuilder<unknown>) =>
    sql<number>`cast(coalesce(sum(${expression}), 0) as bigint)`
  const { oldest, ...counts } = await query
    .selectFrom('watches')
    .select([
      sql<number>`count(*)`.as('watches'),
      sum(sql`paused`).as('paused'),
      sum(sql`is_failing`).as('failing'),
      sum(sql`case when paused = 0 and due_at <= ${nowMs} then 1 else 0 end`).as('overdue'),
      sql<number | null>`min(case when paused = 0 then due_at end)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counts, oldestOverdueMs: Math.max(0, nowMs - (oldest ?? nowMs)) }
}
