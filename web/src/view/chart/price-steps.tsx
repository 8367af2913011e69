// A few prices as a small line of steps, for a table with many rows.
import { moneyText } from '../../model/general.ts'
import type { CatalogProduct } from '../../model/watches.ts'

const WIDTH = 96
const HEIGHT = 22
const EDGE = 2

export function PriceSteps({ prices }: Pick<CatalogProduct, 'prices'>) {
  const known = prices.flatMap(({ at, price }) =>
    price ? [{ ms: Date.parse(at), amount: Number(price.amount), price }] : [],
  )
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return <span aria-hidden="true">–</span>
  const amounts = known.map(one => one.amount)
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const x = (place: number) => (known.length < 2 ? 0 : (place / known.length) * WIDTH)
  const y = (amount: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((amount - low) / (high - low)) * (HEIGHT - 2 * EDGE)
  // Steps of equal width: a table shows the order of the prices, the chart their times.
  const points = known.flatMap(({ amount }, place) => [
    `${x(place)},${y(amount)}`,
    `${x(place + 1) || WIDTH},${y(amount)}`,
  ])
  const label = `${known.length} prices, from ${moneyText(first.price) ?? ''} to ${moneyText(last.price) ?? ''}`
  return (
    <svg
      class="price-steps"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  )
}
