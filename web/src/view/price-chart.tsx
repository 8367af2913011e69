// The chart of price by size: for each size the lowest of each kind of price.
import { useMemo } from 'preact/hooks'
import { formatMoney } from '../shape/money.ts'
import { type Column, isMoney, cellKey } from '../shape/table.ts'
import { Chart } from './chart.tsx'

const SERIES_MAX = 3

export function PriceChart({ size, prices }: { size: Column; prices: readonly Column[] }) {
  const drawn = useMemo(() => seriesOf(size, prices.slice(0, SERIES_MAX)), [size, prices])
  const values = drawn.series.flatMap(one => one.values).filter(one => one !== null)
  // One price for all sizes, or one size, is told by the table alone.
  if (drawn.labels.length < 3 || new Set(values).size < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const currency = prices[0]?.cells.find(isMoney)?.currency
  const write = (amount: number) => formatMoney({ amount, currency })
  return (
    <Chart
      kind="lines"
      labels={drawn.labels}
      series={drawn.series}
      write={write}
      description={`Price by size for ${drawn.labels.length} sizes, from ${write(low)} to ${write(high)}. The table has the same numbers.`}
    />
  )
}

function seriesOf(size: Column, prices: readonly Column[]) {
  const labels = [...new Set(size.cells.filter(cell => cell !== undefined).map(cellKey))]
  const series = prices.map(column => ({
    title: column.title,
    values: labels.map(label => lowestAt(label, size, column)),
  }))
  return { labels, series: series.filter(one => one.values.some(value => value !== null)) }
}

function lowestAt(label: string, size: Column, price: Column): number | null {
  const here = price.cells.filter((_, row) => cellKey(size.cells[row]) === label)
  // A price of nothing is how some shops write "never sold".
  const amounts = here.flatMap(cell => (isMoney(cell) && cell.amount > 0 ? [cell.amount] : []))
  return amounts.length > 0 ? Math.min(...amounts) : null
}
