// A result as a table: one row per item. As CSV (RFC 4180) it always has a header.
import type { OperationHead } from '#kit/define/define'
import { type Absences, dropAbsent } from '#kit/schema/drop-neutral'
import { failedSites } from '../failed-sites.ts'
import type { PlainSchema } from '#kit/schema/schema'
import { withoutNull } from '#kit/schema/schema'
import { cellText } from './cell.ts'
import { type Column, type ColumnHead, columnsOf } from './columns.ts'
import { writeCells } from './csv.ts'

export type TableOperation = Pick<OperationHead, 'result' | 'rows' | 'siteOutcomes'>

export interface Table {
  readonly columns: readonly ColumnHead[]
  readonly header: readonly string[]
  /** The list whose items are the rows, in a result that is not itself a list. */
  readonly list: string | undefined
  /** One value per column, a list in a list column. Failed sites come last, with the fault code as `error`. */
  values(result: unknown, absences: Absences): readonly (readonly unknown[])[]
  /** The rows as text: absent fields have empty cells. */
  rows(result: unknown, absences: Absences): readonly (readonly string[])[]
}

const ERROR_COLUMN = 'error'

export function createTable(operation: TableOperation): Table {
  const { rows, siteOutcomes } = operation
  const result: PlainSchema = operation.result
  const { schema } = withoutNull(rows === undefined ? result : (result.properties?.[rows] ?? {}))
  const columns = columnsOf(schema.type === 'array' ? (schema.items ?? {}) : schema)
  const errorColumn: Column[] =
    siteOutcomes === undefined ? [] : [{ name: ERROR_COLUMN, type: 'text', isList: false, values: () => [] }]
  const all = [...columns, ...errorColumn]

  /** Row by row, the values of each column. */
  function cells(value: unknown, absences: Absences): unknown[][][] {
    const items = rowsOf(dropAbsent(value, absences), rows)
    return [
      ...items.map(item => all.map(column => column.values(item))),
      ...failedSites(operation, value).map(({ site, outcome }) =>
        all.map(({ name }) => (name === 'site' ? [site] : name === ERROR_COLUMN ? [outcome] : [])),
      ),
    ]
  }

  return {
    columns: all,
    header: all.map(column => column.name),
    list: rows,
    values: (value, absences) =>
      cells(value, absences).map(row => row.map((one, index) => (all[index]?.isList ? one : one[0]))),
    rows: (value, absences) => cells(value, absences).map(row => row.map(cellText)),
  }
}

function rowsOf(value: unknown, rows: string | undefined): readonly unknown[] {
  const list = rows === undefined ? value : (value as Record<string, unknown>)[rows]
  return Array.isArray(list) ? list : [list]
}

export function writeCsv(table: Table, result: unknown, absences: Absences): string {
  return [table.header, ...table.rows(result, absences)].map(cells => `${writeCells(cells)}\r\n`).join('')
}
