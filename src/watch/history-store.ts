// Reads the spans and changes that checks have recorded, and prunes expired ones.
import type { Kysely } from 'kysely'
import type { Database } from '../state/database.ts'
import type { Explanation } from './changes.ts'
import { OUTCOME_SERIES } from './history.ts'
import type { Period, SeriesSpans } from './series-spans.ts'
import type { ChangeTable, WatchTables } from './tables.ts'
import { titleOf, type Watch, watchOf } from './watch.ts'

interface FeedPage {
  /** Cursor: the page starts after this id in the given order; by default at the start. */
  readonly after?: number | undefined
  readonly watchId?: string | undefined
  /** Only the changes of the watches of these owners. */
  readonly owners?: readonly string[] | undefined
  readonly limit: number
  readonly order?: FeedOrder | undefined
}

export type FeedOrder = 'oldest' | 'newest'

export interface StoredChange {
  readonly id: number
  readonly watchId: string
  /** Null without a watch, or when the watch was removed. */
  readonly watchName: string | null
  /** Null also for a watch of another operation than a product page. */
  readonly watchUrl: string | null
  /** A picture of the product, if the watch has seen one. */
  readonly watchImage?: string | null
  readonly atMs: number
  readonly type: string
  readonly before: Readonly<Record<string, string | null>>
  readonly after: Readonly<Record<string, string | null>>
  readonly alert: boolean
  readonly requestId: string
  /** Why it is an alert. */
  readonly explanation?: Explanation
}

export interface HistoryStore {
  /** All spans that overlap the period, including the outcomes of the checks. `series` limits them to these. */
  spans(watch: Watch, period: Period, series?: readonly string[]): Promise<SeriesSpans[]>
  changes(page: FeedPage): Promise<StoredChange[]>
  change(id: number): Promise<StoredChange | undefined>
  /** The id of the newest change; 0 before the first. */
  lastChangeId(): Promise<number>
  /**
   * Removes what is older than its watch's retention, or the default, in small slices; ends early when the signal fires.
   * Returns the number of removed rows.
   */
  prune(nowMs: number, defaultKeepDays: number, signal?: AbortSignal): Promise<number>
}

const DAY_MS = 86_400_000
/** Watches and rows per statement: each finishes far below the database's time limit, however much there is to remove. */
const PRUNE_WATCHES = 100
export const PRUNE_ROWS = 1_000

export function createHistoryStore(database: Database<unknown>): HistoryStore {
  const query = database.query.withTables<WatchTables>()
  return {
    spans: (watch, period, series) => readSpans(database, watch, period, series),
    async changes({ after, watchId, limit, order = 'oldest', owners }) {
      const isNewest = order === 'newest'
      let selected = query.selectFrom('changes').selectAll()
      if (after !== undefined) selected = selected.where('id', isNewest ? '<' : '>', after)
      if (watchId !== undefined) selected = selected.where('watch_id', '=', watchId)
      const page = selected.orderBy('id', isNewest ? 'desc' : 'asc').limit(limit)
      const rows = owners
        ? await mergePages(
            owners.map(owner => page.where('owner', '=', owner).execute()),
            isNewest,
            limit,
          )
        : await page.execute()
      const watches = await readWatches(query, rows)
      return rows.map(row => changeOf(row, watches.get(row.watch_id)))
    },
    async change(id) {
      const row = await query.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirst()
      return row && changeOf(row, undefined)
    },
    async lastChangeId() {
      return (await query.selectFrom('feed').select('last_id').executeTakeFirstOrThrow()).last_id
    },
    prune: (nowMs, defaultKeepDays, signal) => prune(query, nowMs, defaultKeepDays, signal),
  }
}

/** Each owner's rows come from an index; one statement for several would read the rows of others. */
async function mergePages(
  pages: readonly Promise<ChangeTable[]>[],
  isNewest: boolean,
  limit: number,
): Promise<ChangeTable[]> {
  const rows = (await Promise.all(pages)).flat()
  return rows.toSorted((a, b) => (isNewest ? b.id - a.id : a.id - b.id)).slice(0, limit)
}

/** SQLite returns lists as JSON text; PostgreSQL's driver parses them. */
type List<Value> = string | readonly Value[]

function listOf<Value>(list: List<Value>): readonly Value[] {
  return typeof list === 'string' ? (JSON.parse(list) as Value[]) : list
}

