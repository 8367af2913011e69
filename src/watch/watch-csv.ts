// Reads and writes watches as CSV, for `import` and `export`. Pure.
import { cellText } from '../answer/table/cell.ts'
import { headProblem, readRecords, writeCells } from '../answer/table/csv.ts'
import { ruleTexts } from '../settings/watch-rules/rule-fields.ts'
import { givenByText } from '../settings/fields.ts'
import type { Watch } from '../../client/src/api.ts'
import { CATALOG_OPERATION, OPERATOR_NAME } from './model/watch.ts'
import { newWatchFields, type WatchInput } from './model/watch-fields.ts'

type Column = keyof typeof newWatchFields

/** The columns of 0.3.0 that stand in another order than the fields. */
const FIRST = 'url catalog operation params every when name keep_days variant'.split(' ') as Column[]

export const EXPORT_COLUMNS = [...new Set([...FIRST, ...(Object.keys(newWatchFields) as Column[])])]

function cellsOf(watch: Watch): Readonly<Record<Column, string>> {
  const { operation, params } = watch
  const url = onlyParam(watch, 'general.product', 'url') ?? ''
  const catalog = onlyParam(watch, CATALOG_OPERATION, 'shop') ?? ''
  const isShort = url !== '' || catalog !== ''
  return {
    url,
    catalog,
    operation: isShort ? '' : operation,
    params: isShort ? '' : JSON.stringify(params),
    variant: variantCell(watch.variant),
    ...ruleTexts(watch),
    paused: watch.state === 'paused' ? 'true' : '',
    owner: watch.owner ?? OPERATOR_NAME,
  }
}

/** The parameter that `url` or `catalog` stands for; undefined for a watch that needs more. */
function onlyParam({ operation, params }: Watch, of: string, name: string): string | undefined {
  return operation === of && Object.keys(params).join() === name ? String(params[name]) : undefined
}

export type ImportLine =
  | {
      readonly line: number
      readonly input: WatchInput
      /** All cells of the line by column, also those that are no part of a watch. */
      readonly cells: Readonly<Record<string, string>>
    }
  | { readonly line: number; readonly error: string }

/** Whether a column of a file of `wares catalog` is part of a watch: only the address and rules are; its names are those of today. */
function isOfWatch(column: string): boolean {
  return column !== 'name' && isColumn(column)
}

export const EXPORT_HEAD = `${writeCells(EXPORT_COLUMNS)}\n`

/** The cells of a watch, in the order of the columns. */
export function exportCells(watch: Watch): string[] {
  const cells = cellsOf(watch)
  return EXPORT_COLUMNS.map(name => cells[name])
}

export function exportRows(watches: readonly Watch[]): string {
  return watches.map(watch => `${writeCells(exportCells(watch).map(safeCell))}\n`).join('')
}

/** The variant as JSON if a value has a separator of the short form. */
function variantCell(variant: Watch['variant']): string {
  const fields = Object.entries(variant ?? {})
  if (fields.some(([, value]) => value.includes(','))) return JSON.stringify(variant)
  return fields.map(([name, value]) => `${name}=${value}`).join(', ')
}

/** Marks what a spreadsheet would run as a formula. A cell that begins with an apostrophe gets another one; the import removes it. */
function safeCell(cell: string): string {
  return cell.startsWith("'") ? `'${cell}` : cellText([cell])
}

/** The first line names the columns; without column names, each line is a URL, or a JSON object with one. */
export async function* parseImport(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<ImportLine> {
  let columns: readonly string[] | undefined
  for await (const { line, text, cells } of readRecords(withoutMark(lines), isJson)) {
    if (columns === undefined) {
      const names = cells?.map(name => name.trim().toLowerCase()) ?? []
      const error = headProblem(text, names)
      if (error !== undefined) {
        yield { line, error }
        return
      }
      columns = names.some(isColumn) ? names : ['url']
      if (columns === names) continue
    }
    if (isJson(text)) yield { line, ...readObject(text) }
    else yield { line, ...readCells(cells, columns) }
  }
}

async function* withoutMark(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let isFirst = true
  for await (const text of lines) {
    yield isFirst ? text.replace(/^\uFEFF/, '') : text
    isFirst = false
  }
}

/** Whether a line of a list is JSON: any other is a URL, or the cells of a record. */
function isJson(line: string): boolean {
  return line.startsWith('{')
}

function isColumn(name: string): boolean {
  return (EXPORT_COLUMNS as readonly string[]).includes(name)
}

type ReadLine = Pick<Extract<ImportLine, { input: WatchInput }>, 'input' | 'cells'> | { error: string }

function readObject(text: string): ReadLine {
  try {
    const row = JSON.parse(text) as Readonly<Record<string, unknown>>
    return { input: { url: row.url }, cells: Object.fromEntries(Object.entries(row).flatMap(flatCells)) }
  } catch {
    return { error: 'this is not valid JSON' }
  }
}

/** `price.amount`, as in a table; in any case, as its head. */
function flatCells([header, value]: [string, unknown]): [string, string][] {
  const name = header.toLowerCase()
  if (value === null || typeof value !== 'object') return [[name, textOf(value)]]
  return Object.entries(value).map(([key, one]) => [`${name}.${key}`, textOf(one)])
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Undoes `safeCell`. */
function withoutApostrophe(cell: string): string {
  const rest = cell.slice(1)
  return cell.startsWith("'") && (rest.startsWith("'") || cellText([rest]) === cell) ? rest : cell
}

function readCells(cells: readonly string[] | undefined, columns: readonly string[]): ReadLine {
  if (!cells) return { error: 'a quoted cell is not closed' }
  if (cells.length > columns.length)
    return { error: `there are ${cells.length} cells for ${columns.length} columns` }
  const isCatalog = columns.includes('updated_at') && columns.includes('source')
  const input: Record<string, unknown> = {}
  const texts: Record<string, string> = {}
  for (const [place, name] of columns.entries()) {
    const cell = withoutApostrophe(cells[place]?.trim() ?? '')
    texts[name] = cell
    if (cell === '' || (isCatalog && !isOfWatch(name))) continue
    if (name === 'params' || (name === 'variant' && cell.startsWith('{'))) {
      try {
        input[name] = JSON.parse(cell)
      } catch {
        return { error: `${name} is not valid JSON` }
      }
    } else input[name] = valueOfCell(name, cell)
  }
  return { input, cells: texts }
}

function valueOfCell(name: string, cell: string): unknown {
  const entry = Object.entries(newWatchFields).find(([one]) => one === name)
  return entry ? givenByText(entry[1], cell) : cell
}
