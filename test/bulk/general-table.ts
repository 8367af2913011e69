// Inputs for the general operations, and the expected table of their results.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { parseCells } from '../../src/answer/table/csv.ts'

export function generalInputs(sandbox: string): unknown[] {
  const shopPage = `${sandbox}/shop-json-ld/p/daybreak-home-cotton-throw-cream-ge4014-110`
  return [
    { operation: 'general.product', url: `${sandbox}/watchmarket/watches/--id30100011.htm` },
    // A shop without an adapter, recognised by its URL alone.
    shopPage,
    { operation: 'general.search', params: { query: 'runner', sites: 'sneakerhub' } },
    { operation: 'general.offers', params: { code: 'PV4272-660' } },
    { operation: 'general.offers', params: { code: 'PV4272-661' } },
    { operation: 'general.product', url: 'https://elsewhere.example/p/1' },
    { operation: 'general.offers', params: { code: 'PV4272-660~blocked', sites: 'sneakerhub' } },
    { operation: 'sneakerhub.prices', params: { id: '1044287' } },
  ]
}

export function expectGeneralTable(file: string): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const [header = [], ...rows] = lines.map(line => parseCells(line) ?? [])
  const cell = (row: readonly string[], name: string) => row[header.indexOf(name)]
  const of = (line: number) => rows.filter(row => row[0] === String(line))
  expect(new Set(rows.map(row => row.length))).toEqual(new Set([header.length]))
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(line => of(line)[0] && cell(of(line)[0] ?? [], 'outcome'))).toEqual([
    'ok',
    'ok',
    'ok',
    'ok',
    'ok',
    'url_not_allowed',
    'ok',
    'ok',
  ])
  expect(cell(of(2)[0] ?? [], 'operation')).toBe('general.product')
  expect(cell(of(2)[0] ?? [], 'body.price.amount')).toBe('98.99')
  // The row of a general product names its nulls.
  expect(cell(of(2)[0] ?? [], 'absent')?.split(' ')).toEqual(expect.arrayContaining(['/seller']))
  expect(cell(of(2)[0] ?? [], 'absent')).not.toMatch(/operation|price_max/)
  expect(of(3).length).toBeGreaterThan(5)
  for (const row of of(4)) {
    expect(cell(row, 'input')).toBe('operation=general.offers|code=PV4272-660')
    expect(cell(row, 'rows')).toBe(String(of(4).length))
    expect(cell(row, 'body.site')).toMatch(/\w/)
  }
  // No shop sells it: one row that says so.
  expect([of(5).length, cell(of(5)[0] ?? [], 'rows')]).toEqual([1, '0'])
  // The shop failed: one row that says so.
  expect(of(7).map(row => [cell(row, 'body.site'), cell(row, 'body.error')])).toEqual([
    ['sneakerhub', 'upstream_blocked'],
  ])
  // The cell of an absent field is empty, and the row names it.
  const sold = of(8).map(row => ({
    amount: cell(row, 'body.lastSoldPriceCents.amount'),
    isNamed: cell(row, 'absent')?.includes('/*/lastSoldPriceCents/amount '),
  }))
  expect(sold.filter(one => one.amount === '0')).toEqual([])
  expect(sold.filter(one => (one.amount === '') !== one.isNamed)).toEqual([])
  expect(new Set(sold.map(one => one.isNamed))).toEqual(new Set([true, false]))
  expect(rows.flat().filter(text => /^[{[]/.test(text))).toEqual([])
}