/** Reads one row per series, with its columns as lists: five times faster to transfer than thousands of rows. */
async function readSpans(
  database: Database<unknown>,
  watch: Watch,
  { fromMs, toMs }: Period,
  series?: readonly string[],
): Promise<SeriesSpans[]> {
  const query = database.query.withTables<WatchTables>()
  const list = database.dialect === 'postgres' ? 'json_agg' : 'json_group_array'
  let selected = query
    .selectFrom('watch_spans')
    .select(['series', 'value', 'first_seen', 'last_seen', 'ended'])
    .where('watch_id', '=', watch.id)
    .where('first_seen', '<=', toMs)
    .where(row => row.or([row('ended', 'is', null), row('ended', '>', fromMs)]))
  if (series) selected = selected.where('series', 'in', [...series, OUTCOME_SERIES])
  const rows = await query
    .selectFrom(selected.orderBy('series').orderBy('first_seen').as('spans'))
    .select(row => [
      'series',
      row.fn.agg<List<string>>(list, ['value']).as('values'),
      row.fn.agg<List<number>>(list, ['first_seen']).as('first_seen'),
      row.fn.agg<List<number | null>>(list, ['last_seen']).as('last_seen'),
      row.fn.agg<List<number | null>>(list, ['ended']).as('ended'),
    ])
    .groupBy('series')
    .execute()
  return rows.map(row => {
    const firstSeenMs = listOf(row.first_seen)
    const openMs = row.series === OUTCOME_SERIES ? watch.checkedAtMs : watch.okAtMs
    return {
      series: row.series,
      values: listOf(row.values),
      firstSeenMs,
      lastSeenMs: listOf(row.last_seen).map((at, index) => at ?? openMs ?? firstSeenMs[index] ?? 0),
      endedMs: listOf(row.ended),
    }
  })
}

/** Each watch is read once, however many of its changes are on the page. */
async function readWatches(
  query: Kysely<WatchTables>,
  changes: readonly ChangeTable[],
): Promise<ReadonlyMap<string, Watch>> {
  const ids = new Set(changes.map(row => row.watch_id).filter(Boolean))
  if (ids.size === 0) return new Map()
  const rows = await query
    .selectFrom('watches')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, watchOf(row)]))
}

function changeOf(row: ChangeTable, watch: Watch | undefined): StoredChange {
  return {
    id: row.id,
    watchId: row.watch_id,
    watchName: watch ? titleOf(watch) : null,
    watchUrl: watch?.url ?? null,
    watchImage: watch?.knowledge.memory.identity?.image ?? null,
    atMs: row.at,
    type: row.type,
    before: JSON.parse(row.before) as StoredChange['before'],
    after: JSON.parse(row.after) as StoredChange['after'],
    alert: row.alert === 1,
    requestId: row.request_id,
    ...(row.explanation === null ? {} : { explanation: JSON.parse(row.explanation) as Explanation }),
  }
}

async function prune(
  query: Kysely<WatchTables>,
  nowMs: number,
  defaultKeepDays: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (let after = ''; ; ) {
    if (signal?.aborted) return removed
    const watches = await query
      .selectFrom('watches')
      .select(['id', 'keep_days'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PRUNE_WATCHES)
      .execute()
    const last = watches.at(-1)
    if (!last) break
    for (const [keepDays, group] of Map.groupBy(watches, row => row.keep_days ?? defaultKeepDays)) {
      const ids = group.map(({ id }) => id)
      removed += await pruneWatches(query, ids, nowMs - keepDays * DAY_MS)
    }
    after = last.id
  }
  return (
    removed + (await pruneOrphans(query, nowMs - defaultKeepDays * DAY_MS)) + (await pruneCatalogs(query))
  )
}

/** Of watches that were removed while their catalogue was being read. */
async function pruneCatalogs(query: Kysely<WatchTables>): Promise<number> {
  const orphans = await query
    .selectFrom('catalogs')
    .leftJoin('watches', 'watches.id', 'catalogs.watch_id')
    .select('catalogs.watch_id')
    .where('watches.id', 'is', null)
    .limit(PRUNE_ROWS)
    .execute()
  for (const { watch_id: id } of orphans) {
    await query.deleteFrom('catalog_products').where('watch_id', '=', id).execute()
    await query.deleteFrom('catalogs').where('watch_id', '=', id).execute()
  }
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
  const products = query
    .selectFrom('catalog_products')
    .select(['watch_id', 'key', 'removed_run'])
    .where('watch_id', 'in', ids)
    .where('ended', '<', beforeMs)
    .limit(PRUNE_ROWS)
  const listed = await inSlices(() =>
    query
      .deleteFrom('catalog_products')
      .where(row =>
        row(
          row.refTuple('watch_id', 'key', 'removed_run'),
          'in',
          products.$asTuple('watch_id', 'key', 'removed_run'),
        ),
      )
      .executeTakeFirst(),
  )
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
  return (
    listed +
    removed +
    (await inSlices(() => query.deleteFrom('changes').where('id', 'in', changes).executeTakeFirst()))
  )
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

/** Removes changes of deleted watches. Ids and times increase together, so the oldest have the lowest ids. */
async function pruneOrphans(query: Kysely<WatchTables>, beforeMs: number): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const page = await query
      .selectFrom('changes')
      .leftJoin('watches', 'watches.id', 'changes.watch_id')
      .select(['changes.id', 'changes.at', 'watches.id as watch'])
      .where('changes.id', '>', after)
      .orderBy('changes.id')
      .limit(PRUNE_ROWS)
      .execute()
    const orphans = page.filter(({ at, watch }) => watch === null && at < beforeMs).map(({ id }) => id)
    if (orphans.length > 0) {
      const gone = await query.deleteFrom('changes').where('id', 'in', orphans).executeTakeFirst()
      removed += Number(gone.numDeletedRows)
    }
    const last = page.at(-1)
    if (!last || last.at >= beforeMs) return removed
    after = last.id
  }
}
