// Rows of sizes, prices or anything else: a chart of price by size where prices differ, then the table.
import { useMemo, useState } from 'preact/hooks'
import type { JsonObject } from '../model/absent.ts'
import { stateOfText } from '../shape/availability.ts'
import { formatMoney } from '../shape/money.ts'
import { type Cell, type Column, isMoney, tableOf } from '../shape/table.ts'
import { humaniseValue, wordsOf } from '../shape/words.ts'
import { PriceChart } from './price-chart.tsx'

/** More rows than this are shown when asked for. */
const ROWS_FIRST = 40

export function Rows({ rows, title: given }: { rows: readonly JsonObject[]; title?: string }) {
  const table = useMemo(() => tableOf(rows), [rows])
  const [all, setAll] = useState(false)
  const title = given ?? (table.size && table.prices.length > 0 ? 'Prices by size' : 'Rows')
  if (rows.length === 0) return <p class="empty">The list is empty.</p>
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
                    <CellView cell={column.cells[row]} column={column} />
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
      {table.same.length > 0 && <Same columns={table.same} />}
    </section>
  )
}

function Same({ columns }: { columns: readonly Column[] }) {
  const [first, rest] = [columns.slice(0, 8), columns.length - 8]
  return (
    <p class="hint same">
      The same in every row:{' '}
      {first.map((column, place) => (
        <span key={column.path}>
          {place > 0 && ', '}
          {column.title.toLowerCase()} <b>{plain(column.cells[0])}</b>
        </span>
      ))}
      {rest > 0 && `, and ${rest} more`}.
    </p>
  )
}

function CellView({ cell, column }: { cell: Cell | undefined; column: Column }) {
  if (cell === undefined) return <span class="hint">–</span>
  const says = wordsOf(column.path.replaceAll('.', '_')).some(word =>
    ['status', 'availability', 'stock'].includes(word),
  )
  if (typeof cell === 'string' && says && /[a-z]{3}/i.test(cell)) {
    const sign = { yes: 'good', no: 'bad', unclear: '' }[stateOfText(cell)]
    return <span class={`tag ${sign}`}>{humaniseValue(cell)}</span>
  }
  const text = plain(cell)
  return text.length > 28 ? <span title={text}>{text}</span> : <>{text}</>
}

function plain(cell: Cell | undefined): string {
  if (isMoney(cell)) return formatMoney(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return cell === undefined ? '–' : humaniseValue(String(cell))
}

function isNumeric({ cells }: Column): boolean {
  return cells.every(cell => cell === undefined || typeof cell === 'number' || isMoney(cell))
}
