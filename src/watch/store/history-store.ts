// Reads the spans and changes that checks have recorded.
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { Explanation } from '../decide/changes.ts'
import { historyNeeds, type PriceHistory } from '../decide/evaluate.ts'
import type { Condition, PriceField } from '../../settings/watch-rules/condition.ts'
import { heldPrices, mergeHistory, OUTCOME_SERIES } from '../history/history.ts'
import type { Period, SeriesSpans } from '../model/series-spans.ts'
import { pruneHistory } from './prune-history.ts'
import type { ChangeTable, WatchTables } from '../model/watch-tables.ts'
import { watchTitle, type Watch, watchFromRow } from '../model/watch.ts'

interface FeedPage {
  /** Cursor: the page starts after this id in the given order; by default at the start. */
  readonly after?: number | undefined
  readonly watchId?: string | undefined
  /** Only the changes of the watches of these owners. */
  readonly owners?: readonly string[] | undefined
  readonly limit: number
  readonly order?: FeedOrder | undefined
  /** Whether only alerts are read. */
  readonly isAlert?: true | undefined
}

type FeedOrder = 'oldest' | 'newest'

export interface StoredChange {
  readonly id: number
  readonly watchId: string
  /** Null without a watch, or when the watch was removed. */
  readonly watchName: string | null
  /** Null also for a watch of another operation than a product page. */
  readonly watchUrl: string | null
  /** A picture of the product, if the watch has seen one. */
  readonly watchImage?: string | null
  readonly watchTags?: readonly string[]
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

export function createHistoryStore(database: Database<unknown>): HistoryStore {
  const query = database.query.withTables<WatchTables>()
  return {
    spans: (watch, period, series) => readSpans(database, watch, period, series),
    async changes({ after, watchId, limit, order = 'oldest', owners, isAlert }) {
      const isNewest = order === 'newest'
      let selected = query.selectFrom('changes').selectAll()
      if (after !== undefined) selected = selected.where('id', isNewest ? '<' : '>', after)
      if (watchId !== undefined) selected = selected.where('watch_id', '=', watchId)
      if (isAlert) selected = selected.where('alert', '=', 1)
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
    prune: (nowMs, defaultKeepDays, signal) => pruneHistory(database, { nowMs, defaultKeepDays }, signal),
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
      lastSeenMs: listOf(row.last_seen).map((seenMs, index) => seenMs ?? openMs ?? firstSeenMs[index] ?? 0),
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
  return new Map(rows.map(row => [row.id, watchFromRow(row)]))
}

function changeOf(row: ChangeTable, watch: Watch | undefined): StoredChange {
  return {
    id: row.id,
    watchId: row.watch_id,
    watchName: watch ? watchTitle(watch) : null,
    watchUrl: watch?.url ?? null,
    watchImage: watch?.knowledge.memory.identity?.image ?? null,
    watchTags: watch?.tags ?? [],
    atMs: row.at,
    type: row.type,
    before: JSON.parse(row.before) as StoredChange['before'],
    after: JSON.parse(row.after) as StoredChange['after'],
    alert: row.alert === 1,
    requestId: row.request_id,
    ...(row.explanation === null ? {} : { explanation: JSON.parse(row.explanation) as Explanation }),
  }
}

/** The earlier prices that the conditions of a watch look back at. Most conditions need none. */
export async function readPriceHistory(
  history: Pick<HistoryStore, 'spans'>,
  watch: Watch,
  conditions: readonly Condition[],
  atMs: number,
): Promise<PriceHistory> {
  const needs = Object.entries(historyNeeds(conditions, watch.knowledge.memory.conditions))
  if (needs.length === 0 || watch.okAtMs === null) return {}
  const longestMs = Math.max(...needs.map(([, windowMs]) => windowMs))
  const period = { fromMs: Math.max(0, atMs - longestMs), toMs: atMs }
  const fields = needs.map(([field]) => field)
  // All of them: the extreme since an alert may be one that a chart leaves out.
  const { segments } = mergeHistory(await history.spans(watch, period, fields), period, { isWhole: true })
  return Object.fromEntries(fields.map(field => [field, heldPrices(segments, field as PriceField)]))
}
