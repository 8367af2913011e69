// The store of watched catalogs: where each stands, its products, and the pages of the list that a run has read. All steps
// can be repeated after an interruption.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../state/database.ts'
import type { CatalogProductTable, WatchTables } from '../store/tables.ts'
import type { ChangeType } from '../feed/change-types.ts'
import type { Baseline, CatalogState, Run } from './catalog-state.ts'
import type { NewsRow } from './catalog-news.ts'
import { CHUNK_PRODUCTS, type Listing, pack, type Product, type Row, rowsByKey, unpack } from './listing.ts'

export interface CatalogStore {
  read(watchId: string): Promise<CatalogState>
  /** With the rows of the page that the step has read. Undefined if another process was faster. */
  save(watchId: string, state: CatalogState, page?: readonly Row[]): Promise<CatalogState | undefined>
  /** The products that are known, and the rows that the run has read so far. */
  load(watchId: string, run: number): Promise<Listing>
  /** The chunks from this one on. */
  chunks(watchId: string, from: number, limit: number): Promise<(readonly [chunk: number, Product[]])[]>
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
      const chunks = stored.map(([, products]) => products)
      const pages = await query
        .selectFrom('catalog_pages')
        .select('body')
        .where('watch_id', '=', watchId)
        .where('run', '=', run)
        .orderBy('page')
        .execute()
      return {
        chunks: chunks.length > 0 ? chunks : await readOlder(query, watchId),
        rows: rowsByKey(pages.map(({ body }) => unpack<Row>(body))),
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
async function saveBetween(query: Kysely<WatchTables>, watchId: string, state: CatalogState) {
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
  return rows.map(({ chunk, body }) => [chunk, unpack<Product>(body)] as const)
}

/** What 0.2.0 stored: a row for each product, without prices. */
async function readOlder(query: Kysely<WatchTables>, watchId: string): Promise<Product[][]> {
  const { baseline } = await readState(query, watchId)
  const lastRun = baseline?.run ?? 0
  const rows = await query
    .selectFrom('catalog_products')
    .selectAll()
    .where('watch_id', '=', watchId)
    .where('removed_run', '=', 0)
    .where('added_run', '<=', lastRun)
    .orderBy('key')
    .execute()
  return chunked(rows.map(row => olderProduct(row, lastRun)))
}

function olderProduct(row: CatalogProductTable, lastRun: number): Product {
  const missing = { lastSeenMs: row.last_seen, askRun: row.ask_run, asked: row.asked }
  return {
    url: row.url,
    ...(row.name !== null && { name: row.name }),
    ...(row.image !== null && { image: row.image }),
    facts: null,
    firstSeenMs: row.first_seen,
    sinceMs: row.first_seen,
    ...(row.is_alias === 1 && { isAlias: true }),
    ...(row.seen_run < lastRun && { missing }),
  }
}

function chunked(products: readonly Product[]): Product[][] {
  const count = Math.ceil(products.length / CHUNK_PRODUCTS)
  return Array.from({ length: count }, (_, n) => products.slice(n * CHUNK_PRODUCTS, (n + 1) * CHUNK_PRODUCTS))
}

async function readState(query: Kysely<WatchTables>, watchId: string): Promise<CatalogState> {
  const row = await query
    .selectFrom('catalogs')
    .selectAll()
    .where('watch_id', '=', watchId)
    .executeTakeFirst()
  const run = row?.run ? (JSON.parse(row.run) as Run) : null
  return {
    version: row?.version ?? 0,
    lastRun: row?.last_run ?? 0,
    // A run that 0.2.0 began has stored its rows elsewhere: it begins again.
    run: run && 'answers' in run ? run : null,
    baseline: row?.baseline ? (JSON.parse(row.baseline) as Baseline) : null,
  }
}

/** With the version that was read, or none before the first step. */
export async function saveState(
  query: Kysely<WatchTables>,
  watchId: string,
  { version, lastRun, run, baseline }: CatalogState,
): Promise<CatalogState | undefined> {
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

export interface FinishedCatalog {
  readonly state: CatalogState
  /** The number of the run. */
  readonly run: number
  readonly atMs: number
  /** The chunks that differ, by number. */
  readonly changed: ReadonlyMap<number, readonly Product[]>
  readonly news: readonly { readonly type: ChangeType; readonly rows: readonly NewsRow[] }[]
}

/** In the transaction that records the check. False if another process has finished the run, or gone on with it. */
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
  await transaction.deleteFrom('catalog_products').where('watch_id', '=', watchId).execute()
  return true
}

/** Of a watch that is removed. */
export async function removeCatalog(query: Kysely<WatchTables>, watchId: string): Promise<void> {
  const tables = ['catalogs', 'catalog_products', 'catalog_chunks', 'catalog_pages', 'catalog_news'] as const
  for (const table of tables) await query.deleteFrom(table).where('watch_id', '=', watchId).execute()
}
