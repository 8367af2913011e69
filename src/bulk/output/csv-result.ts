// Results as CSV: one row per item of an answer, flat columns, every record on one line.
import type { OperationHead } from '#kit/define/define'
import { isRecord } from '#kit/schema/is-record'
import { cellText } from '../../answer/table/cell.ts'
import { parseCells, writeCells } from '../../answer/table/csv.ts'
import { createTable, type Table, type TableOperation } from '../../answer/table/answer-rows.ts'
import { absentByRow } from './absent-by-row.ts'
import { checksum, type BulkResult, type ResultFormat } from './result.ts'

/** `row` of `rows`: an input is done when its last row is written. An answer without rows, or a fault, is row 0 of 0. */
const COLUMNS = [
  'line',
  'row',
  'rows',
  'input',
  'outcome',
  'operation',
  'fetched_at',
  'absent',
  'problem',
] as const

type CsvOperation = TableOperation & Pick<OperationHead, 'id'>

const RECORD_START = /^(\d+),(\d+),(\d+),("(?:[^"]|"")*"|[^,]*),([a-z_]+)(?:,|$)/

/** The columns are those of all the operations, named as in NDJSON: `body.price.amount`, and `input.shelf` for each own field. */
export function createCsvFormat(
  operations: readonly CsvOperation[],
  ownFields: readonly string[] = [],
): ResultFormat {
  const tables = new Map(operations.map(one => [one.id, createTable(one)]))
  const names = [...new Set([...tables.values()].flatMap(table => table.header))]
  return {
    header: recordOf([
      ...COLUMNS,
      ...ownFields.map(name => cellText([`input.${name}`])),
      ...names.map(name => `body.${name}`),
    ]),
    write: result => recordsOf(result, tables, names, ownFields),
    read(head) {
      const [, line, row, rows, quoted = '', outcome = ''] = RECORD_START.exec(head) ?? []
      const [input] = parseCells(quoted) ?? []
      if (line === undefined || input === undefined) return undefined
      return { line: Number(line), mark: checksum(input), outcome, isLast: row === rows }
    },
    markOf: input => checksum(inputText(input)),
    isComplete: lastByte => lastByte !== undefined,
  }
}

function recordsOf(
  result: BulkResult,
  tables: ReadonlyMap<string, Table>,
  names: readonly string[],
  ownFields: readonly string[],
): string {
  const table = tables.get(result.operation ?? '')
  const { absent, absentAt = [] } = result
  const rows =
    table && result.body !== undefined ? table.rows(JSON.parse(result.body), { absent, absentAt }) : []
  const absentIn = absentByRow({ absent, absentAt }, table?.list)
  const before = (row: number) => [
    String(result.line),
    String(row),
    String(rows.length),
    inputText(result.input),
    result.outcome,
    result.operation ?? '',
    result.fetchedAt ?? '',
    absentIn(row - 1).join(' '),
    problemText(result.problem),
    ...ownCells(result.input, ownFields),
  ]
  if (!table || rows.length === 0) return recordOf([...before(0), ...names.map(() => '')])
  const places = names.map(name => table.header.indexOf(name))
  return rows
    .map((cells, place) => recordOf([...before(place + 1), ...places.map(index => cells[index] ?? '')]))
    .join('')
}

/** A truncated record is found by its line, so no cell may contain a line break. */
function recordOf(cells: readonly string[]): string {
  return `${writeCells(cells.map(withoutLineBreaks))}\n`
}

function withoutLineBreaks(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ')
}

/** The input as one cell: a URL as it is, parameters as `name=value` separated by `|`. */
function inputText(input: string): string {
  const value: unknown = JSON.parse(input)
  const { params, ...rest } = isRecord(value) ? value : { params: undefined }
  return withoutLineBreaks(cellText([isRecord(params) ? { ...rest, ...params } : value]))
}

function ownCells(input: string, ownFields: readonly string[]): string[] {
  if (ownFields.length === 0) return []
  const value: unknown = JSON.parse(input)
  const fields = isRecord(value) ? value : {}
  return ownFields.map(name => cellText([Object.hasOwn(fields, name) ? fields[name] : undefined]))
}

function problemText(problem: string | undefined): string {
  if (problem === undefined) return ''
  return cellText([(JSON.parse(problem) as { detail?: unknown }).detail])
}
