// Histories in files, read by programs that we did not write: DuckDB, and pandas as Debian has it.
import { DuckDBInstance } from '@duckdb/node-api'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { openStore } from '../../src/store/open-store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { exportHistory } from '../../src/cli/watch/save-history.ts'
import type { Facts } from '../../src/watch/facts/facts.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { mergeHistory } from '../../src/watch/history/history.ts'
import { historyView, watchView } from '../../src/watch/view/view.ts'
import type { Watch } from '../../src/watch/model/watch.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { readConfig } from '../../src/settings/config.ts'
import { sites } from '../../adapters/sites/index.ts'
import { findOrInstall } from '../services.ts'
import { newWatch } from './watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const START = Date.UTC(2027, 0, 1, 22)
const folder = temporaryFolder('export')
let store: Store
let watches: { store: ReturnType<typeof createWatchStore>; history: ReturnType<typeof createHistoryStore> }
let watch: Watch

beforeAll(async () => {
  store = await openStore(readConfig(sites, { WARES_DATA: folder }))
  watches = { store: createWatchStore(store.database), history: createHistoryStore(store.database) }
  const added = await watches.store.add(newWatch({ name: 'Coat, "long"' }), START)
  if (!added) throw new Error('the watch was not added')
  watch = added
  // 100.10 until midnight passes, then 90.00; a variant that comes later; nothing known of its price at first.
  await check(0, { price: '100.10 EUR', availability: 'in_stock' })
  await check(1, { price: '100.10 EUR', availability: 'in_stock' })
  await check(3, { price: '100.10 EUR', availability: 'in_stock' })
  await check(5, { price: '90.00 EUR', availability: 'in_stock', 'variant/M/availability': 'limited' })
  await check(6, { price: '90.00 EUR', availability: 'in_stock', 'variant/M/price': '91.50 EUR' })
})
afterAll(async () => {
  await store.close()
})

async function check(hours: number, facts: Facts): Promise<void> {
  const now = (await watches.store.find(watch.id)) ?? watch
  const atMs = START + hours * HOUR
  await createCheckStore(store.database).record(now, { kind: 'facts', facts, requestId: `r-${hours}`, atMs })
}

/** As the routes of a server answer. */
const source = {
  async list(query: { after?: string; limit?: number } = {}) {
    const page = await watches.store.list({ limit: 100, ...query })
    return { watches: page.watches.map(watchView), next: page.next }
  },
  async history(id: string, { from = '', to = '' } = {}) {
    const one = (await watches.store.find(id)) ?? watch
    const period = { fromMs: Date.parse(from), toMs: Date.parse(to) }
    const merged = mergeHistory(await watches.history.spans(one, period), period, { isWhole: true })
    return historyView(one, merged, period)
  },
}

async function exported(out: string, format: 'parquet' | 'csv', nowMs: number) {
  const days = []
  for await (const one of exportHistory(source, {
    folder: out,
    format,
    nowMs,
    isForExcel: format === 'csv',
  }))
    days.push([one.day, one.rows])
  return days
}

async function query(sql: string): Promise<unknown[][]> {
  const duckdb = await (await DuckDBInstance.create()).connect()
  return (await duckdb.runAndReadAll(sql)).getRowsJson()
}

it('Parquet, one file per day: DuckDB reads exact prices, UTC times and the day', async () => {
  const out = join(folder, 'parquet')
  expect(await exported(out, 'parquet', START + 7 * HOUR)).toEqual([
    ['2027-01-01', 1],
    ['2027-01-02', 5],
  ])
  const files = join(out, '*', '*.parquet')
  const rows = await query(
    `select day::varchar, variant, price, price_currency, availability, typeof(price), typeof(first_seen), name
     from read_parquet('${files}', hive_partitioning = true) order by first_seen, variant nulls first`,
  )
  expect(rows.map(row => row.slice(0, 5))).toEqual([
    ['2027-01-01', null, '100.100000', 'EUR', 'in_stock'],
    ['2027-01-02', null, '100.100000', 'EUR', 'in_stock'],
    ['2027-01-02', null, '90.000000', 'EUR', 'in_stock'],
    ['2027-01-02', 'M', null, null, 'limited'],
    ['2027-01-02', null, '90.000000', 'EUR', 'in_stock'],
    ['2027-01-02', 'M', '91.500000', 'EUR', null],
  ])
  expect(rows[0]?.slice(5)).toEqual(['DECIMAL(18,6)', 'TIMESTAMP WITH TIME ZONE', 'Coat, "long"'])
  // The query of docs/watches.md.
  expect(
    await query(
      `select name, min(price), max(price) from read_parquet('${files}', hive_partitioning = true) where variant is null group by name`,
    ),
  ).toEqual([['Coat, "long"', '90.000000', '100.100000']])
})

it('a later run writes only the last day and what came after it', async () => {
  const out = join(folder, 'parquet')
  const first = join(out, 'day=2027-01-01', 'history.parquet')
  const before = statSync(first).mtimeMs
  // A run that was killed leaves a partial file, which nobody reads.
  writeFileSync(join(out, 'day=2027-01-02', 'history.parquet.partial'), 'half')
  await check(30, { price: '80.00 EUR', availability: 'out_of_stock' })
  expect(await exported(out, 'parquet', START + 31 * HOUR)).toEqual([
    ['2027-01-02', 5],
    ['2027-01-03', 1],
  ])
  expect(statSync(first).mtimeMs).toBe(before)
  expect(existsSync(join(out, 'day=2027-01-02', 'history.parquet.partial'))).toBe(false)
  const [[days, last] = []] = await query(
    `select count(distinct day), max(last_seen) <= make_timestamptz(${(START + 31 * HOUR) * 1000}) from read_parquet('${join(out, '*', '*.parquet')}', hive_partitioning = true)`,
  )
  expect([Number(days), last]).toEqual([3, true])
})

it('CSV for Excel starts with a byte order mark and has no formulas', async () => {
  const out = join(folder, 'csv')
  await watches.store.edit(watch.id, { name: '=1+1' }, START)
  await exported(out, 'csv', START + 2 * DAY)
  const text = readFileSync(join(out, 'day=2027-01-02', 'history.csv'))
  expect([...text.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(text.toString()).toContain(",'=1+1,")
})

const PANDAS = ['-c', 'import pandas']
const canPandas = findOrInstall(
  () => spawnSync('/usr/bin/python3', PANDAS).status === 0 || undefined,
  'python3-pandas',
)
if (!canPandas) console.warn('NO pandas ON THIS MACHINE: its sample is not run.')

it.skipIf(!canPandas)('pandas reads the CSV files: the program of docs/watches.md', async () => {
  const out = join(folder, 'pandas')
  await exported(out, 'csv', START + 2 * DAY)
  const guide = readFileSync(new URL('../../docs/watches.md', import.meta.url), 'utf8')
  const program = /```python\n([^]*?)```/.exec(guide)?.[1] ?? ''
  expect(program).toContain('import pandas')
  const { stdout, stderr } = spawnSync(
    '/usr/bin/python3',
    ['-c', program.replace('"histories/', `"${out}/`)],
    {
      encoding: 'utf8',
    },
  )
  expect(stderr).toBe('')
  expect(stdout).toMatch(/80\.0\s+100\.1/)
})

it('a folder that nobody can make is one sentence', async () => {
  const file = '/proc/x/day=2027-01-01/history.csv'
  await expect(exported('/proc/x', 'csv', START + 7 * HOUR)).rejects.toThrow(
    `${file} cannot be written: its folder does not exist.`,
  )
})
