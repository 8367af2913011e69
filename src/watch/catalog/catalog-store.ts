// The store of watched catalogues: where each stands, and its products. All steps can be repeated after an interruption.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../state/database.ts'
import type { CatalogProductTable, WatchTables } from '../tables.ts'
import type { ListedRow } from './catalog-answer.ts'
import type { Baseline, CatalogState, Counts, Run } from './catalog-state.ts'
import { productKey, twinKey } from './product-key.ts'

export interface CatalogStore {
  read(watchId: string): Promise<CatalogState>
  /** Undefined if another process was faster. */
  save(watchId: string, state: CatalogState): Promise<CatalogState | undefined>
  /** Products that a page of the list names. */
  addRows(place: RunPlace, rows: readonly ListedRow[], options: AddOptions): Promise<void>
  counts(place: RunPlace): Promise<Counts>
  /** Products that are no longer listed and due to be asked for; those that waited longest first. */
  unlisted(place: RunPlace, limit: number): Promise<CatalogProductTable[]>
  /** New products whose pages were not read yet. */
  unread(place: RunPlace, limit: number): Promise<CatalogProductTable[]>
  find(watchId: string, key: string): Promise<CatalogProductTable | undefined>
  edit(row: Pick<CatalogProductTable, 'watch_id' | 'key'>, edit: ProductEdit): Promise<void>
  page(watchId: string, filter: ProductFilter): Promise<CatalogProductTable[]>
}

/** A run of a watch, and the last finished one before it. */
export interface RunPlace {
  readonly watchId: string
  readonly run: number
  readonly baselineRun: number
}

interface AddOptions {
  readonly atMs: number
  /** Rows that are not new, even if they were not seen before. */
  readonly isKnown: (row: ListedRow) => boolean
}

type ProductEdit = Partial<
  Pick<CatalogProductTable, 'added_run' | 'ask_run' | 'asked' | 'verdict' | 'is_alias' | 'name'>
>

export interface ProductFilter {
  /** The last finished run. */
  readonly baselineRun: number
  /** Only what this run added or removed. */
  readonly addedIn?: number
  readonly removedIn?: number
  /** The key of the last row of the page before. */
  readonly after: string
  readonly limit: number
}

/** `added_run` of a product that was there before it was seen. */
export const ALWAYS_KNOWN = 0
/** Far below the maximum number of parameters of a statement. */
const BATCH_ROWS = 400

export function createCatalogStore(database: Database<unknown>): CatalogStore {
  const query = database.query.withTables<WatchTables>()
  const open = (watchId: string) =>
    query.selectFrom('catalog_products').where('watch_id', '=', watchId).where('removed_run', '=', 0)
  return {
    read: watchId => readState(query, watchId),
    save: (watchId, state) => saveState(query, watchId, state),
    async addRows(place, rows, options) {
      const all = [...new Map(rows.map(row => [productKey(row.url), row])).entries()]
      for (let from = 0; from < all.length; from += BATCH_ROWS)
        await addBatch(query, place, all.slice(from, from + BATCH_ROWS), options)
    },
    async counts({ watchId, run, baselineRun }) {
      const rows = open(watchId).select(COUNT)
      // What is still sold but not listed was counted as missing once: it does not make every later list doubtful.
      const known = rows
        .where('added_run', '<=', baselineRun)
        .where('is_alias', '=', 0)
        .where('seen_run', '>=', baselineRun)
      return {
        known: (await known.executeTakeFirstOrThrow()).count,
        missing: (await known.where('seen_run', '<', run).executeTakeFirstOrThrow()).count,
        listed: (await rows.where('seen_run', '=', run).executeTakeFirstOrThrow()).count,
      }
    },
    unlisted: ({ watchId, run, baselineRun }, limit) =>
      open(watchId)
        .selectAll()
        .where('added_run', '<=', baselineRun)
        .where('seen_run', '<', run)
        .where('ask_run', '<=', run)
        .orderBy('ask_run')
        .orderBy('key')
        .limit(limit)
        .execute(),
    unread: ({ watchId, run }, limit) =>
      open(watchId)
        .selectAll()
        .where('seen_run', '=', run)
        .where('added_run', '=', run)
        .where('is_alias', '=', 0)
        .where('asked', '=', 0)
        .orderBy('key')
        .limit(limit)
        .execute(),
    find: (watchId, key) => open(watchId).selectAll().where('key', '=', key).executeTakeFirst(),
    async edit({ watch_id: watchId, key }, edit) {
      await query
        .updateTable('catalog_products')
        .set(edit)
        .where('watch_id', '=', watchId)
        .where('key', '=', key)
        .where('removed_run', '=', 0)
        .execute()
    },
    page: (watchId, filter) => productPage(query, watchId, filter),
  }
}

