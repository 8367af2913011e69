// Valid and invalid input files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { parseCells, writeCells } from '../../answer/table/csv.ts'
import { type BulkInput, readInputs } from './read-inputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-inputs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(name: string, text: string): Promise<BulkInput[]> {
  const file = join(folder, name)
  writeFileSync(file, text)
  return Array.fromAsync(readInputs(file))
}

const URL = 'https://shop.example/p/1?a=b'
const good = (line: number, value: unknown, isText = false) => ({ line, value, isText })
const bad = (line: number, value: string, unreadable: string | RegExp) => ({
  line,
  value,
  isText: false,
  unreadable: typeof unreadable === 'string' ? unreadable : expect.stringMatching(unreadable),
})

describe('readInputs', () => {
  it.each([
    ['operation;id\na.b;1\n', 'the columns are separated by ";"; save the file with commas'],
    ['operation\tid\na.b\t1\n', 'the columns are separated by tabs; save the file with commas'],
    ['operation,id,ID,id\na.b,1,2,3\n', 'there are two columns "id"'],
    [
      Buffer.from('\uFEFFoperation,id\na.b,1\n', 'utf16le'),
      'the file is encoded in UTF-16; save it as UTF-8',
    ],
    [
      Buffer.from('operation,id\na.b,1\n', 'utf16le').swap16(),
      'the file is encoded in UTF-16; save it as UTF-8',
    ],
  ])('refuse the file %j', async (text, sentence) => {
    const file = join(folder, 'refused.csv')
    writeFileSync(file, text)
    await expect(Array.fromAsync(readInputs(file))).rejects.toThrow(`${file}, line 1: ${sentence}.`)
  })

  it.each([
    [
      'objects',
      'a.ndjson',
      '{"operation":"a.b","params":{"x":1}}\n{"url":"u"}',
      [good(1, { operation: 'a.b', params: { x: 1 } }), good(2, { url: 'u' })],
    ],
    ['bare URLs', 'a.txt', `${URL}\n  ${URL}  \n`, [good(1, URL), good(2, URL)]],
    ['empty lines, counted but no inputs', 'a.ndjson', `\n\n${URL}\n \n${URL}`, [good(3, URL), good(5, URL)]],
    [
      'Windows line ends and a byte order mark',
      'a.ndjson',
      `\uFEFF{"a":1}\r\n{"a":2}\r\n`,
      [good(1, { a: 1 }), good(2, { a: 2 })],
    ],
    [
      'lines that are neither JSON nor a URL',
      'a.ndjson',
      `{"a":\n${URL}`,
      [bad(1, '{"a":', 'the line is neither JSON nor a URL'), good(2, URL)],
    ],
    [
      'CSV by its header',
      'a.csv',
      'operation,id,country\na.b,1,\na.b,"2,3",UK\n',
      [
        good(2, { operation: 'a.b', id: '1' }, true),
        good(3, { operation: 'a.b', id: '2,3', country: 'UK' }, true),
      ],
    ],
    [
      'CSV rows with too few and too many cells',
      'a.csv',
      'operation,id\na.b\na.b,1,2\n',
      [good(2, { operation: 'a.b' }, true), bad(3, 'a.b,1,2', /more cells/)],
    ],
    [
      'an open quote, which spoils its own line only',
      'a.csv',
      'operation,id\n"a.b,1\na.b,2\n',
      [bad(2, '"a.b,1', 'the line is not a CSV record'), good(3, { operation: 'a.b', id: '2' }, true)],
    ],
    [
      'cells with line breaks, counted by the line where their record begins',
      'a.csv',
      'operation,note,id\r\na.b,"one\r\n\r\nhttps://shop.example/2\r\n""3"" ",1\r\na.b,,2\r\n',
      [
        good(2, { operation: 'a.b', note: 'one\n\nhttps://shop.example/2\n"3" ', id: '1' }, true),
        good(6, { operation: 'a.b', id: '2' }, true),
      ],
    ],
    [
      'a quote that closes too early, and the lines that it took in',
      'a.csv',
      'operation,id\n"a.b,1\n"a.b",2\n',
      [bad(2, '"a.b,1', 'the line is not a CSV record'), good(3, { operation: 'a.b', id: '2' }, true)],
    ],
    [
      'CSV without a header',
      'a.csv',
      `${URL}\n${URL}\n`,
      [good(1, { url: URL }, true), good(2, { url: URL }, true)],
    ],
    ['JSON by its first line, whatever the name', 'inputs', '{"a":1}\n', [good(1, { a: 1 })]],
    [
      'CSV by its first line, whatever the name',
      'inputs',
      'operation,id\na.b,1\n',
      [good(2, { operation: 'a.b', id: '1' }, true)],
    ],
    [
      'CSV in a file that has .txt in the middle of its name',
      'a.txt.old',
      'operation,id\na.b,1\n',
      [good(2, { operation: 'a.b', id: '1' }, true)],
    ],
    ['an empty file', 'a.ndjson', '', []],
  ])('reads %s', async (_, name, text, expected) => {
    expect(await read(name, text)).toEqual(expected)
  })

  it('keeps only the beginning of an endless line', async () => {
    const [endless, next] = await read('a.ndjson', `"${'x'.repeat(300_000)}"\n${URL}\n`)
    expect(endless?.unreadable).toMatch(/longer than/)
    expect(String(endless?.value).length).toBe(500)
    expect(next).toEqual(good(2, URL))
  })

  it('reads back every CSV record that is written', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), cells => {
        expect(parseCells(writeCells(cells))).toEqual(cells)
      }),
    )
  })
})
