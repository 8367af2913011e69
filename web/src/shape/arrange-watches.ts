// Which watches the list shows, in which order, and in which groups. Pure.
import type { Watch } from '../model/watch-api.ts'
import { type Order, orderRows } from './order-rows.ts'
import { isMoney } from './price-history.ts'
import type { Column } from './table.ts'

export const SORTS = {
  listed: 'default',
  newest: 'newest first',
  state: 'problems first',
  name: 'name',
  price: 'lowest price',
  highest: 'highest price',
  checked: 'latest check',
} as const
type Sort = keyof typeof SORTS

const ORDERS: Readonly<Record<Sort, Order | undefined>> = {
  listed: undefined,
  newest: { by: 'created', descending: true },
  state: { by: 'state', descending: false },
  name: { by: 'name', descending: false },
  price: { by: 'price', descending: false },
  highest: { by: 'price', descending: true },
  checked: { by: 'checked', descending: true },
}
const STATES: readonly Watch['state'][] = ['failing', 'gone', 'new', 'paused', 'ok']

export interface Arrangement {
  readonly words: string
  readonly sort: Sort
  readonly isByShop: boolean
}

export const AS_LISTED: Arrangement = { words: '', sort: 'listed', isByShop: false }

interface WatchGroup {
  /** Empty where watches are not grouped. */
  readonly shop: string
  readonly watches: readonly Watch[]
}

export function arrangeWatches(
  watches: readonly Watch[],
  { words, sort, isByShop }: Arrangement,
): WatchGroup[] {
  const order = orderRows(columnsOf(watches), watches.length, { words, order: ORDERS[sort] })
  const sorted = order.flatMap(place => watches[place] ?? [])
  if (!isByShop) return [{ shop: '', watches: sorted }]
  return Array.from(Map.groupBy(sorted, shopOfWatch), ([shop, own]) => ({ shop, watches: own })).toSorted(
    (a, b) => a.shop.localeCompare(b.shop),
  )
}

function columnsOf(watches: readonly Watch[]): Column[] {
  const column = (path: string, cell: (watch: Watch) => Column['cells'][number]): Column => ({
    path,
    title: path,
    cells: watches.map(cell),
  })
  return [
    column('name', one => one.name),
    column('shop', shopOfWatch),
    column('url', one => one.url ?? undefined),
    column('tags', one => one.tags.map(tag => `#${tag}`).join(' ')),
    column('state', one => STATES.indexOf(one.state)),
    column('created', one => one.created_at),
    column('checked', one => one.last_check?.at),
    column('price', ({ facts }) => {
      const price = facts?.price
      return isMoney(price) ? price : undefined
    }),
  ]
}

/** The host of the page, or what the operation asks. */
function shopOfWatch({ url, operation, params }: Watch): string {
  const address = url ?? (typeof params.shop === 'string' ? params.shop : '')
  return URL.parse(address)?.host ?? (address || (operation.split('.', 1)[0] ?? ''))
}
