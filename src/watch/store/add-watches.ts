// Adds watches to the database, many in one statement.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isDatabaseTrouble } from '../../store/database-trouble.ts'
import { nextActiveMs } from '../../settings/watch-rules/active-times.ts'
import { nextTurnMs } from '../decide/schedule.ts'
import type { WatchTable, WatchTables } from '../model/watch-tables.ts'
import { INITIAL_RULES, ruleColumns } from '../../settings/watch-rules/kept-rules.ts'
import { type NewWatch, OPERATOR, fetchKey } from '../model/watch.ts'

export interface AddedWatch {
  readonly id: string
  /** False if the same was watched before; `id` is that watch. */
  readonly isNew: boolean
}

/** A new watch is first checked within this time, or within its interval if that is shorter. */
export const FIRST_CHECK_WITHIN_MS = 60_000
/** Rows per statement: with all their columns below SQLite's 32,766 parameters. */
const SLICE = 500

export async function addWatches(
  query: Kysely<WatchTables>,
  newWatches: readonly NewWatch[],
  nowMs: number,
): Promise<AddedWatch[]> {
  const results: AddedWatch[] = []
  for (let from = 0; from < newWatches.length; from += SLICE) {
    const rows = newWatches.slice(from, from + SLICE).map(one => newRow(one, nowMs, OPERATOR))
    const inserted = new Set(await insertSlice(query, rows))
    for (const row of rows)
      results.push(inserted.has(row.id) ? { id: row.id, isNew: true } : await findStored(query, row))
  }
  return results
}

/**
 * One look-up each: for a list of targets, PostgreSQL reads all watches of the owner as long as it has no statistics, as in
 * the middle of a first import.
 */
async function findStored(
  query: Kysely<WatchTables>,
  { id, owner, target }: WatchTable,
): Promise<AddedWatch> {
  const stored = await query
    .selectFrom('watches')
    .select('id')
    .where('owner', '=', owner)
    .where('target', '=', target)
    .executeTakeFirst()
  // If none is stored, somebody removed it in between.
  return { id: stored?.id ?? id, isNew: (stored?.id ?? id) === id }
}

/**
 * Returns the ids of the inserted rows. What takes longer than a statement may on a busy database is tried again in halves. A
 * statement that timed out may have been executed: its rows have the same ids.
 */
async function insertSlice(query: Kysely<WatchTables>, rows: readonly WatchTable[]): Promise<string[]> {
  try {
    const inserted = await query
      .insertInto('watches')
      .values(rows)
      .onConflict(on => on.columns(['owner', 'target']).doNothing())
      .returning('id')
      .execute()
    return inserted.map(({ id }) => id)
  } catch (error) {
    if (!isDatabaseTrouble(error) || rows.length === 1) throw error
    const half = Math.ceil(rows.length / 2)
    const first = await insertSlice(query, rows.slice(0, half))
    return [...first, ...(await insertSlice(query, rows.slice(half)))]
  }
}

export function newRow(newWatch: NewWatch, nowMs: number, owner: string): WatchTable {
  const rules = { ...INITIAL_RULES, ...newWatch }
  const spreadMs = Math.min(FIRST_CHECK_WITHIN_MS, rules.everyS * 1000)
  const firstMs = nextTurnMs(fetchKey(newWatch), spreadMs, nowMs)
  return {
    id: `w_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
    ...ruleColumns(rules),
    source: newWatch.source,
    site: newWatch.site,
    url: newWatch.url,
    operation: newWatch.operation,
    params: JSON.stringify(newWatch.params),
    target: newWatch.target,
    memory: null,
    paused: newWatch.isPaused ? 1 : 0,
    created_at: nowMs,
    due_at: rules.active ? nextActiveMs(rules.active, firstMs) : firstMs,
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
    owner,
    paused_by: null,
    revision: 0,
  }
}
