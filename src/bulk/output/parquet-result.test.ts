// Parquet output of bulk runs: resumed like every other output, complete or not there, read by DuckDB.
import { DuckDBInstance } from '@duckdb/node-api'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { t } from '#kit/schema/schema'
import { openOutput } from './output.ts'
import { writeParquetResults } from './parquet-result.ts'
import { type BulkResult, workingFormat } from './result.ts'
import { resultFileFor } from './result-format.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-parquet-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

const money = t.object({ amount: t.text(), currency: t.text() }, { title: 'Money' })
const product = t.object({ name: t.text(), price: t.orNull(money), sizes: t.list(t.text()) })
const hats = { id: 'hats.product', result: product }
const shoes = {
  id: 'shoes.search',
  result: t.list(t.object({ name: t.text(), price: t.number(), sold: t.integer() })),
}

const result = (
  line: number,
  operation: string,
  body: unknown,
  more: Partial<BulkResult> = {},
): BulkResult => ({
  line,
  input: JSON.stringify({ url: `https://shop.example/${line}`, shelf: `=A${line}` }),
  outcome: 'ok',
  operation,
  fetchedAt: '2026-11-17T08:00:00.000Z',
  absent: [],
  absentAt: [],
  body: JSON.stringify(body),
  problem: undefined,
  ...more,
})

const RESULTS = [
  result(1, 'hats.product', {
    name: 'Felt "hat"',
    price: { amount: '19.90', currency: 'EUR' },
    sizes: ['S', 'M'],
  }),
  result(
    2,
    'shoes.search',
    [
      { name: 'Boot', price: 0, sold: 0 },
      { name: 'Loafer', price: 45.5, sold: 2 },
    ],
    { absent: ['/*/price'], absentAt: ['/0/price'] },
  ),
  result(3, 'hats.product', undefined, {
    outcome: 'not_found',
    body: undefined,
    problem: '{"detail":"no such page"}',
  }),
]

async function write(file: string, results: readonly BulkResult[]): Promise<void> {
  const output = await openOutput(file, workingFormat)
  for (const one of results) if (!output.hasResultOf(one.line, one.input)) await output.write(one)
  await output.close()
}

async function query(sql: string): Promise<unknown[][]> {
  const duckdb = await (await DuckDBInstance.create()).connect()
  return (await duckdb.runAndReadAll(sql)).getRowsJson()
}

it('cut at any byte is completed to one result per input', async () => {
  const whole = join(folder, 'whole.parquet')
  await write(resultFileFor(whole), RESULTS)
  const bytes = readFileSync(resultFileFor(whole))
  for (const cut of [0, 1, 40, bytes.indexOf('\n') + 1, bytes.length - 3]) {
    const out = join(folder, `cut-${cut}.parquet`)
    writeFileSync(resultFileFor(out), bytes)
    truncateSync(resultFileFor(out), cut)
    await write(resultFileFor(out), RESULTS)
    expect(await writeParquetResults(resultFileFor(out), out, [hats, shoes], ['shelf'])).toBe(0)
    expect(await query(`select line, row, rows, outcome from '${out}' order by line, row`)).toEqual([
      ['1', '1', '1', 'ok'],
      ['2', '1', '2', 'ok'],
      ['2', '2', '2', 'ok'],
      ['3', '0', '0', 'not_found'],
    ])
  }
})

it('has an empty value for an absent field, exact amounts, and text where operations differ in type', async () => {
  const out = join(folder, 'typed.parquet')
  await write(resultFileFor(out), RESULTS)
  await writeParquetResults(resultFileFor(out), out, [hats, shoes], ['shelf'])
  const columns =
    '"body.name", "body.price", "body.price.amount"::varchar, "body.sizes", "body.sold", absent, problem, "input.shelf"'
  expect(await query(`select ${columns} from '${out}' order by line, row`)).toEqual([
    ['Felt "hat"', null, '19.900000', ['S', 'M'], null, [], null, '=A1'],
    ['Boot', null, null, [], '0', ['/*/price'], null, '=A2'],
    ['Loafer', 45.5, null, [], '2', [], null, '=A2'],
    [null, null, null, [], null, [], 'no such page', '=A3'],
  ])
  expect(existsSync(`${out}.working`)).toBe(false)
})

it('is never continued or overwritten once it is complete', () => {
  const out = join(folder, 'done.parquet')
  writeFileSync(out, 'PAR1')
  expect(() => resultFileFor(out)).toThrow(/exists already/)
})

it('is not there when its results cannot be read', async () => {
  const out = join(folder, 'broken.parquet')
  writeFileSync(`${out}.working`, '{"line":1,\n')
  await expect(writeParquetResults(`${out}.working`, out, [hats], [])).rejects.toThrow()
  expect([existsSync(out), existsSync(`${out}.partial`), existsSync(`${out}.working`)]).toEqual([
    false,
    false,
    true,
  ])
})
