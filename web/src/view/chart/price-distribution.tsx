// Price statistics as a histogram: the prices of this page between the lowest and the highest of all.
import { isPriceName } from '../../../../src/kit/page/price-field.ts'
import { useContext, useMemo } from 'preact/hooks'
import type { JsonObject } from '../../model/absent.ts'
import { fieldsOf, type FoundField } from '../../shape/find-fields.ts'
import { humanise } from '../../shape/humanise.ts'
import { summariseItem } from '../../shape/item-summary.ts'
import { formatMoney } from '../../shape/money.ts'
import { priceBins } from '../../shape/price-bins.ts'
import { colourOfStatistic } from '../../shape/series-colour.ts'
import { Chart } from './chart.tsx'
import { Currency } from '../product/currency.ts'

export function PriceDistribution({ data, items }: { data: JsonObject; items: readonly JsonObject[] }) {
  const fallback = useContext(Currency)
  const drawn = useMemo(() => drawnOf(data, items, fallback), [data, items, fallback])
  if (!drawn) return null
  const { counts, statistics, priceCount, isLogarithmic, write, chart } = drawn
  return (
    <section class="card distribution">
      <h3>
        Prices{' '}
        {counts.map(({ name, value }) => (
          <small key={name}>{`${humanise(name)}: ${Number(value).toLocaleString('en')}`}</small>
        ))}
      </h3>
      <Chart kind="bars" {...chart} />
      <dl class="stats">
        {statistics.map(({ name, value }) => (
          <div key={name}>
            <dt>{humanise(name)}</dt>
            <dd>{write(Number(value))}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        Bars: the {priceCount} offers of this page that name a price
        {isLogarithmic ? ', on a logarithmic scale' : ''}. Lines: statistics from the shop.
      </p>
    </section>
  )
}

function drawnOf(data: JsonObject, items: readonly JsonObject[], fallback: string | undefined) {
  const fields = [...fieldsOf(data)]
  const statistics = fields.filter(isPriceStatistic)
  const all = items.flatMap(item => summariseItem(item).price ?? [])
  const currency = all[0]?.currency ?? fallback
  // Prices of two currencies share no axis.
  const amounts = all.flatMap(one => ((one.currency ?? fallback) === currency ? [one.amount] : []))
  const range = [...amounts, ...statistics.map(one => Number(one.value))]
  const [low, high] = [Math.min(...range), Math.max(...range)]
  if (statistics.length < 2 || !(high > low)) return undefined
  const write = (amount: number) => formatMoney({ amount: Math.round(amount), currency })
  const bins = priceBins(amounts, low, high)
  return {
    counts: fields.filter(({ name, value }) => typeof value === 'number' && /total|count/.test(name)),
    statistics,
    priceCount: amounts.length,
    isLogarithmic: bins.isLogarithmic,
    write,
    chart: {
      labels: bins.counts.map((_, bin) => write(bins.edges[bin] ?? low)),
      atEdges: true,
      names: bins.counts.map(
        (_, bin) => `${write(bins.edges[bin] ?? low)} to ${write(bins.edges[bin + 1] ?? high)}`,
      ),
      series: [{ title: 'Offers', values: bins.counts }],
      lines: statistics.map(({ name, value }) => ({
        title: humanise(name),
        at: bins.placeOf(Number(value)),
        colour: colourOfStatistic(name),
      })),
      write: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'offer' : 'offers'}`,
      unit: 'Offers',
      description: `Offers by price, ${statistics.map(one => `${humanise(one.name)} ${write(Number(one.value))}`).join(', ')}. Arrow keys move from one price to the next.`,
    },
  }
}

function isPriceStatistic({ name, value }: FoundField): boolean {
  return (
    typeof value === 'number' &&
    value > 0 &&
    isPriceName(name) &&
    /lowest|median|average|highest|mean|min|max/.test(name)
  )
}
