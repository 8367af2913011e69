// Price by size: rows of one condition only, one series for each kind of price, a gap where there is none. Pure.
import { coloursOfPrices } from './series-colour.ts'
import { cellKey, type Column, isMoney, type Table } from './table.ts'

export interface PriceBySize {
  readonly labels: readonly string[]
  readonly series: readonly {
    readonly title: string
    readonly colour: number
    readonly values: readonly (number | null)[]
  }[]
  readonly currency: string | undefined
}

const SERIES_MAX = 4

/** The states that rows have together, as one value each: new ones first, then by how many rows have them. */
export function conditionsOf({ conditions, rowCount }: Table): string[] {
  const counts = new Map<string, number>()
  for (let row = 0; row < rowCount; row++) {
    const key = conditionAt(conditions, row)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => newness(b) - newness(a) || countB - countA)
    .map(([key]) => key)
}

const BETWEEN = ' · '

function conditionAt(columns: readonly Column[], row: number): string {
  return columns.map(column => cellKey(column.cells[row])).join(BETWEEN)
}

function newness(key: string): number {
  const parts = key.toLowerCase().split(BETWEEN)
  const isNew = parts.some(part => /\bnew\b|^new_|unworn/.test(part))
  const isFlawed = parts.some(part => /with_defect|damaged|missing|no_original|used|worn_/.test(part))
  return Number(isNew) * 2 - Number(isFlawed)
}

/** Prices of two currencies share no axis: those of the first are drawn. */
export function priceBySize(
  { size, prices, rowCount, conditions }: Table,
  condition: string,
): PriceBySize | undefined {
  if (!size) return undefined
  const rows = Array.from({ length: rowCount }, (_, row) => row).filter(
    row => conditionAt(conditions, row) === condition,
  )
  const currency = prices[0]?.cells.find(isMoney)?.currency
  const labels = inOrder([
    ...new Set(rows.filter(row => size.cells[row] !== undefined).map(row => cellKey(size.cells[row]))),
  ])
  const drawn = prices.slice(0, SERIES_MAX)
  const colours = coloursOfPrices(drawn.map(column => column.path))
  const series = drawn.map((column, place) => ({
    title: column.title,
    colour: colours[place] ?? 0,
    values: labels.map(label =>
      lowest(
        rows.filter(row => cellKey(size.cells[row]) === label),
        column,
        currency,
      ),
    ),
  }))
  return { labels, series: series.filter(one => one.values.some(value => value !== null)), currency }
}

const LETTER_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']

/** From small to large, however the rows are sorted; as they come where a size is neither number nor letter. */
function inOrder(sizes: readonly string[]): readonly string[] {
  const rankOf = (size: string): number => {
    const letter = LETTER_SIZES.indexOf(size.toUpperCase())
    return letter >= 0 ? letter : Number(/\d+(?:\.\d+)?/.exec(size)?.[0] ?? NaN)
  }
  return sizes.some(size => Number.isNaN(rankOf(size)))
    ? sizes
    : sizes.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function lowest(rows: readonly number[], price: Column, currency: string | undefined): number | null {
  const amounts = rows.flatMap(row => {
    const cell = price.cells[row]
    // A price of nothing is how some shops write "never sold".
    return isMoney(cell) && cell.amount > 0 && cell.currency === currency ? [cell.amount] : []
  })
  return amounts.length > 0 ? Math.min(...amounts) : null
}
