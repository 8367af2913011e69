// The store of watches in the database: adds, edits, removes, lists, and claims due ones.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../state/database.ts'
import { type Backlog, type ClaimOptions, claimWatches, readBacklog, readDueSites } from './due-watches.ts'
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
  /** Cursor of the next page; null at the end. */
  readonly next: string | null
}

export interface WatchStore {
  /** Undefined if the same watch already exists. */
  add(newWatch: NewWatch, nowMs: number): Promise<Watch | undefined>
  find(id: string): Promise<Watch | undefined>
  findByTarget(target: string): Promise<Watch | undefined>
  list(options: { readonly after?: string | undefined; readonly limit: number }): Promise<WatchPage>
  listBySource(source: Watch['source']): Promise<Watch[]>
  edit(id: string, edit: WatchEdit, nowMs: number): Promise<Watch | undefined>
  /** Removes the watch and its history; its changes stay in the feed. */
  remove(id: string): Promise<boolean>
  /** Sites with due watches, the longest waiting first. Some of these watches may already be claimed. */
  dueSites(nowMs: number): Promise<string[]>
  /** Leases due watches to this caller: up to each site's share, oldest first. */
  claim(options: ClaimOptions): Promise<Watch[]>
  /** Releases a claimed watch without a check. */
  release(id: string, dueAtMs: number): Promise<void>
  backlog(nowMs: number): Promise<Backlog>
}

/** A new watch is first checked within this time, or within its interval if that is shorter. */
const FIRST_CHECK_WITHIN_MS = 60_000

export function createWatchStore(database: Database<unknown>): WatchStore {
  const query = database.query.withTables<WatchTables>()
  const isPostgres = database.dialect === 'postgres'
  const findBy = async (column: 'id' | 'target', value: string) => {
    const row = await query.selectFrom('watches').selectAll().where(column, '=', value).executeTakeFirst()
    return row && watchOf(row)
  }
  return {
    find: id => findBy('id', id),
    findByTarget: target => findBy('target', target),
    async add(newWatch, nowMs) {
      const id = `w_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`
      const rows = await query
        .insertInto('watches')
        .values(newRow(id, newWatch, nowMs))
        .onConflict(on => on.column('target').doNothing())
        .returningAll()
        .execute()
      return rows[0] && watchOf(rows[0])
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
      const changed = changedColumns(id, edit, nowMs)
      if (Object.keys(changed).length > 0) {
        await query.updateTable('watches').set(changed).where('id', '=', id).execute()
      }
      return findBy('id', id)
    },
    remove: id => query.transaction().execute(transaction => removeWatch(transaction, id)),
    dueSites: nowMs => readDueSites(query, nowMs),
    claim: options => claimWatches(query, options, isPostgres),
    async release(id, dueAtMs) {
      await query
        .updateTable('watches')
        .set({ due_at: dueAtMs, leased_until: 0 })
        .where('id', '=', id)
        .execute()
    },
    backlog: nowMs => readBacklog(query, nowMs),
  }
}

function newRow(id: string, newWatch: NewWatch, nowMs: number): WatchTables['watches'] {
  const spreadMs = Math.min(FIRST_CHECK_WITHIN_MS, newWatch.everyS * 1000)
  return {
    id,
    name: newWatch.name,
    source: newWatch.source,
    site: newWatch.site,
    url: newWatch.url,
    operation: newWatch.operation,
    params: JSON.stringify(newWatch.params),
    target: newWatch.target,
    every_s: newWatch.everyS,
    condition: newWatch.when,
    keep_days: newWatch.keepDays,
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

function changedColumns(id: string, edit: WatchEdit, nowMs: number): Partial<WatchTables['watches']> {
  const { name, when, keepDays, isPaused, everyS } = edit
  // A new interval or the end of a pause reschedules the next check.
  const isRescheduled = everyS !== undefined || isPaused === false
  const everyMs = everyS === undefined ? FIRST_CHECK_WITHIN_MS : everyS * 1000
  const spreadMs = Math.min(everyMs, FIRST_CHECK_WITHIN_MS)
  return {
    ...(name === undefined ? {} : { name }),
    ...(when === undefined ? {} : { condition: when }),
    ...(keepDays === undefined ? {} : { keep_days: keepDays }),
    ...(isPaused === undefined ? {} : { paused: isPaused ? 1 : 0 }),
    ...(everyS === undefined ? {} : { every_s: everyS }),
    ...(isRescheduled ? { due_at: nextTurnMs(id, spreadMs, nowMs) } : {}),
  }
}

async function removeWatch(query: Kysely<WatchTables>, id: string): Promise<boolean> {
  await query.deleteFrom('watch_spans').where('watch_id', '=', id).execute()
  const { numDeletedRows } = await query.deleteFrom('watches').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
