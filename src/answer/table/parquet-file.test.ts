// Parquet files are read by DuckDB, a reader that we did not write.
import { DuckDBInstance } from '@duckdb/node-api'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ColumnHead } from './columns.ts'
import { createParquetFile } from './parquet-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-parquet-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function query(sql: string): Promise<unknown[][]> {
  const duckdb = await (await DuckDBInstance.create()).connect()
  return (await duckdb.runAndReadAll(sql)).getRowsJson()
}

const column = (name: string, type: ColumnHead['type'], isList = false) => ({ name, type, isList })
const COLUMNS = [
  column('name', 'text'),
  column('price.amount', 'decimal'),
  column('count', 'integer'),
  column('rating', 'number'),
  column('isNew', 'boolean'),
  column('fetched_at', 'timestamp'),
  column('variants.size', 'text', true),
  column('variants.price.amount', 'decimal', true),
]

describe('a Parquet file', () => {
  const path = join(folder, 'typed.parquet')

  it('has typed columns, exact amounts, UTC times, lists, and nulls that are nulls', async () => {
    const file = await createParquetFile(path, COLUMNS)
    const at = '2026-11-17T09:30:00.250+01:00'
    await file.write(['Coat, "long"\n', '119.99', 3, 4.5, true, at, ['S', null, ''], ['1.10', null, '0']])
    await file.write([null, null, undefined, null, null, null, [], []])
    await file.write(['', '999999999999.999999', 0, 0, false, '1970-01-01T00:00:00Z', ['|'], ['-5']])
    expect(await file.close()).toBe(0)
    const types = await query(`select column_name, column_type from (describe select * from '${path}')`)
    expect(types.map(([, type]) => type)).toEqual([
      'VARCHAR',
      'DECIMAL(18,6)',
      'BIGINT',
      'DOUBLE',
      'BOOLEAN',
      'TIMESTAMP WITH TIME ZONE',
      'VARCHAR[]',
      'DECIMAL(18,6)[]',
    ])
    const rows = await query(
      `select * replace ("price.amount"::varchar as "price.amount", epoch_ms(fetched_at) as fetched_at,
         "variants.price.amount"::varchar[] as "variants.price.amount") from '${path}'`,
    )
    expect(rows).toEqual([
      [
        'Coat, "long"\n',
        '119.990000',
        '3',
        4.5,
        true,
        String(Date.parse(at)),
        ['S', null, ''],
        ['1.100000', null, '0.000000'],
      ],
      [null, null, null, null, null, null, [], []],
      ['', '999999999999.999999', '0', 0, false, '0', ['|'], ['-5.000000']],
    ])
  })

  it('counts values that do not fit their column, and leaves them null', async () => {
    const other = join(folder, 'unfit.parquet')
    const file = await createParquetFile(other, COLUMNS)
    await file.write(['a', '1.0000001', 1.5, 'x', 'yes', 'soon', ['a'], ['1234567890123']])
    expect(await file.close()).toBe(6)
    expect(await query(`select "price.amount", count, rating, isNew, fetched_at from '${other}'`)).toEqual([
      [null, null, null, null, null],
    ])
  })

  it('is read whole when it has several row groups', async () => {
    const many = join(folder, 'many.parquet')
    const file = await createParquetFile(many, [column('n', 'integer'), column('list', 'text', true)], {
      groupRows: 7,
      groupValues: 20,
    })
    for (let n = 0; n < 100; n++) await file.write([n, n % 10 === 0 ? Array<string>(30).fill('x') : ['y']])
    await file.close()
    expect(await query(`select count(*), sum(n), sum(len(list)) from '${many}'`)).toEqual([
      ['100', '4950', String(10 * 30 + 90)],
    ])
  })

  it('without rows still has its columns', async () => {
    const empty = join(folder, 'empty.parquet')
    await (await createParquetFile(empty, COLUMNS)).close()
    expect(await query(`select count(*) from '${empty}'`)).toEqual([['0']])
  })

  it('appears under its name only when it is complete', async () => {
    const late = join(folder, 'late.parquet')
    const file = await createParquetFile(late, COLUMNS)
    await file.write(['a', '1', 1, 1, true, null, [], []])
    expect(existsSync(late)).toBe(false)
    await file.abort()
    expect(existsSync(`${late}.partial`)).toBe(false)
  })
})
