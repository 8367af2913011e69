// The store of watches in the database: adds, edits, removes, lists, and claims due ones.
import { removeCatalog } from './catalog-store.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { type AddedWatch, addWatches, FIRST_CHECK_WITHIN_MS, newRow } from './add-watches.ts'
import { nextActiveMs } from '../../settings/watch-rules/active-times.ts'
import { AUTO_FIRST_S, nextTurnMs } from '../decide/schedule.ts'
import { type Backlog, readBacklog } from './backlog.ts'
import { ruleColumns, type WatchRules } from '../../settings/watch-rules/kept-rules.ts'
import { type WatchMemory, NO_MEMORY } from '../model/knowledge.ts'
import { storedConditions } from '../../settings/watch-rules/condition.ts'
import { OUTCOME_SERIES } from '../history/history.ts'
import type { WatchTable, WatchTables } from '../model/watch-tables.ts'
import {
  type WatchesOfOwners,
  watchesOfOwners,
  type WatchesOfShops,
  watchesOfShops,
} from './watches-of-owners.ts'
import { type NewWatch, OPERATOR, type Watch, watchFromRow, targetOfVariant } from '../model/watch.ts'

export interface WatchEdit extends WatchRules {
  readonly isPaused?: boolean
}

interface WatchPage {
  readonly watches: readonly Watch[]
  /** Cursor of the next page; null at the end. */
  readonly next: string | null
}

export interface WatchStore extends WatchesOfOwners, WatchesOfShops {
  /** Undefined if the owner already has the same watch. The owner is the operator by default. */
  add(newWatch: NewWatch, nowMs: number, owner?: string): Promise<Watch | undefined>
  /** Adds many of the operator in few statements; one result for each, in their order. */
  addAll(newWatches: readonly NewWatch[], nowMs: number): Promise<AddedWatch[]>
  find(id: string): Promise<Watch | undefined>
  findByTarget(owner: string, target: string): Promise<Watch | undefined>
  /** Lists watches by id; `owners` limits them to the watches of these. */
  list(options: {
    readonly after?: string | undefined
    readonly limit: number
    readonly owners?: readonly string[] | undefined
  }): Promise<WatchPage>
  listBySource(source: Watch['source']): Promise<Watch[]>
  /** Addresses of the products of a site that are watched, those that were read last first. */
  watchedPages(site: string, limit: number): Promise<string[]>
  edit(id: string, edit: WatchEdit, nowMs: number): Promise<Watch | undefined>
  /** Makes the watch due now, unless it is already. */
  hasten(id: string, nowMs: number): Promise<void>
  /** Removes the watch and its history; its changes stay in the feed. */
  remove(id: string): Promise<boolean>
  backlog(nowMs: number): Promise<Backlog>
}

export function createWatchStore(database: Database<unknown>): WatchStore {
  const query = database.query.withTables<WatchTables>()
  const byId = query.selectFrom('watches').selectAll().where('id', '=', '').compile()
  const find = async (id: string) => {
    const { rows } = await query.executeQuery<WatchTable>({ ...byId, parameters: [id] })
    return rows[0] && watchFromRow(rows[0])
  }
  return {
    find,
    async findByTarget(owner, target) {
      const rows = query.selectFrom('watches').selectAll().where('owner', '=', owner)
      const row = await rows.where('target', '=', target).executeTakeFirst()
      return row && watchFromRow(row)
    },
    async add(newWatch, nowMs, owner = OPERATOR) {
      const rows = await query
        .insertInto('watches')
        .values(newRow(newWatch, nowMs, owner))
        .onConflict(on => on.columns(['owner', 'target']).doNothing())
        .returningAll()
        .execute()
      return rows[0] && watchFromRow(rows[0])
    },
    addAll: (newWatches, nowMs) => addWatches(query, newWatches, nowMs),
    async list({ after = '', limit, owners }) {
      const page = query
        .selectFrom('watches')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit + 1)
      const rows = owners
        ? await mergePages(owners.map(owner => page.where('owner', '=', owner).execute()))
        : await page.execute()
      const watches = rows.slice(0, limit).map(watchFromRow)
      return { watches, next: rows.length > limit ? (watches.at(-1)?.id ?? null) : null }
    },
    async listBySource(source) {
      const rows = await query.selectFrom('watches').selectAll().where('source', '=', source).execute()
      return rows.map(watchFromRow)
    },
    watchedPages: (site, limit) => readWatchedPages(query, site, limit),
    edit: (id, edit, nowMs) =>
      edit.variant === undefined
        ? editWatch(query, id, edit, nowMs)
        : query.transaction().execute(transaction => editWatch(transaction, id, edit, nowMs)),
    hasten: (id, nowMs) => hasten(query, id, nowMs),
    remove: id => query.transaction().execute(transaction => removeWatch(transaction, id)),
    ...watchesOfOwners(query),
    ...watchesOfShops(query),
    backlog: nowMs => readBacklog(database, nowMs),
  }
}

async function readWatchedPages(query: Kysely<WatchTables>, site: string, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom('watches')
    .select('url')
    .where('site', '=', site)
    .where('url', 'is not', null)
    .groupBy('url')
    .orderBy(({ fn }) => fn.coalesce(fn.max('ok_at'), fn.max('created_at')), 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ url }) => url ?? [])
}

