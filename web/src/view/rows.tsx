// Rows of sizes, prices or anything else: a chart of price by size where prices differ, then the table.
import { useMemo, useState } from 'preact/hooks'
import type { JsonObject } from '../model/absent.ts'
import { availabilityState, formatStatus } from '../shape/availability.ts'
import { formatMoney } from '../shape/money.ts'
import { PICTURE } from '../shape/pictures.ts'
import { type Cell, type Column, isUrl, isMoney, buildTable } from '../shape/table.ts'
import { humaniseValue, splitWords } from '../shape/humanise.ts'
import { Picture } from './picture.tsx'
import { PriceChart } from './price-chart.tsx'

/** More rows than this are shown when asked for. */
const ROWS_FIRST = 40

export function Rows({ rows, title: given }: { rows: readonly JsonObject[]; title?: string }) {
  const table = useMemo(() => buildTable(rows), [rows])
  const [all, setAll] = useState(false)
  const title = given ?? (table.size && table.prices.length > 0 ? 'Prices by size' : 'Rows')
  if (rows.length === 0) return <p class="empty">The list is empty.</p>
  const only = table.columns.length === 1 && table.constantColumns.length === 0 ? table.columns[0] : undefined
  if (only) return <Chips title={title} column={only} />
  const shown = rows.slice(0, all ? rows.length : ROWS_FIRST)
  return (
    <section class="card rows">
      <h3>
        {title} <small>{rows.length}</small>
      </h3>
      {table.size && <PriceChart size={table.size} prices={table.prices} />}
      <div class="scroll" tabIndex={0} role="region" aria-label={`Table: ${title}`}>
        <table>
          <thead>
            <tr>
              {table.columns.map(column => (
                <th
                  key={column.path}
                  scope="col"
                  class={isNumeric(column) ? 'number' : ''}
                  title={column.path}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((_, row) => (
              <tr key={row}>
                {table.columns.map(column => (
                  <td key={column.path} class={isNumeric(column) ? 'number' : ''}>
                    <CellView cell={column.cells[row]} column={column} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <button class="button" type="button" onClick={() => setAll(true)}>
          Show all {rows.length} rows
        </button>
      )}
      {table.constantColumns.length > 0 && <ConstantColumns columns={table.constantColumns} />}
    </section>
  )
}

function ConstantColumns({ columns }: { columns: readonly Column[] }) {
  const [first, rest] = [columns.slice(0, 8), columns.length - 8]
  return (
    <p class="hint same">
      The same in every row:{' '}
      {first.map((column, place) => (
        <span key={column.path}>
          {place > 0 && ', '}
          {column.title.toLowerCase()} <b>{formatCell(column.cells[0], column)}</b>
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

interface CellProps {
  readonly cell: Cell | undefined
  readonly column: Column
  readonly row: number
}

function CellView({ cell, column, row }: CellProps) {
  if (cell === undefined) return <span class="hint">–</span>
  const text = formatCell(cell, column)
  if (typeof cell === 'string' && isStatus(column) && /[a-z]{3}/i.test(cell)) {
    const sign = { yes: 'good', no: 'bad', unclear: '' }[availabilityState(cell)]
    return <span class={`tag ${sign}`}>{text}</span>
  }
  if (isUrl(cell)) {
    return (
      <a href={cell} target="_blank" rel="noreferrer noopener" title={cell}>
        {PICTURE.test(column.path) ? (
          <Picture url={cell} alt={`${column.title}, row ${row + 1}`} />
        ) : (
          (URL.parse(cell)?.pathname ?? cell)
        )}
      </a>
    )
  }
  return text.length > 28 ? <span title={text}>{text}</span> : <>{text}</>
}

function isStatus({ path }: Column): boolean {
  return splitWords(path.replaceAll('.', '_')).some(word =>
    ['status', 'availability', 'stock'].includes(word),
  )
}

function formatCell(cell: Cell | undefined, column: Column): string {
  if (isMoney(cell)) return formatMoney(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (cell === undefined) return '–'
  return isStatus(column) ? formatStatus(String(cell)) : humaniseValue(String(cell))
}

function isNumeric({ cells }: Column): boolean {
  return cells.every(cell => cell === undefined || typeof cell === 'number' || isMoney(cell))
}
