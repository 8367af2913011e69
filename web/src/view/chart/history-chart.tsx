// The prices of a watch over time: lines that can be switched on and off, gaps where nothing was seen, changes as marks.
import { useMemo, useState } from 'preact/hooks'
import type { Change, History } from '../../model/watches.ts'
import {
  breaksOf,
  currenciesOf,
  type PriceSeries,
  priceSeries,
  timeLines,
} from '../../shape/price-history.ts'
import { Chart } from './chart.tsx'
import { timeText } from '../../shape/time-text.ts'
import { CHANGES_SHOWN } from '../watch/use-watch.ts'

const SHOWN_AT_FIRST = 6
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
  const shown = chosen ?? distinctSeries(all).map(one => one.id)
  const drawn = useMemo(
    () => drawnOf({ history, changes, currency, series: all.filter(one => shown.includes(one.id)) }),
    [history, changes, currency, all, shown.join()],
  )
  if (all.length === 0) return <p class="hint">No price in this period.</p>
  const toggle = (id: string) =>
    setChosen(shown.includes(id) ? shown.filter(one => one !== id) : [...shown, id].slice(-SHOWN_MAX))
  return (
    <>
      <div class="buttons" role="group" aria-label="Lines in the chart">
        {(all.length > 1 ? all : []).map(({ id, title }) => (
          <button
            key={id}
            class="chip"
            type="button"
            aria-pressed={shown.includes(id)}
            onClick={() => toggle(id)}
          >
            {title}
          </button>
        ))}
        {currencies.length > 1 && (
          <label class="inline">
            Currency
            <select value={currency} onChange={event => setCurrency(event.currentTarget.value)}>
              {currencies.map(one => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {drawn.series.length > 0 && <Chart kind="steps" {...drawn} />}
      <p class="hint legend">
        <span>
          <i class="swatch shade" /> nothing seen: checks failed, or none ran
        </span>
        <span>▲ a change{changes.length >= CHANGES_SHOWN && ' (only the latest are marked)'}</span>
        {history.thinned && (
          <span>Downsampled: each interval shows its first, lowest, highest and last price.</span>
        )}
      </p>
    </>
  )
}

/** Variants that always cost the same are one line. */
function distinctSeries(all: readonly PriceSeries[]): PriceSeries[] {
  const byPoints = new Map<string, PriceSeries>()
  for (const one of all) {
    const text = JSON.stringify(one.points)
    if (!byPoints.has(text)) byPoints.set(text, one)
  }
  return [...byPoints.values()].slice(0, SHOWN_AT_FIRST)
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
  const digits = Math.max(0, ...series.flatMap(one => one.points.map(point => point.digits)))
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const write = (value: number) => `${value.toLocaleString('en', format)} ${currency}`
  const range = `${write(Math.min(...amounts))} to ${write(Math.max(...amounts))}`
  return {
    timesMs,
    period: { fromMs, toMs: Math.max(toMs, fromMs + PERIOD_MIN_MS) },
    labels: timesMs.map(timeText),
    series: series.map(({ title, colour }, place) => ({ title, colour, values: values[place] ?? [] })),
    unit: currency,
    write,
    notes,
    shades: breaks,
    marks: within.map(({ at, type }) => ({ atMs: Date.parse(at), colour: MARKS[type] ?? '--chart-3' })),
    description: `Prices over time, ${range}, ${within.length} changes. Arrow keys move from one moment to the next.`,
  }
}
