// The chart of price by size. Rows of one condition are drawn at a time, new ones first; a size without a price is a gap.
import { useContext, useMemo, useState } from 'preact/hooks'
import { humaniseKind } from '../../shape/humanise.ts'
import { formatMoney } from '../../shape/money.ts'
import { conditionsOf, priceBySize } from '../../shape/price-by-size.ts'
import type { Table } from '../../shape/table.ts'
import { Chart } from './chart.tsx'
import { Currency } from '../product/currency.ts'

export function PriceChart({ table }: { table: Table }) {
  const fallback = useContext(Currency)
  const conditions = useMemo(() => conditionsOf(table), [table])
  const [chosen, setChosen] = useState<string>()
  const condition = chosen !== undefined && conditions.includes(chosen) ? chosen : (conditions[0] ?? '')
  const drawn = useMemo(() => drawnOf(table, condition), [table, condition])
  const anyDrawn = useMemo(
    () => conditions.some(one => isWorthDrawing(priceBySize(table, one))),
    [table, conditions],
  )
  if (!drawn || !anyDrawn) return null
  const currency = drawn.currency ?? fallback
  const write = (amount: number) => formatMoney({ amount, currency })
  const values = drawn.series.flatMap(one => one.values).filter(one => one !== null)
  const range =
    values.length > 0 ? `, from ${write(Math.min(...values))} to ${write(Math.max(...values))}` : ''
  return (
    <>
      {table.conditions.length > 0 && (
        <label class="inline">
          Show
          <select value={condition} onChange={event => setChosen(event.currentTarget.value)}>
            {conditions.map(one => (
              <option key={one} value={one}>
                {conditionText(one, table)}
              </option>
            ))}
          </select>
        </label>
      )}
      {values.length === 0 ? (
        <p class="hint">No prices in this condition.</p>
      ) : (
        <Chart
          kind="lines"
          labels={drawn.labels}
          names={drawn.names}
          series={drawn.series}
          write={write}
          {...(currency === undefined ? {} : { unit: currency })}
          description={`Price by size for ${drawn.labels.length} sizes${range}. Arrow keys move from size to size; the table has the same numbers.`}
        />
      )}
    </>
  )
}

function drawnOf(table: Table, condition: string) {
  const drawn = priceBySize(table, condition)
  return drawn && { ...drawn, names: drawn.labels.map(label => `Size ${label}`) }
}

function conditionText(condition: string, { conditions }: Table): string {
  return condition
    .split(' · ')
    .map((part, place) => {
      if (part === 'undefined') return 'condition not stated'
      return conditions[place]?.path === 'site' ? part : humaniseKind(part)
    })
    .join(' · ')
}

/** One price for all sizes, or one or two sizes: the table is enough. */
function isWorthDrawing(drawn: ReturnType<typeof priceBySize>): boolean {
  if (!drawn) return false
  const values = drawn.series.flatMap(one => one.values).filter(one => one !== null)
  return drawn.labels.length >= 3 && new Set(values).size >= 2
}
