// Reads the inputs of a bulk run as a stream: NDJSON, CSV, or one URL per line. An unreadable line is an input too.
import { createReadStream } from 'node:fs'
import { parseCells } from '../../table/csv.ts'
import { type Line, splitLines } from './split-lines.ts'

export interface Input {
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

export async function* readInputs(file: string): AsyncGenerator<Input> {
  const rows = readRows(createReadStream(file))
  const first = await rows.next()
  if (first.done) return
  const all = prepend(first.value, rows)
  yield* formatOf(file, first.value.text) === 'csv' ? csvInputs(all) : ndjsonInputs(all)
}

/** By file extension, or else by the first non-empty line. */
function formatOf(file: string, firstLine: string): 'ndjson' | 'csv' {
  if (/\.csv$/i.test(file)) return 'csv'
  if (/\.(?:ndjson|jsonl|json|txt)$/i.test(file)) return 'ndjson'
  return /^\s*(?:[{["]|https?:\/\/)/i.test(firstLine) ? 'ndjson' : 'csv'
}

/** Non-empty lines with their numbers. */
async function* readRows(stream: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  let line = 0
  for await (const one of splitLines(stream, LINE_MAX_BYTES)) {
    line++
    const text = textOf(one, line === 1)
    if (text.trim() !== '') yield { line, text, isTruncated: one.isTruncated }
  }
}

function textOf({ head }: Line, isFirst: boolean): string {
  const text = head.toString().replace(/\r$/, '')
  return isFirst ? text.replace(/^\uFEFF/, '') : text
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

async function* ndjsonInputs(rows: AsyncIterable<Row>): AsyncGenerator<Input> {
  for await (const row of rows) yield ndjsonInput(row)
}

function ndjsonInput({ line, text, isTruncated }: Row): Input {
  if (isTruncated) return unreadableInput(line, text, `the line is longer than ${LINE_MAX_BYTES} bytes`)
  const trimmed = text.trim()
  if (/^https?:\/\/\S*$/i.test(trimmed)) return { line, value: trimmed, isText: false }
  try {
    return { line, value: JSON.parse(trimmed) as unknown, isText: false }
  } catch {
    return unreadableInput(line, text, 'the line is neither JSON nor a URL')
  }
}

/** A record is one line: no parameter contains a line break. */
async function* csvInputs(rows: AsyncIterable<Row>): AsyncGenerator<Input> {
  let columns: readonly string[] | undefined
  for await (const row of rows) {
    const cells = row.isTruncated ? undefined : parseCells(row.text)
    if (columns === undefined && cells !== undefined) {
      columns = headerOf(cells)
      if (columns !== URL_ONLY) continue
    }
    if (!cells) yield unreadableInput(row.line, row.text, 'the line is not a CSV record')
    else if (!columns || cells.length > columns.length)
      yield unreadableInput(row.line, row.text, 'the record has more cells than the header has names')
    else yield { line: row.line, value: recordOf(columns, cells), isText: true }
  }
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

function unreadableInput(line: number, text: string, why: string): Input {
  return { line, value: text.slice(0, SHOWN_CHARS), isText: false, unreadable: why }
}
