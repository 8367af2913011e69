// The store of watched catalogs: where each stands, its products, and the pages of the list that a run has read. All steps
// can be repeated after an interruption.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { WatchTables } from '../model/watch-tables.ts'
import type { CatalogBaseline, CatalogProgress, CatalogRun } from '../lists/catalog-state.ts'
import type { NewsRow } from '../lists/catalog-news.ts'
import type { FinishedCatalog } from '../lists/finish-run.ts'
import {
  type Listing,
  pack,
  type TrackedProduct,
  type ListedRow,
  rowsByKey,
  unpack,
} from '../lists/tracked-product.ts'

export interface CatalogStore {
  read(watchId: string): Promise<CatalogProgress>
  /** Saves the state with the rows of the page that the step has read. Undefined if another process was faster. */
  save(
    watchId: string,
    state: CatalogProgress,
    page?: readonly ListedRow[],
  ): Promise<CatalogProgress | undefined>
  /** The products that are known, and the rows that the run has read so far. */
  load(watchId: string, run: number): Promise<Listing>
  /** The chunks from this one on. */
  chunks(
    watchId: string,
    from: number,
    limit: number,
  ): Promise<(readonly [chunk: number, TrackedProduct[]])[]>
  /** The products that a change is about; undefined if they are not kept any more. */
  news(watchId: string, run: number, type: string): Promise<NewsRow[] | undefined>
}

export function createCatalogStore(database: Database<unknown>): CatalogStore {
  const query = database.query.withTables<WatchTables>()
  return {
    read: watchId => readState(query, watchId),
    save(watchId, state, page) {
      if (!page) return saveBetween(query, watchId, state)
      return query.transaction().execute(async transaction => {
        const saved = await saveState(transaction, watchId, state)
        if (saved?.run) {
          const { number: run, pages } = saved.run
          const row = { watch_id: watchId, run, page: pages, body: pack(page) }
          await transaction.insertInto('catalog_pages').values(row).execute()
        }
        return saved
      })
    },
    async load(watchId, run) {
      const stored = await readChunks(query, watchId, 0)
      const pages = await query
        .selectFrom('catalog_pages')
        .select('body')
        .where('watch_id', '=', watchId)
        .where('run', '=', run)
        .orderBy('page')
        .execute()
      return {
        chunks: stored.map(([, products]) => products),
        rows: rowsByKey(pages.map(({ body }) => unpack<ListedRow>(body))),
      }
    },
    chunks: (watchId, from, limit) => readChunks(query, watchId, from, limit),
    async news(watchId, run, type) {
      const row = await query
        .selectFrom('catalog_news')
        .select('body')
        .where('watch_id', '=', watchId)
        .where('run', '=', run)
        .where('type', '=', type)
        .executeTakeFirst()
      return row && unpack<NewsRow>(row.body)
    },
  }
}

/** A run that begins leaves nothing of those that were given up. */
async function saveBetween(query: Kysely<WatchTables>, watchId: string, state: CatalogProgress) {
  const saved = await saveState(query, watchId, state)
  if (saved?.run?.pages === 0)
    await query
      .deleteFrom('catalog_pages')
      .where('watch_id', '=', watchId)
      .where('run', '<', saved.run.number)
      .execute()
  return saved
}

async function readChunks(query: Kysely<WatchTables>, watchId: string, from: number, limit = 1_000_000) {
  const rows = await query
    .selectFrom('catalog_chunks')
    .select(['chunk', 'body'])
    .where('watch_id', '=', watchId)
    .where('chunk', '>=', from)
    .orderBy('chunk')
    .limit(limit)
    .execute()
  return rows.map(({ chunk, body }) => [chunk, unpack<TrackedProduct>(body)] as const)
}

async function readState(query: Kysely<WatchTables>, watchId: string): Promise<CatalogProgress> {
  const row = await query
    .selectFrom('catalogs')
    .selectAll()
    .where('watch_id', '=', watchId)
    .executeTakeFirst()
  return {
    version: row?.version ?? 0,
    lastRun: row?.last_run ?? 0,
    run: row?.run ? (JSON.parse(row.run) as CatalogRun) : null,
    baseline: row?.baseline ? (JSON.parse(row.baseline) as CatalogBaseline) : null,
  }
}

/** Saves the state if its version is still the one that was read, or none before the first step. */
export async function saveState(
  query: Kysely<WatchTables>,
  watchId: string,
  { version, lastRun, run, baseline }: CatalogProgress,
): Promise<CatalogProgress | undefined> {
  const next = {
    watch_id: watchId,
    version: version + 1,
    last_run: lastRun,
    run: run && JSON.stringify(run),
    baseline: baseline && JSON.stringify(baseline),
  }
  const { numInsertedOrUpdatedRows = 0n } = await query
    .insertInto('catalogs')
    .values(next)
    .onConflict(on => on.column('watch_id').doUpdateSet(next).where('catalogs.version', '=', version))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n ? { version: version + 1, lastRun, run, baseline } : undefined
}

/** Runs in the transaction that records the check. False if another process has finished the run, or continued it. */
export async function writeFinished(
  transaction: Transaction<WatchTables>,
  watchId: string,
  { state, run, atMs, changed, news }: FinishedCatalog,
): Promise<boolean> {
  if (!(await saveState(transaction, watchId, state))) return false
  for (const [chunk, products] of changed) {
    const body = pack(products)
    await transaction
      .insertInto('catalog_chunks')
      .values({ watch_id: watchId, chunk, body })
      .onConflict(on => on.columns(['watch_id', 'chunk']).doUpdateSet({ body }))
      .execute()
  }
  const rows = news.map(one => ({ watch_id: watchId, run, type: one.type, at: atMs, body: pack(one.rows) }))
  if (rows.length > 0) await transaction.insertInto('catalog_news').values(rows).execute()
  await transaction.deleteFrom('catalog_pages').where('watch_id', '=', watchId).execute()
  return true
}

/** Removes the catalog of a removed watch. */
export async function removeCatalog(query: Kysely<WatchTables>, watchId: string): Promise<void> {
  const tables = ['catalogs', 'catalog_chunks', 'catalog_pages', 'catalog_news'] as const
  for (const table of tables) await query.deleteFrom(table).where('watch_id', '=', watchId).execute()
}
