// The products of a watched shop as a table: what each costs, how far its price moved, and its last prices as a line.
import { useCallback, useEffect, useState } from 'preact/hooks'
import { moneyText } from '../../model/general.ts'
import type { CatalogProduct, ProductSort, WatchApi } from '../../model/watch-api.ts'
import { humaniseKind } from '../../shape/humanise.ts'
import { HistoryChart } from './history-chart.tsx'
import { timeText } from '../../shape/time-text.ts'
import { Button } from '../control/button.tsx'
import { Select } from '../control/fields.tsx'
import { DataTable, numeric } from '../control/data-table.tsx'
import { useLoaded } from '../shell/server-info.ts'

interface Props {
  readonly id: string
  readonly api: WatchApi
  /** Changes with every change of the watch. */
  readonly news: number
}

const SORTS: readonly (readonly [ProductSort, string])[] = [
  ['drop', 'Largest drop'],
  ['rise', 'Largest rise'],
  ['changed', 'Latest change'],
  ['found', 'As listed'],
]

const COLUMNS = ['Product', numeric('Price'), numeric('Before'), numeric('Moved'), 'Stock', 'Since', 'Prices']

export function CatalogProducts({ id, api, news }: Props) {
  const [sort, setSort] = useState<ProductSort>('drop')
  const { products, next, more, error } = useProducts(api, id, sort, news)
  const [opened, setOpened] = useState<string>()
  return (
    <section class="card">
      <div class="bar">
        <h2>Products</h2>
        <Select label="Sort by" value={sort} options={SORTS} onChange={setSort} />
      </div>
      {error && <p class="error">{error}</p>}
      {opened !== undefined && <ProductHistory key={opened} api={api} id={id} url={opened} />}
      <DataTable label="Products of the shop" titles={COLUMNS}>
        {products.map(product => (
          <Row key={product.url} product={product} onOpen={() => setOpened(product.url)} />
        ))}
      </DataTable>
      {next !== null && <Button onClick={more}>More</Button>}
    </section>
  )
}

function Row({ product, onOpen }: { product: CatalogProduct; onOpen: () => void }) {
  const { url, name, price, previous_price: before, moved, availability, since, prices } = product
  return (
    <tr>
      <td>
        {/^https?:\/\//.test(url) ? (
          <a href={url} rel="noreferrer">
            {name ?? url}
          </a>
        ) : (
          (name ?? url)
        )}
      </td>
      <td class="number">{price ? moneyText(price) : '–'}</td>
      <td class="number">{before ? moneyText(before) : '–'}</td>
      <td class="number">{moved === null ? '–' : `${moved > 0 ? '+' : ''}${(moved * 100).toFixed(1)}%`}</td>
      <td>{availability === null ? '–' : humaniseKind(availability)}</td>
      <td>{since === null ? '–' : timeText(since)}</td>
      <td>
        <button
          class="price-button"
          type="button"
          onClick={onOpen}
          aria-label={`Price history of ${name ?? url}`}
        >
          <PriceSteps prices={prices} />
        </button>
      </td>
    </tr>
  )
}

function ProductHistory({ api, id, url }: { api: WatchApi; id: string; url: string }) {
  const load = useCallback(() => api.history(id, { url }, AbortSignal.timeout(WAIT_MS)), [api, id, url])
  const { value: answer } = useLoaded(load)
  if (!answer) return <p class="hint">Loading…</p>
  return 'value' in answer ? <HistoryChart history={answer.value} changes={[]} /> : null
}

const WAIT_MS = 30_000

interface Loaded {
  readonly products: readonly CatalogProduct[]
  readonly next: string | null
  readonly error: string
}

const NOTHING: Loaded = { products: [], next: null, error: '' }

function useProducts(api: WatchApi, id: string, sort: ProductSort, news: number) {
  const [loaded, setLoaded] = useState(NOTHING)
  const load = async (after: string | null, before: Loaded['products'], signal: AbortSignal) => {
    const reply = await api.products(id, { sort, ...(after !== null && { after }) }, signal)
    if (signal.aborted) return
    if ('problem' in reply) return setLoaded({ ...NOTHING, error: reply.problem.detail })
    const { products, next } = reply.value
    setLoaded({ products: [...before, ...products], next, error: '' })
  }
  useEffect(() => {
    const control = new AbortController()
    void load(null, [], control.signal)
    return () => control.abort()
  }, [api, id, sort, news])
  const more = () => void load(loaded.next, loaded.products, AbortSignal.timeout(WAIT_MS))
  return { ...loaded, more }
}

const WIDTH = 96
const HEIGHT = 22
const EDGE = 2

function PriceSteps({ prices }: Pick<CatalogProduct, 'prices'>) {
  const steps = prices.flatMap(({ at, price }) =>
    price ? [{ ms: Date.parse(at), amount: Number(price.amount), price }] : [],
  )
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return <span aria-hidden="true">–</span>
  const amounts = steps.map(one => one.amount)
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const x = (place: number) => (steps.length < 2 ? 0 : (place / steps.length) * WIDTH)
  const y = (amount: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((amount - low) / (high - low)) * (HEIGHT - 2 * EDGE)
  // Steps of equal width: a table shows the order of the prices, the chart their times.
  const points = steps.flatMap(({ amount }, place) => [
    `${x(place)},${y(amount)}`,
    `${x(place + 1) || WIDTH},${y(amount)}`,
  ])
  const label = `${steps.length} prices, from ${moneyText(first.price) ?? ''} to ${moneyText(last.price) ?? ''}`
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