function productPage(
  query: Kysely<WatchTables>,
  watchId: string,
  { baselineRun, addedIn, removedIn, after, limit }: ProductFilter,
): Promise<CatalogProductTable[]> {
  let rows = query
    .selectFrom('catalog_products')
    .selectAll()
    .where('watch_id', '=', watchId)
    .where('is_alias', '=', 0)
    .where('key', '>', after)
  if (addedIn !== undefined) rows = rows.where('added_run', '=', addedIn)
  else if (removedIn !== undefined)
    rows = rows.where('removed_run', '=', removedIn).where('verdict', '=', 'gone')
  else rows = rows.where('removed_run', '=', 0).where('added_run', '<=', baselineRun)
  return rows.orderBy('key').limit(limit).execute()
}

const COUNT = sql<number>`count(*)`.as('count')

async function readState(query: Kysely<WatchTables>, watchId: string): Promise<CatalogState> {
  const row = await query
    .selectFrom('catalogs')
    .selectAll()
    .where('watch_id', '=', watchId)
    .executeTakeFirst()
  return {
    version: row?.version ?? 0,
    lastRun: row?.last_run ?? 0,
    run: row?.run ? (JSON.parse(row.run) as Run) : null,
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

async function addBatch(
  query: Kysely<WatchTables>,
  { watchId, run, baselineRun }: RunPlace,
  batch: readonly (readonly [key: string, row: ListedRow])[],
  { atMs, isKnown }: AddOptions,
): Promise<void> {
  if (batch.length === 0) return
  await query
    .insertInto('catalog_products')
    .values(
      batch.map(([key, row]) => ({
        watch_id: watchId,
        key,
        removed_run: 0,
        added_run: isKnown(row) ? ALWAYS_KNOWN : run,
        seen_run: run,
        is_alias: 0,
        ask_run: 0,
        asked: 0,
        verdict: null,
        url: row.url,
        name: row.name,
        image: row.image,
        twin: twinKey(row.name, row.image),
        first_seen: atMs,
        last_seen: atMs,
        ended: null,
      })),
    )
    .onConflict(on =>
      on.columns(['watch_id', 'key', 'removed_run']).doUpdateSet(row => ({
        seen_run: run,
        last_seen: atMs,
        // Found by a run that was given up: new for this one.
        added_run: row
          .case()
          .when('catalog_products.added_run', '>', baselineRun)
          .then(row.ref('excluded.added_run'))
          .else(row.ref('catalog_products.added_run'))
          .end(),
        ask_run: 0,
        verdict: null,
        name: row.fn.coalesce('excluded.name', 'catalog_products.name'),
        image: row.fn.coalesce('excluded.image', 'catalog_products.image'),
        twin: row.fn.coalesce('excluded.twin', 'catalog_products.twin'),
      })),
    )
    .execute()
  await markAliases(
    query,
    watchId,
    run,
    batch.map(([key]) => key),
  )
}

/** A new row with the name and the picture of one that is listed too is another address of it. */
async function markAliases(
  query: Kysely<WatchTables>,
  watchId: string,
  run: number,
  keys: readonly string[],
): Promise<void> {
  await query
    .updateTable('catalog_products')
    .set({ is_alias: 1 })
    .where('watch_id', '=', watchId)
    .where('key', 'in', keys)
    .where('removed_run', '=', 0)
    .where('added_run', '=', run)
    .where('twin', 'is not', null)
    .where(row =>
      row.exists(
        row
          .selectFrom('catalog_products as other')
          .select('other.key')
          .where('other.watch_id', '=', watchId)
          .whereRef('other.twin', '=', 'catalog_products.twin')
          .where('other.removed_run', '=', 0)
          .where('other.is_alias', '=', 0)
          .where(one =>
            one.or([
              one('other.added_run', '<', run),
              one('other.key', '<', one.ref('catalog_products.key')),
            ]),
          ),
      ),
    )
    .execute()
}