/** Repeated if a check or another edit is stored in between: what is forgotten and when the next check is due depend on both. */
async function editWatch(
  query: Kysely<WatchTables>,
  id: string,
  edit: WatchEdit,
  nowMs: number,
): Promise<Watch | undefined> {
  for (;;) {
    const row = await query.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst()
    const changed = row ? changedColumns(row, edit, nowMs) : {}
    if (!row || Object.keys(changed).length === 0) return row && watchFromRow(row)
    const [edited] = await query
      .updateTable('watches')
      .set({ ...changed, revision: row.revision + 1 })
      .where('id', '=', id)
      .where('revision', '=', row.revision)
      .where('check_seq', '=', row.check_seq)
      .returningAll()
      .execute()
    if (edited && changed.target !== undefined) await endSpans(query, row, nowMs)
    if (edited) return watchFromRow(edited)
  }
}

/** Ends the spans of facts; whether the page was readable is the same for every variant. */
async function endSpans(query: Kysely<WatchTables>, row: WatchTable, nowMs: number): Promise<void> {
  await query
    .updateTable('watch_spans')
    .set({ last_seen: row.ok_at, ended: nowMs })
    .where('watch_id', '=', row.id)
    .where('series', '!=', OUTCOME_SERIES)
    .where('last_seen', 'is', null)
    .execute()
}

/** Prices of another variant are not compared: what was seen until now is a gap. */
function variantColumns(row: WatchTable, { variant }: WatchEdit, nowMs: number): Partial<WatchTable> {
  const text = variant ? JSON.stringify(variant) : null
  if (variant === undefined || text === row.variant) return {}
  return {
    target: targetOfVariant(watchFromRow(row), variant),
    facts: null,
    memory: JSON.stringify({ ...NO_MEMORY, gaps: [[0, nowMs]] }),
    due_at: Math.min(row.due_at, nowMs),
  }
}

function changedColumns(row: WatchTable, edit: WatchEdit, nowMs: number): Partial<WatchTable> {
  const { when, isPaused, isAuto, active } = edit
  // Learning begins with an hour, whatever the interval was.
  const everyS = edit.everyS ?? (isAuto === true && row.auto === 0 ? AUTO_FIRST_S : undefined)
  return {
    ...ruleColumns(everyS === undefined ? edit : { ...edit, everyS }),
    ...(when === undefined ? {} : { memory: forgottenConditions(row, when) }),
    ...(isPaused === undefined ? {} : { paused: isPaused ? 1 : 0, paused_by: null }),
    ...dueColumn(row, { everyS, isPaused, active }, nowMs),
    ...variantColumns(row, edit, nowMs),
  }
}

/** A new interval or the end of a pause reschedules the next check; with active times it waits for them. */
function dueColumn(
  { id, due_at: dueAtMs, active: lastActive }: WatchTable,
  { everyS, isPaused, active = lastActive }: Pick<WatchEdit, 'everyS' | 'isPaused' | 'active'>,
  nowMs: number,
): Pick<WatchTable, 'due_at'> | undefined {
  const isRescheduled = everyS !== undefined || isPaused === false
  if (!isRescheduled && active === lastActive) return undefined
  const spreadMs = Math.min(
    everyS === undefined ? FIRST_CHECK_WITHIN_MS : everyS * 1000,
    FIRST_CHECK_WITHIN_MS,
  )
  const dueMs = isRescheduled ? nextTurnMs(id, spreadMs, nowMs) : dueAtMs
  return { due_at: active === null ? dueMs : nextActiveMs(active, dueMs) }
}

/** What a watch remembers, without the conditions that it has no longer: one that is added again begins anew. */
function forgottenConditions({ memory, condition }: WatchTable, when: string | null): string | null {
  if (memory === null) return null
  const stored = JSON.parse(memory) as Partial<WatchMemory>
  const texts = [condition, when].map(text => new Set(storedConditions(text).map(one => one.text)))
  const keep = (conditions: WatchMemory['conditions'] = {}) =>
    Object.fromEntries(Object.entries(conditions).filter(([text]) => texts.every(set => set.has(text))))
  const { original } = stored
  return JSON.stringify({
    ...stored,
    conditions: keep(stored.conditions),
    ...(original && {
      original: { ...original, memory: { ...original.memory, conditions: keep(original.memory.conditions) } },
    }),
  })
}

/** Each owner's rows come from an index; one statement for several would read the rows of others. */
async function mergePages(pages: readonly Promise<WatchTable[]>[]): Promise<WatchTable[]> {
  const rows = (await Promise.all(pages)).flat()
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function hasten(query: Kysely<WatchTables>, id: string, nowMs: number): Promise<void> {
  const row = query.updateTable('watches').set({ due_at: nowMs }).where('id', '=', id)
  await row.where('due_at', '>', nowMs).execute()
}

async function removeWatch(query: Kysely<WatchTables>, id: string): Promise<boolean> {
  await query.deleteFrom('watch_spans').where('watch_id', '=', id).execute()
  await removeCatalog(query, id)
  const { numDeletedRows } = await query.deleteFrom('watches').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
