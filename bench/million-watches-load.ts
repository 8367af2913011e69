// Fills PostgreSQL with copies of one watch that the program itself has added and checked.
import type { Client } from 'pg'
import type { Database } from '../src/store/database.ts'
import { createCheckStore } from '../src/watch/store/check-store.ts'
import { createWatchStore } from '../src/watch/store/watch-store.ts'

export interface Copies {
  readonly count: number
  readonly everyS: number
  readonly hasSpans: boolean
  /** SQL for the due time of copy `n`; spread over the interval by default. */
  readonly dueAt?: (nowMs: number) => string
}

const SITES = 200
/** Rows of one INSERT. */
const SLICE = 250_000
const PAGE = 'https://shop.example/products/trail-boot-0000000000'
const NUMBER = "lpad(n::text, 10, '0')"

/** `admin`: a connection without a time limit. */
export async function loadCopies(database: Database<unknown>, admin: Client, copies: Copies): Promise<void> {
  const nowMs = Date.now()
  const id = await addOriginal(database, copies.everyS, nowMs)
  const insertWatches = await watchCopies(admin, copies, nowMs)
  const insertSpans = `INSERT INTO wares.watch_spans SELECT 'w_' || ${NUMBER}, series, first_seen, last_seen, ended, value
    FROM wares.watch_spans CROSS JOIN generate_series($2::int, $3::int) AS n WHERE watch_id = $1`
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = 'wares' AND tablename = 'watches' AND indexname <> 'watches_pkey'`,
  )
  // Faster to make in the end.
  for (const { name } of indexes) await admin.query(`DROP INDEX wares.${name}`)
  for (let from = 1; from <= copies.count; from += SLICE) {
    const slice = [id, from, Math.min(copies.count, from + SLICE - 1)]
    await admin.query(insertWatches, slice)
    if (copies.hasSpans) await admin.query(insertSpans, slice)
  }
  for (const { definition } of indexes) await admin.query(definition)
  await createWatchStore(database).remove(id)
  await admin.query('VACUUM ANALYZE wares.watches')
  await admin.query('VACUUM ANALYZE wares.watch_spans')
}

async function addOriginal(database: Database<unknown>, everyS: number, nowMs: number): Promise<string> {
  const watch = await createWatchStore(database).add(
    {
      name: '',
      source: 'api',
      site: 'shop.example',
      url: PAGE,
      operation: 'general.product',
      params: { url: PAGE },
      target: `general.product?url=${PAGE}`,
      everyS,
      when: null,
      keepDays: null,
    },
    nowMs,
  )
  if (!watch) throw new Error('the database is not empty')
  const facts = { name: 'Trail boot with a wide sole', price: '119.00 EUR', availability: 'in_stock' }
  const check = { kind: 'facts' as const, facts, requestId: 'watch-0000000000000000', atMs: nowMs }
  await createCheckStore(database).record(watch, check)
  return watch.id
}

async function watchCopies(admin: Client, { count, everyS, dueAt }: Copies, nowMs: number): Promise<string> {
  const { rows } = await admin.query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_schema = 'wares' AND table_name = 'watches'",
  )
  const numbered = (column: string) => `replace(${column}, '0000000000', ${NUMBER})`
  const changed: Readonly<Record<string, string>> = {
    id: `'w_' || ${NUMBER}`,
    site: `'shop-' || lpad((n % ${SITES})::text, 3, '0') || '.example'`,
    url: numbered('url'),
    params: numbered('params'),
    target: numbered('target'),
    // Spread over the interval, in another order than the ids.
    due_at: dueAt?.(nowMs) ?? `${nowMs} + (n::bigint * 7919 % ${count}) * ${everyS * 1_000} / ${count}`,
  }
  const columns = rows.map(row => row.column_name)
  const values = columns.map(column => changed[column] ?? column)
  return `INSERT INTO wares.watches (${columns.join(', ')}) SELECT ${values.join(', ')}
    FROM wares.watches CROSS JOIN generate_series($2::int, $3::int) AS n WHERE id = $1`
}
