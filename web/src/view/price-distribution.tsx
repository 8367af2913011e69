// Price statistics as a distribution: how the prices of this page lie between the lowest and the highest of all.
import type { JsonObject } from '../model/absent.ts'
import { summariseItem } from '../shape/item-summary.ts'
import { fieldsOf, type FoundField } from '../shape/find-fields.ts'
import { formatMoney, isMoneyName } from '../shape/money.ts'
import { humanise } from '../shape/humanise.ts'

const BINS = 24
const WIDTH = 600
const HEIGHT = 88

export function PriceDistribution({ data, items }: { data: JsonObject; items: readonly JsonObject[] }) {
  const fields = [...fieldsOf(data)]
  const marks = fields.filter(isPriceStatistic)
  const counts = fields.filter(({ name, value }) => typeof value === 'number' && /total|count/.test(name))
  const prices = items.flatMap(item => summariseItem(item).price ?? [])
  const amounts = [...prices.map(one => one.amount), ...marks.map(mark => Number(mark.value))]
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const currency = prices[0]?.currency
  if (marks.length < 2 || !(high > low)) return null
  const write = (amount: number) => formatMoney({ amount: Math.round(amount), currency })
  const scale = scaleOf(low, high)
  return (
    <section class="card distribution">
      <h3>
        Prices{' '}
        {counts.map(({ name, value }) => (
          <small key={name}>{`${humanise(name)}: ${Number(value).toLocaleString('en')}`}</small>
        ))}
      </h3>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={marks.map(mark => `${humanise(mark.name)} ${write(Number(mark.value))}`).join(', ')}
      >
        {binsOf(
          prices.map(one => one.amount),
          scale,
        ).map((height, bin) => (
          <rect
            key={bin}
            class="bin"
            x={(bin * WIDTH) / BINS + 1}
            width={WIDTH / BINS - 2}
            y={HEIGHT - 6 - height * (HEIGHT - 12)}
            height={Math.max(0, height * (HEIGHT - 12))}
            rx="2"
          />
        ))}
        <line class="base" x1="0" x2={WIDTH} y1={HEIGHT - 5} y2={HEIGHT - 5} />
        {marks.map(mark => (
          <line
            key={mark.name}
            class="mark"
            x1={markX(mark, scale)}
            x2={markX(mark, scale)}
            y1="2"
            y2={HEIGHT - 2}
          />
        ))}
      </svg>
      <dl class="stats">
        {marks.map(mark => (
          <div key={mark.name}>
            <dt>{humanise(mark.name)}</dt>
            <dd>{write(Number(mark.value))}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        Bars: the {prices.length} offers of this page
        {high / low > 30 ? ', on a scale that grows tenfold' : ''}. Lines: the statistics of the shop.
      </p>
    </section>
  )
}

function isPriceStatistic({ name, value }: FoundField): boolean {
  return (
    typeof value === 'number' && isMoneyName(name) && /lowest|median|average|highest|mean|min|max/.test(name)
  )
}

/** From an amount to 0..1; by tenfolds where the dearest would press all others to the edge. */
function scaleOf(low: number, high: number): (amount: number) => number {
  if (low > 0 && high / low > 30) return amount => Math.log(amount / low) / Math.log(high / low)
  return amount => (amount - low) / (high - low)
}

function markX(mark: FoundField, scale: (amount: number) => number): number {
  return 1 + scale(Number(mark.value)) * (WIDTH - 2)
}

function binsOf(amounts: readonly number[], scale: (amount: number) => number): number[] {
  const counts = Array.from({ length: BINS }, () => 0)
  for (const amount of amounts) {
    const bin = Math.min(BINS - 1, Math.floor(scale(amount) * BINS))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const most = Math.max(1, ...counts)
  return counts.map(count => count / most)
}
