// The price of a watch over time, its lowest and its average; other lines on demand, gaps where nothing was seen, changes as marks.
import { useMemo, useState } from 'preact/hooks'
import type { Change, History } from '../../model/watch-api.ts'
import {
  amountWriter,
  breaksOf,
  currenciesOf,
  linesOf,
  type PriceSeries,
  priceSeries,
  timeLines,
} from '../../shape/price-history.ts'
import { Chart } from '../chart/chart.tsx'
import { timeText } from '../../shape/time-text.ts'
import { CHANGES_SHOWN } from './use-watch.ts'
import { Select } from '../control/fields.tsx'
import { Chips } from '../control/chips.tsx'

const SHOWN_MAX = 8
const PERIOD_MIN_MS = 60_000

const MARKS: Readonly<Record<string, string>> = {
  'price.changed': '--accent',
  'availability.changed': '--warn',
  'product.gone': '--bad',
  'watch.failing': '--bad',
}

export function HistoryChart({ history, changes }: { history: History; changes: readonly Change[] }) {
  const all = useMemo(() => priceSeries(history), [history])
  const currencies = useMemo(() => currenciesOf(all), [all])
  const [chosenCurrency, setCurrency] = useState('')
  const currency = currencies.includes(chosenCurrency) ? chosenCurrency : (currencies[0] ?? '')
  const [chosen, setChosen] = useState<readonly string[]>()
  const shown = chosen ?? all.slice(0, 1).map(one => one.id)
  const drawn = useMemo(
    () => drawnOf({ history, changes, currency, series: all.filter(one => shown.includes(one.id)) }),
    [history, changes, currency, all, shown.join()],
  )
  if (all.length === 0) return <p class="hint">No price in this period.</p>
  const toggle = (id: string) =>
    setChosen(shown.includes(id) ? shown.filter(one => one !== id) : [...shown, id].slice(-SHOWN_MAX))
  return (
    <>
      {drawn.series.length > 0 && <Chart kind="steps" {...drawn} />}
      {all.length > 1 && (
        <details class="more">
          <summary>More prices ({all.length - 1})</summary>
          <Chips
            label="Lines in the chart"
            options={all.map(({ id, title }) => [id, title])}
            isPressed={id => shown.includes(id)}
            onPress={toggle}
          />
        </details>
      )}
      {currencies.length > 1 && (
        <Select label="Currency" value={currency} options={currencies} onChange={setCurrency} />
      )}
      <p class="hint spaced">
        <span>
          <i class="swatch shade" /> No data: checks failed or did not run
        </span>
        <span>▲ a change{changes.length >= CHANGES_SHOWN && ' (only the latest are marked)'}</span>
        {history.thinned && (
          <span>Downsampled: each interval shows its first, lowest, highest and last price.</span>
        )}
      </p>
    </>
  )
}

interface Drawing {
  readonly history: History
  readonly changes: readonly Change[]
  readonly currency: string
  readonly series: readonly PriceSeries[]
}

function drawnOf({ history, changes, currency, series }: Drawing) {
  const breaks = breaksOf(history)
  const [fromMs, toMs] = [Date.parse(history.from), Date.parse(history.to)]
  const within = changes.filter(({ at }) => Date.parse(at) >= fromMs && Date.parse(at) <= toMs)
  const { timesMs, values, notes } = timeLines(series, currency, history.spans, breaks, within)
  const amounts = values.flat().filter(value => value !== null)
  const write = amountWriter(series, currency)
  const range = `${write(Math.min(...amounts))} to ${write(Math.max(...amounts))}`
  return {
    timesMs,
    period: { fromMs, toMs: Math.max(toMs, fromMs + PERIOD_MIN_MS) },
    labels: timesMs.map(timeText),
    series: linesOf(series, values),
    levels: series.some(one => one.id === 'price') ? levelsOf(history, currency) : [],
    unit: currency,
    write,
    notes,
    shades: breaks,
    marks: within.map(({ at, type }) => ({ atMs: Date.parse(at), colour: MARKS[type] ?? '--chart-3' })),
    description: `Prices over time, ${range}, ${within.length} changes. Arrow keys move from one moment to the next.`,
  }
}

/** Levels of the price: what is low, and what is usual. */
function levelsOf({ stats: { price } }: History, currency: string) {
  if (!price || price.min.currency !== currency || price.min.amount === price.max.amount) return []
  const [low, mean] = [Number(price.min.amount), Number(price.mean.amount)]
  return [
    { at: low, colour: 0, title: 'Lowest' },
    { at: mean, colour: 1, title: 'Average' },
  ]
}
