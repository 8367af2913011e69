// The price of a watch over time as a small chart: steps where it changed, nothing where nothing was seen.
import { useMemo } from 'preact/hooks'
import type { History } from '../../model/watch-api.ts'
import {
  amountWriter,
  breaksOf,
  currenciesOf,
  linesOf,
  priceSeries,
  timeLines,
} from '../../shape/price-history.ts'
import { Chart } from './chart.tsx'
import { periodText, timeText } from '../../shape/time-text.ts'

export function PriceLine({ history, name }: { history: History | undefined; name: string }) {
  const drawn = useMemo(() => (history ? drawnOf(history) : undefined), [history])
  if (!drawn) return <div class="sparkline none" aria-hidden="true" />
  const { low, high, ...chart } = drawn
  const range = low === high ? chart.write(low) : `${chart.write(low)} to ${chart.write(high)}`
  return <Chart kind="steps" {...chart} description={`Price of ${name}: ${range}`} />
}

function drawnOf(history: History) {
  const all = priceSeries(history).filter(one => one.id === 'price')
  const [currency] = currenciesOf(all)
  if (currency === undefined) return undefined
  const { timesMs, values, notes } = timeLines(all, currency, history.spans, breaksOf(history), [])
  const amounts = values.flat().filter(value => value !== null)
  const write = amountWriter(all, currency)
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const bare = (amount: number) => write(amount).replace(` ${currency}`, '')
  return {
    timesMs,
    labels: timesMs.map(timeText),
    series: linesOf(all, values),
    notes,
    write,
    low,
    high,
    compact: {
      top: bare(high),
      foot: low === high ? '' : bare(low),
      caption: `${currency}, ${periodText(timesMs[0] ?? 0, timesMs.at(-1) ?? 0)}`,
    },
  }
}
