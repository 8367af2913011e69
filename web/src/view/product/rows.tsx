// Rows of sizes, prices or anything else: a chart of price by size where prices differ, then the table, which can be sorted and filtered.
import { useMemo, useState } from 'preact/hooks'
import type { JsonObject } from '../../model/absent.ts'
import { orderRows, type TableView } from '../../shape/order-rows.ts'
import { buildTable, type Column } from '../../shape/table.ts'
import { CellView, isNumeric, useCellText } from './cell-view.tsx'
import { PriceChart } from '../chart/price-chart.tsx'
import { SortableHead } from './sortable-head.tsx'

/** More rows than this are shown when asked for. */
const ROWS_FIRST = 40
/** Fewer rows than this are read at a glance. */
const FILTER_FROM = 8

export function Rows({ rows, title: given }: { rows: readonly JsonObject[]; title?: string }) {
  const table = useMemo(() => buildTable(rows), [rows])
  const title = given ?? (table.size && table.prices.length > 0 ? 'Prices by size' : 'Rows')
  if (rows.length === 0) return <p class="empty">The list is empty.</p>
  const only = table.columns.length === 1 && table.constantColumns.length === 0 ? table.columns[0] : undefined
  if (only) return <Chips title={title} column={only} />
  return (
    <section class="card rows">
      <h3>
        {title} <small>{rows.length}</small>
      </h3>
      <PriceChart table={table} />
      <RowTable title={title} columns={table.columns} rowCount={table.rowCount} />
      {table.constantColumns.length > 0 && <ConstantColumns columns={table.constantColumns} />}
    </section>
  )
}

interface TableProps {
  readonly title: string
  readonly columns: readonly Column[]
  readonly rowCount: number
}

function RowTable({ title, columns, rowCount }: TableProps) {
  const [view, setView] = useState<TableView>({ words: '', order: undefined })
  const [all, setAll] = useState(false)
  const cellText = useCellText()
  const found = useMemo(
    () => orderRows(columns, rowCount, view, cellText),
    [columns, rowCount, view, cellText],
  )
  const shown = found.slice(0, all ? found.length : ROWS_FIRST)
  return (
    <>
      {rowCount >= FILTER_FROM && (
        <div class="bar">
          <label class="inline">
            Filter rows
            <input
              type="search"
              value={view.words}
              onInput={event => setView({ ...view, words: event.currentTarget.value })}
            />
          </label>
          <span class="hint" role="status">
            {view.words === '' ? '' : `${found.length} of ${rowCount} rows`}
          </span>
        </div>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label={`Table: ${title}`}>
        <table>
          <SortableHead columns={columns} order={view.order} onSort={order => setView({ ...view, order })} />
          <tbody>
            {shown.map(row => (
              <tr key={row}>
                {columns.map(column => (
                  <td key={column.path} class={isNumeric(column) ? 'number' : ''}>
                    <CellView cell={column.cells[row]} column={column} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length === 0 && <p class="empty">No row contains these words.</p>}
      {shown.length < found.length && (
        <button class="button" type="button" onClick={() => setAll(true)}>
          Show all {found.length} rows
        </button>
      )}
    </>
  )
}

function ConstantColumns({ columns }: { columns: readonly Column[] }) {
  const cellText = useCellText()
  const [first, rest] = [columns.slice(0, 8), columns.length - 8]
  return (
    <p class="hint same">
      Same in every row:{' '}
      {first.map((column, place) => (
        <span key={column.path}>
          {place > 0 && ', '}
          {column.title.toLowerCase()} <b>{cellText(column.cells[0], column)}</b>
        </span>
      ))}
      {rest > 0 && `, and ${rest} more`}.
    </p>
  )
}

/** Rows that say one thing each need no table. */
function Chips({ title, column }: { title: string; column: Column }) {
  return (
    <section class="card rows">
      <h3>
        {title} <small>{column.cells.length}</small>
      </h3>
      <ul class="chips">
        {column.cells.map((cell, row) => (
          <li key={row} class="chip">
            <CellView cell={cell} column={column} row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}
