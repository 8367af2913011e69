// Reads the inputs of a bulk run as a stream: NDJSON, CSV, or one URL per line. An unreadable line is an input too.
import { createReadStream } from 'node:fs'
import { operatorError } from '../../runtime/operator-error.ts'
import { headProblem, readRecords, RECORD_MAX_CHARS } from '../../answer/table/csv.ts'
import { type Line, splitLines } from './split-lines.ts'

export interface BulkInput {
  /** Line number in the file, from 1. */
  readonly line: number
  /** A JSON value, the named cells of a CSV record, a URL, or the text of an unreadable line. */
  readonly value: unknown
  /** CSV has only text; numbers are parsed like those of a query string. */
  readonly isText: boolean
  /** Why the line cannot be read. */
  readonly unreadable?: string
}

/** More than any operation needs: four times the limit for a request body. */
const LINE_MAX_BYTES = 64 * 1024
/** How much of an unreadable line is shown. */
const SHOWN_CHARS = 500

interface Row {
  readonly line: number
  readonly text: string
  readonly isTruncated: boolean
}

export async function* readInputs(file: string): AsyncGenerator<BulkInput> {
  const rows = readRows(createReadStream(file))
  const firstRows: Row[] = []
  do {
    const { value, done } = await rows.next()
    if (done) return
    firstRows.push(value)
  } while (isBlank(firstRows.at(-1)))
  const all = prepend(firstRows, rows)
  yield* formatOf(file, firstRows.at(-1)?.text ?? '') === 'csv' ? csvInputs(file, all) : ndjsonInputs(all)
}

/** Decides the format by the file extension, or else by the first non-empty line. */
function formatOf(file: string, firstLine: string): 'ndjson' | 'csv' {
  if (/\.csv$/i.test(file)) return 'csv'
  if (/\.(?:ndjson|jsonl|json|txt)$/i.test(file)) return 'ndjson'
  return /^\s*(?:[{["]|https?:\/\/)/i.test(firstLine) ? 'ndjson' : 'csv'
}

function isBlank(row: Row | undefined): boolean {
  return row !== undefined && row.text.trim() === ''
}

/** Lines with their numbers. */
async function* readRows(stream: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  let line = 0
  for await (const splitLine of splitLines(stream, LINE_MAX_BYTES)) {
    line++
    const text = textOf(splitLine, line === 1)
    yield { line, text, isTruncated: splitLine.isTruncated }
  }
}

function textOf({ head }: Line, isFirst: boolean): string {
  const text = head.toString().replace(/\r$/, '')
  return isFirst ? text.replace(/^\uFEFF/, '') : text
}

async function* prepend<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}

async function* ndjsonInputs(rows: AsyncIterable<Row>): AsyncGenerator<BulkInput> {
  for await (const row of rows) if (!isBlank(row)) yield ndjsonInput(row)
}

function ndjsonInput({ line, text, isTruncated }: Row): BulkInput {
  if (isTruncated) return unreadableInput(line, text, `the line is longer than ${LINE_MAX_BYTES} bytes`)
  const trimmed = text.trim()
  if (/^https?:\/\/\S*$/i.test(trimmed)) return { line, value: trimmed, isText: false }
  try {
    return { line, value: JSON.parse(trimmed) as unknown, isText: false }
  } catch {
    return unreadableInput(line, text, 'the line is neither JSON nor a URL')
  }
}

async function* csvInputs(file: string, rows: AsyncIterable<Row>): AsyncGenerator<BulkInput> {
  let columns: readonly string[] | undefined
  for await (const { line, text, cells } of readRecords(textsOf(rows))) {
    if (columns === undefined && cells !== undefined) {
      columns = headerOf(cells)
      const problem = headProblem(text, columns)
      if (problem !== undefined) throw operatorError(`${file}, line ${line}: ${problem}.`)
      if (columns !== URL_ONLY) continue
    }
    if (!cells) yield unreadableInput(line, text, 'the line is not a CSV record')
    else if (!columns || cells.length > columns.length)
      yield unreadableInput(line, text, 'the record has more cells than the header has names')
    else yield { line, value: recordOf(columns, cells), isText: true }
  }
}

/** A line that is too long is no record: only its beginning was read. */
async function* textsOf(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const { text, isTruncated } of rows) yield isTruncated ? text.padEnd(RECORD_MAX_CHARS + 1) : text
}

const URL_ONLY: readonly string[] = ['url']

/** A file that starts with a URL is a list of URLs without a header. */
function headerOf(cells: readonly string[]): readonly string[] {
  if (/^\s*https?:\/\//i.test(cells[0] ?? '')) return URL_ONLY
  return cells.map(cell => cell.trim())
}

/** An empty cell means that the parameter is not given. */
function recordOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  const pairs = columns.map((name, index) => [name, cells[index] ?? ''] as const)
  return Object.fromEntries(pairs.filter(([name, cell]) => name !== '' && cell.trim() !== ''))
}

function unreadableInput(line: number, text: string, why: string): BulkInput {
  return { line, value: text.slice(0, SHOWN_CHARS), isText: false, unreadable: why }
}
