// The format of an output, by its file name and the operations of its inputs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask, registry, resolveInput } from '../bulk-sites-fixture.ts'
import { parseCells } from '../../answer/table/csv.ts'
import { ndjsonFormat } from './result.ts'
import { resultFormatFor, surveyInputs } from './result-format.ts'

it('has the columns of the wanted operations, in the order of the registry', () => {
  const bodyColumns = (...ids: string[]) =>
    resultFormatFor('out.CSV', { operations: new Set(ids), own: [] }, registry)
      .header.trim()
      .split(',')
      .filter(name => name.startsWith('body.'))
  expect(bodyColumns('hats.product')).toEqual(['body.hats', 'body.price'])
  expect(bodyColumns('hats.product', 'shoes.product')).toEqual(['body.shoes', 'body.price', 'body.hats'])
  expect(
    resultFormatFor('out.csv.ndjson', { operations: new Set(['hats.product']), own: [] }, registry),
  ).toBe(ndjsonFormat)
})

it('starts with a byte order mark for Excel, in CSV only', () => {
  const content = { operations: new Set(['hats.product']), own: [] }
  const headerOf = (file: string, isForExcel: boolean) =>
    resultFormatFor(file, content, registry, isForExcel).header
  expect(headerOf('out.csv', true)).toBe(`\uFEFF${headerOf('out.csv', false)}`)
  expect(headerOf('out.ndjson', true)).toBe('')
})

it('is determined in one pass over the inputs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wares-survey-'))
  const file = join(folder, 'in.ndjson')
  const inputs = [
    { ...ask('hats', '1'), shelf: 'A1' },
    { operation: 'hats.product', id: '2', note: 'x', shelf: 'A2' },
    { operation: 'coats.product', colour: 'red' },
  ]
  writeFileSync(file, inputs.map(input => JSON.stringify(input)).join('\n'))
  expect(await surveyInputs(file, resolveInput)).toEqual({
    total: 3,
    lastLine: 3,
    operations: new Set(['hats.product']),
    own: ['shelf', 'note'],
  })
  rmSync(folder, { recursive: true })
})

it('has a column for every own field, in each row', () => {
  const form = resultFormatFor(
    'out.csv',
    { operations: new Set(['hats.product']), own: ['shelf', '=a'] },
    registry,
  )
  const input = JSON.stringify({ operation: 'hats.product', id: '1', shelf: 'A\n1', '=a': '=1+1' })
  const result = { line: 1, input, operation: 'hats.product', fetchedAt: undefined, absent: [] }
  const cellsOf = (text: string) => parseCells(text.trimEnd()) ?? []
  const header = cellsOf(form.header)
  const ok = cellsOf(form.write({ ...result, outcome: 'ok', body: '{"hats":"h"}', problem: undefined }))
  const failed = cellsOf(form.write({ ...result, outcome: 'not_found', body: undefined, problem: '{}' }))
  expect(header.slice(9)).toEqual(['input.shelf', 'input.=a', 'body.hats', 'body.price'])
  expect(ok.slice(9)).toEqual(['A 1', "'=1+1", 'h', ''])
  expect(failed.slice(9)).toEqual(['A 1', "'=1+1", '', ''])
  const other = { ...result, input: '"https://hats.example/1"', outcome: 'not_found' }
  expect(cellsOf(form.write({ ...other, body: undefined, problem: '{}' })).slice(9)).toEqual(['', '', '', ''])
})
