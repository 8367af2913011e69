// Reads what checks have recorded: spans of a watch, the feed of changes; and forgets what is too old.
import type { Kysely } from 'kysely'
import type { Database } from '../state/database.ts'
import { OUTCOME_SERIES, type Period, type Span } from './history.ts'
import type { ChangeTable, WatchTables } from './tables.ts'
import type { Watch } from './watch.ts'

interface FeedPage {
  readonly after: number
  readonly watchId?: string | undefined
  readonly limit: number
}

export interface StoredChange {
  readonly id: number
  readonly watchId: string
  readonly atMs: number
  readonly type: string
  readonly before: Readonly<Record<string, string | null>>
  readonly after: Readonly<Record<string, string | null>>
  readonly alert: boolean
  readonly requestId: string
}

export interface HistoryStore {
  /** All that overlaps the period, with the outcomes of the checks. `series`: only these. */
  spans(watch: Watch, period: Period, series?: readonly string[]): Promise<Span[]>
  changes(page: FeedPage): Promise<StoredChange[]>
  changesIn(watchId: string, period: Period, limit: number): Promise<StoredChange[]>
  /** The id of the newest change; 0 before the first. */
  lastChangeId(): Promise<number>
  /** What ended before the retention of its watch, or the default one. Answers with the number of rows removed. */
  prune(nowMs: number, defaultKeepDays: number): Promise<number>
}

const DAY_MS = 86_400_000
const PRUNE_WATCHES = 500
const PRUNE_CHANGES = 1_000

export function createHistoryStore(database: Database<unknown>): HistoryStore {
  const query = database.query.withTables<WatchTables>()
  return {
    async spans(watch, { fromMs, toMs }, series) {
      let selected = query
        .selectFrom('watch_spans')
        .select(['series', 'value', 'first_seen', 'last_seen', 'ended'])
        .where('watch_id', '=', watch.id)
        .where('first_seen', '<=', toMs)
        .where(row => row.or([row('ended', 'is', null), row('ended', '>', fromMs)]))
      if (series) selected = selected.where('series', 'in', [...series, OUTCOME_SERIES])
      const rows = await selected.orderBy('first_seen').execute()
      return rows.map(row => ({
        series: row.series,
        value: row.value,
        firstSeenMs: row.first_seen,
        lastSeenMs: row.last_seen ?? openUntilMs(watch, row),
        endedMs: row.ended ?? undefined,
      }))
    },
    async changes({ after, watchId, limit }) {
      let selected = query.selectFrom('changes').selectAll().where('id', '>', after)
      if (watchId !== undefined) selected = selected.where('watch_id', '=', watchId)
      return (await selected.orderBy('id').limit(limit).execute()).map(changeOf)
    },
    async changesIn(watchId, { fromMs, toMs }, limit) {
      const rows = await query
        .selectFrom('changes')
        .selectAll()
        .where('watch_id', '=', watchId)
        .where('at', '>=', fromMs)
        .where('at', '<=', toMs)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.toReversed().map(changeOf)
    },
    async lastChangeId() {
      return (await query.selectFrom('feed').select('last_id').executeTakeFirstOrThrow()).last_id
    },
    prune: (nowMs, defaultKeepDays) => prune(query, nowMs, defaultKeepDays),
  }
}

function openUntilMs(watch: Watch, row: { series: string; first_seen: number }): number {
  return (row.series === OUTCOME_SERIES ? watch.checkedAtMs : watch.okAtMs) ?? row.first_seen
}

function changeOf(row: ChangeTable): StoredChange {
  return {
    id: row.id,
    watchId: row.watch_id,
    atMs: row.at,
    type: row.type,
    before: JSON.parse(row.before) as StoredChange['before'],
    after: JSON.parse(row.after) as StoredChange['after'],
    alert: row.alert === 1,
    requestId: row.request_id,
  }
}

/** In pages of neighbouring watches: no statement holds others up for long, and a million watches take few of them. */
async function prune(query: Kysely<WatchTables>, nowMs: number, defaultKeepDays: number): Promise<number> {
  let removed = 0
  for (let after = ''; ; ) {
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
  return removed + (await pruneOrphans(query, nowMs - defaultKeepDays * DAY_MS))
}

async function pruneWatches(query: Kysely<WatchTables>, ids: readonly string[], beforeMs: number) {
  const spans = await query
    .deleteFrom('watch_spans')
    .where('watch_id', 'in', ids)
    .where('ended', '<', beforeMs)
    .executeTakeFirst()
  const changes = await query
    .deleteFrom('changes')
    .where('watch_id', 'in', ids)
    .where('at', '<', beforeMs)
    .executeTakeFirst()
  return Number(spans.numDeletedRows + changes.numDeletedRows)
}

/** Changes of watches that were removed. Ids and times grow together, so the oldest have the lowest ids. */
async function pruneOrphans(query: Kysely<WatchTables>, beforeMs: number): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const page = await query
      .selectFrom('changes')
      .leftJoin('watches', 'watches.id', 'changes.watch_id')
      .select(['changes.id', 'changes.at', 'watches.id as watch'])
      .where('changes.id', '>', after)
      .orderBy('changes.id')
      .limit(PRUNE_CHANGES)
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
