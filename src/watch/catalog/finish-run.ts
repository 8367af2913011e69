// Finishes the run of a watched catalogue: what is new and what is gone, in the transaction that records the check.
import { type Transaction, sql } from 'kysely'
import type { Change } from '../changes.ts'
import type { Facts } from '../facts.ts'
import type { Check } from '../knowledge.ts'
import type { WatchTables } from '../tables.ts'
import { baselineAfter, type CatalogState } from './catalog-state.ts'
import { CATALOG_SERIES, type CatalogNews, COUNT_SERIES, SAMPLE_ROWS } from './catalog-news.ts'
import { ALWAYS_KNOWN, saveState } from './catalog-store.ts'

/** A check of a catalogue that was read to its end. */
export interface CatalogCheck extends Omit<Check, 'result'> {
  readonly catalog: CatalogState
}

interface FinishedRun {
  readonly facts: Facts
  readonly changes: readonly Change[]
  /** What people should know of the list; null if nothing. */
  readonly detail: string | null
}

/** Undefined if another process has finished it. `known`: the facts before. */
export async function finishRun(
  transaction: Transaction<WatchTables>,
  watchId: string,
  { catalog, atMs, requestId }: CatalogCheck,
  known: Facts | null,
): Promise<FinishedRun | undefined> {
  const { run, baseline } = catalog
  if (!run) return undefined
  const finished = { ...catalog, run: null, baseline: baselineAfter(run, baseline) }
  if (!(await saveState(transaction, watchId, finished))) return undefined
  const baselineRun = baseline?.run ?? 0
  await removeUnseen(transaction, watchId, run.number, baselineRun)
  await closeQuietly(transaction, watchId, run.number, atMs)
  const removed = await closeGone(transaction, watchId, run.number, atMs)
  const added = run.isQuiet ? undefined : await newsOf(transaction, watchId, 'added', run.number)
  const { count } = await own(transaction, watchId)
    .select(sql<number>`count(*)`.as('count'))
    .where('removed_run', '=', 0)
    .where('is_alias', '=', 0)
    .executeTakeFirstOrThrow()
  const facts = { [COUNT_SERIES]: String(count) }
  const change = (type: Change['type'], news: CatalogNews | undefined): Change[] =>
    news === undefined || news.count === 0 ? [] : [changeOf(type, news, known, facts, { atMs, requestId })]
  return {
    facts,
    changes: [...change('catalog.added', added), ...change('catalog.removed', removed)],
    detail: detailOf(run.note, run.problems),
  }
}

function changeOf(
  type: Change['type'],
  news: CatalogNews,
  before: Facts | null,
  facts: Facts,
  { atMs, requestId }: Pick<Check, 'atMs' | 'requestId'>,
): Change {
  return {
    type,
    before: { [COUNT_SERIES]: before?.[COUNT_SERIES] ?? null },
    after: { ...facts, [CATALOG_SERIES]: JSON.stringify(news) },
    alert: true,
    explanation: {
      reasons: [{ when: 'any change', before: {}, baseline: null, window: null }],
      sinceMs: atMs,
      times: 1,
      requestIds: [requestId],
    },
  }
}

function detailOf(note: string | undefined, problems: readonly string[]): string | null {
  const partial =
    problems.length === 0
      ? []
      : [`the list is not whole, so nothing is reported as removed: ${problems.join('; ')}`]
  return [...(note === undefined ? [] : [note]), ...partial].join('; ') || null
}

function own(transaction: Transaction<WatchTables>, watchId: string) {
  return transaction.selectFrom('catalog_products').where('watch_id', '=', watchId)
}

/** Found by a run that was given up, and by none since; or listed by mistake, because the page says that it is gone. */
async function removeUnseen(
  transaction: Transaction<WatchTables>,
  watchId: string,
  run: number,
  baselineRun: number,
): Promise<void> {
  await transaction
    .deleteFrom('catalog_products')
    .where('watch_id', '=', watchId)
    .where('removed_run', '=', 0)
    .where('added_run', '>', baselineRun)
    .where(row => row.or([row('seen_run', '<', run), row('verdict', '=', 'gone')]))
    .execute()
}

/** Another address of the same product is listed: the product is not gone. */
async function closeQuietly(
  transaction: Transaction<WatchTables>,
  watchId: string,
  run: number,
  atMs: number,
): Promise<void> {
  const open = transaction
    .updateTable('catalog_products')
    .where('watch_id', '=', watchId)
    .where('removed_run', '=', 0)
  const closed = await open
    .set({ removed_run: run, ended: atMs, verdict: 'same' })
    .where(row =>
      row.or([
        row('verdict', '=', 'moved'),
        row.and([
          row('verdict', '=', 'gone'),
          row.or([
            row('is_alias', '=', 1),
            row.exists(
              row
                .selectFrom('catalog_products as other')
                .select('other.key')
                .where('other.watch_id', '=', watchId)
                .whereRef('other.twin', '=', 'catalog_products.twin')
                .whereRef('other.key', '<>', 'catalog_products.key')
                .where('other.removed_run', '=', 0)
                .where('other.seen_run', '=', run),
            ),
          ]),
        ]),
      ]),
    )
    .returning('twin')
    .execute()
  for (const twin of new Set(closed.flatMap(row => row.twin ?? [])))
    await promoteAlias(transaction, watchId, twin, run)
}

/** The other address now stands for the product, which is not new. */
async function promoteAlias(
  transaction: Transaction<WatchTables>,
  watchId: string,
  twin: string,
  run: number,
): Promise<void> {
  const rows = await own(transaction, watchId)
    .select(['key', 'is_alias', 'added_run'])
    .where('removed_run', '=', 0)
    .where('twin', '=', twin)
    .orderBy('key')
    .execute()
  const [first] = rows
  if (!first || rows.some(row => row.is_alias === 0)) return
  await transaction
    .updateTable('catalog_products')
    .set({ is_alias: 0, added_run: first.added_run === run ? ALWAYS_KNOWN : first.added_run })
    .where('watch_id', '=', watchId)
    .where('key', '=', first.key)
    .where('removed_run', '=', 0)
    .execute()
}

async function closeGone(
  transaction: Transaction<WatchTables>,
  watchId: string,
  run: number,
  atMs: number,
): Promise<CatalogNews> {
  await transaction
    .updateTable('catalog_products')
    .set({ removed_run: run, ended: atMs })
    .where('watch_id', '=', watchId)
    .where('removed_run', '=', 0)
    .where('verdict', '=', 'gone')
    .execute()
  return newsOf(transaction, watchId, 'removed', run)
}

async function newsOf(
  transaction: Transaction<WatchTables>,
  watchId: string,
  kind: 'added' | 'removed',
  run: number,
): Promise<CatalogNews> {
  const rows =
    kind === 'added'
      ? own(transaction, watchId)
          .where('removed_run', '=', 0)
          .where('added_run', '=', run)
          .where('is_alias', '=', 0)
      : own(transaction, watchId).where('removed_run', '=', run).where('verdict', '=', 'gone')
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  if (count === 0) return { run, count, sample: [] }
  // Those whose pages were read have a name.
  const sample = await rows
    .select(['url', 'name', 'image'])
    .orderBy('asked', 'desc')
    .orderBy('key')
    .limit(SAMPLE_ROWS)
    .execute()
  return { run, count, sample }
}
