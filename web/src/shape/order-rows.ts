// Which rows of a table are shown, and in which order: filtered by words, sorted by a column.
import { isMoney } from './price-history.ts'
import { type Cell, cellText, type Column } from './table.ts'

export interface Order {
  /** Path of the column. */
  readonly by: string
  readonly descending: boolean
}

export interface TableView {
  readonly words: string
  readonly order: Order | undefined
}

/** The places of the rows; those without a value come last in either order. */
export function orderRows(
  columns: readonly Column[],
  rowCount: number,
  { words, order }: TableView,
): number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const all = Array.from({ length: rowCount }, (_, row) => row)
  const matching =
    wanted.length === 0
      ? all
      : all.filter(row => {
          const text = columns
            .map(column => cellText(column.cells[row]))
            .join(' ')
            .toLowerCase()
          return wanted.every(word => text.includes(word))
        })
  const cells = columns.find(column => column.path === order?.by)?.cells
  if (!order || !cells) return matching
  return matching.toSorted((a, b) => compareCells(cells[a], cells[b], order.descending ? -1 : 1))
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compareCells(a: Cell | undefined, b: Cell | undefined, direction: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  // Amounts in different currencies cannot be compared.
  if (isMoney(a) && isMoney(b) && a.currency !== b.currency) return collator.compare(a.currency, b.currency)
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  if (typeof rankA === 'number' && typeof rankB === 'number') return (rankA - rankB) * direction
  return collator.compare(String(rankA), String(rankB)) * direction
}

function rankOf(cell: Cell): string | number {
  if (isMoney(cell)) return Number(cell.amount)
  return typeof cell === 'boolean' ? Number(cell) : cell
}

/** Ascending first, then descending, then as the shop has it. */
export function nextOrder(order: Order | undefined, by: string): Order | undefined {
  if (order?.by !== by) return { by, descending: false }
  return order.descending ? undefined : { by, descending: true }
}
