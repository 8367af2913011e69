// The output after an interruption: every result exactly once, and other files untouched.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { parseCells } from '../../answer/table/csv.ts'
import { openOutput } from './output.ts'
import { t } from '#kit/schema/schema'
import { createCsvFormat } from './csv-result.ts'
import { ndjsonFormat, type BulkResult } from './result.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-output-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A path without a file yet. */
const newFile = (name: string) => join(mkdtempSync(join(folder, 'file-')), name)

const inputs = [
  '"plain"',
  '{"a":"x,y \\" \\n z"}',
  '{"a":{"outcome":"b"},"outcome":"ok"}',
  '"ünïcödé"',
  '[1]',
]
const names = t.list(t.object({ name: t.text(), price: t.orNull(t.object({ amount: t.text() })) }))
const csv = createCsvFormat([{ id: 'a.b', result: names }])
const formOf = (file: string) =>
  file.endsWith('excel.csv')
    ? { ...csv, header: `\uFEFF${csv.header}` }
    : file.endsWith('.csv')
      ? csv
      : ndjsonFormat
/** No items, one or more. */
const itemsFor = (line: number) =>
  Array.from({ length: line % 4 }, (_, place) => ({
    name: `é, "q"\n${line}.${place}`,
    price: place === 1 ? null : { amount: '-5.00' },
  }))
const resultFor = (line: number): BulkResult => ({
  line,
  input: inputs[line % inputs.length] ?? '',
  outcome: line % 3 === 0 ? 'not_found' : 'ok',
  operation: 'a.b',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  absent: ['/x'],
  body: line % 3 === 0 ? undefined : JSON.stringify(itemsFor(line)),
  problem: line % 3 === 0 ? '{"code":"not_found","detail":"=none, here"}' : undefined,
})
const LINES = Array.from({ length: 12 }, (_, place) => place + 1)

/** Writes results for the inputs that lack one, like a run. Returns how many had one. */
async function complete(file: string): Promise<number> {
  const output = await openOutput(file, formOf(file))
  for (const line of LINES) {
    const result = resultFor(line)
    if (!output.hasResultOf(line, result.input)) await output.write(result)
  }
  await output.close()
  return output.existing.values().reduce((sum, count) => sum + count, 0)
}

