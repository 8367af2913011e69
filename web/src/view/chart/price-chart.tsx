// The chart of price by size. Variants of one condition are drawn at a time, new ones first; a size without a price is a gap.
import { useMemo, useState } from 'preact/hooks'
import { moneyText, type ProductVariant } from '../../model/general.ts'
import { humaniseKind } from '../../shape/humanise.ts'
import { conditionsOf, priceBySize } from '../../shape/price-by-size.ts'
import { Chart } from './chart.tsx'
import { Select } from '../control/fields.tsx'

export function PriceChart({ variants }: { variants: readonly ProductVariant[] }) {
  const all = useMemo(
    () =>
      conditionsOf(variants).flatMap(condition => {
        const drawn = priceBySize(variants, condition)
        return drawn
          ? [{ name: condition === null ? 'Condition not stated' : humaniseKind(condition), drawn }]
          : []
      }),
    [variants],
  )
  const [chosen, setChosen] = useState('')
  const shown = all.find(one => one.name === chosen) ?? all[0]
  if (!shown) return null
  const { labels, series, currency } = shown.drawn
  const write = (amount: number) => moneyText({ amount: String(amount), currency }) ?? ''
  const amounts = series.flatMap(one => one.values).filter(value => value !== null)
  return (
    <>
      {all.length > 1 && (
        <Select
          label="Condition"
          value={shown.name}
          options={all.map(({ name }) => name)}
          onChange={setChosen}
        />
      )}
      <Chart
        kind="lines"
        labels={labels}
        names={labels.map(label => `Size ${label}`)}
        series={series}
        write={write}
        unit={currency}
        description={`Price by size for ${labels.length} sizes, from ${write(Math.min(...amounts))} to ${write(Math.max(...amounts))}. Arrow keys move from size to size; the table has the same numbers.`}
      />
    </>
  )
}
