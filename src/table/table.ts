// A result as a CSV table (RFC 4180): one row per item, always with a header.
import type { OperationHead } from '../kit/define.ts'
import { type Absences, dropAbsent } from '../kit/drop-neutral.ts'
import { failedSites } from '../kit/failed-sites.ts'
import type { PlainSchema } from '../kit/schema.ts'
import { withoutNull } from '../kit/schema.ts'
import { cellText } from './cell.ts'
import { columnsOf } from './columns.ts'
import { writeCells } from './csv.ts'

export type TableOperation = Pick<OperationHead, 'result' | 'rows' | 'siteOutcomes'>

export interface Table {
  readonly header: readonly string[]
  /** The list whose items are the rows, in a result that is not itself a list. */
  readonly list: string | undefined
  /** Absent fields have empty cells. Failed sites come last, with the fault code as `error`. */
  rows(result: unknown, absences: Absences): readonly (readonly string[])[]
}

const ERROR_COLUMN = 'error'

export function createTable(operation: TableOperation): Table {
  const { rows, siteOutcomes } = operation
  const result: PlainSchema = operation.result
  const { schema } = withoutNull(rows === undefined ? result : (result.properties?.[rows] ?? {}))
  const columns = columnsOf(schema.type === 'array' ? (schema.items ?? {}) : schema)
  const errorColumn = siteOutcomes === undefined ? [] : [ERROR_COLUMN]
  return {
    header: [...columns.map(column => column.name), ...errorColumn],
    list: rows,
    rows(value, absences) {
      const noError = errorColumn.map(() => '')
      const items = rowsOf(dropAbsent(value, absences), rows)
      return [
        ...items.map(item => columns.map(column => cellText(column.values(item))).concat(noError)),
        ...failedSites(operation, value).map(({ site, outcome }) =>
          columns.map(({ name }) => (name === 'site' ? site : '')).concat(outcome),
        ),
      ]
    },
  }
}

function rowsOf(value: unknown, rows: string | undefined): readonly unknown[] {
  const found = rows === undefined ? value : (value as Record<string, unknown>)[rows]
  return Array.isArray(found) ? found : [found]
}

export function writeCsv(table: Table, result: unknown, absences: Absences): string {
  return [table.header, ...table.rows(result, absences)].map(cells => `${writeCells(cells)}\r\n`).join('')
}
