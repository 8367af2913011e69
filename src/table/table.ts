// A result as a table in CSV (RFC 4180): one row for each item, the header always there.
import type { PlainSchema } from '../kit/schema.ts'
import { withoutNull } from '../kit/schema.ts'
import { cellText } from './cell.ts'
import { columnsOf } from './columns.ts'
import { writeCells } from './csv.ts'

export interface Table {
  readonly header: readonly string[]
  rows(result: unknown): readonly (readonly string[])[]
}

/** `rows`: the name of the list whose items are the rows, in a result that is not itself that list. */
export function createTable(result: PlainSchema, rows?: string): Table {
  const { schema } = withoutNull(rows === undefined ? result : (result.properties?.[rows] ?? {}))
  const columns = columnsOf(schema.type === 'array' ? (schema.items ?? {}) : schema)
  return {
    header: columns.map(column => column.name),
    rows(value) {
      const found = rows === undefined ? value : (value as Record<string, unknown>)[rows]
      const items: readonly unknown[] = Array.isArray(found) ? found : [found]
      return items.map(item => columns.map(column => cellText(column.values(item))))
    },
  }
}

export function writeCsv(table: Table, result: unknown): string {
  return [table.header, ...table.rows(result)].map(cells => `${writeCells(cells)}\r\n`).join('')
}