const linesIn = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')
const numbersIn = (file: string) =>
  linesIn(file)
    .flatMap(line => /^(?:\{"line":)?(\d+),(?:"|(\d+),\2,)/.exec(line)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)

describe.each(['out.ndjson', 'out.csv', 'excel.csv'])('%s', name => {
  it('cut at any byte is completed to exactly one result per input', async () => {
    const file = newFile(name)
    await complete(file)
    const whole = readFileSync(file)
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.boolean(), async (cut, withZeros) => {
        writeFileSync(file, whole)
        truncateSync(file, cut)
        if (withZeros) appendFileSync(file, Buffer.alloc(7))
        const kept = whole.subarray(0, cut).toString().split('\n').slice(0, -1)
        const found = await complete(file)
        expect(found).toBe(kept.filter(line => /^(?:\{|\d+,(\d+),\1,)/.test(line)).length)
        expect(numbersIn(file)).toEqual(LINES)
        expect(linesIn(file).toSorted()).toEqual(whole.toString().trimEnd().split('\n').toSorted())
        expect(readFileSync(file).includes(0)).toBe(false)
      }),
    )
  })

  it('counts its existing results by outcome', async () => {
    const file = newFile(name)
    await complete(file)
    const output = await openOutput(file, formOf(file))
    await output.close()
    expect(Object.fromEntries(output.existing)).toEqual({ ok: 8, not_found: 4 })
  })

  it('with a line that a power failure filled with zeros is completed from there', async () => {
    const file = newFile(name)
    await complete(file)
    const whole = readFileSync(file)
    const end = whole.lastIndexOf('\n')
    // A block in the middle of the line was never written to disk; its last bytes and the line break were.
    writeFileSync(file, Buffer.from(whole).fill(0, end - 12, end - 4))
    expect(await complete(file)).toBe(LINES.length - 1)
    expect(readFileSync(file)).toEqual(whole)
  })

  it('is not continued for another input', async () => {
    const file = newFile(name)
    await complete(file)
    const output = await openOutput(file, formOf(file))
    expect(() => output.hasResultOf(1, '"another"')).toThrow(/results of another input/)
    await output.close()
  })

  it('is not continued for a shorter input', async () => {
    const file = newFile(name)
    await complete(file)
    await expect(openOutput(file, formOf(file), LINES.length - 1)).rejects.toThrow(
      /line 12, where this one ends at 11/,
    )
    await (await openOutput(file, formOf(file), LINES.length)).close()
  })

  it.each(['notes of mine\nand more\n', 'one line', '{"line":"x"}\n', '\n'])(
    "that is another program's is refused and left unchanged: %j",
    async text => {
      const file = newFile(name)
      writeFileSync(file, text)
      await expect(openOutput(file, formOf(file))).rejects.toThrow(/contains something else/)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )
})

describe('a result', () => {
  it('is written as JSON with all its fields', async () => {
    const file = newFile('shape.ndjson')
    await complete(file)
    const [first, , third] = linesIn(file).map(line => JSON.parse(line) as Record<string, unknown>)
    expect(first).toEqual({
      line: 1,
      input: { a: 'x,y " \n z' },
      outcome: 'ok',
      operation: 'a.b',
      fetched_at: '2026-01-01T00:00:00.000Z',
      absent: ['/x'],
      body: [{ name: 'é, "q"\n1.0', price: { amount: '-5.00' } }],
    })
    expect(third).toMatchObject({ line: 3, outcome: 'not_found', problem: { code: 'not_found' } })
  })

  it('is written as CSV: a row per item, no JSON, no formulas, no line breaks', async () => {
    const file = newFile('shape.csv')
    await complete(file)
    const [header, ...rows] = linesIn(file).map(line => parseCells(line) ?? [])
    expect(header?.join()).toBe(
      'line,row,rows,input,outcome,operation,fetched_at,absent,problem,body.name,body.price.amount',
    )
    const of = (line: number) => rows.filter(row => row[0] === String(line))
    const [same, at] = [['ok', 'a.b'], '2026-01-01T00:00:00.000Z']
    expect(of(1)).toEqual([['1', '1', '1', 'a=x,y "   z', ...same, at, '/x', '', 'é, "q" 1.0', '-5.00']])
    expect(of(2)).toEqual([
      ['2', '1', '2', 'a=outcome=b|outcome=ok', ...same, at, '/x', '', 'é, "q" 2.0', '-5.00'],
      ['2', '2', '2', 'a=outcome=b|outcome=ok', ...same, at, '/x', '', 'é, "q" 2.1', ''],
    ])
    expect(of(3)[0]?.slice(1, 9)).toEqual(['0', '0', 'ünïcödé', 'not_found', 'a.b', at, '/x', "'=none, here"])
    expect(of(4)[0]?.slice(1, 3)).toEqual(['0', '0'])
  })

  it('with missing rows in the middle of a file is refused', async () => {
    const file = newFile('hole.csv')
    await complete(file)
    const lines = linesIn(file)
    const hole = lines.filter(line => !line.startsWith('2,2,2,'))
    writeFileSync(file, `${hole.join('\n')}\n`)
    await expect(openOutput(file, formOf(file))).rejects.toThrow(/part of the result for line 2/)
  })

  it.each([
    ['is there twice', '1,0,0,a,ok\n1,0,0,a,ok\n', /two results for line 1/],
    ['has a cell with an open quote', '1,0,0,"a,ok\n', /contains something else/],
  ])('that %s is refused', async (_, lines, message) => {
    const file = newFile('out.csv')
    const form = formOf(file)
    writeFileSync(file, form.header + lines)
    await expect(openOutput(file, form)).rejects.toThrow(message)
  })
})
