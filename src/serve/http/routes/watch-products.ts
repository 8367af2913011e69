// The route of the products of a watched catalog.
import { defineRoute } from '../define-route.ts'
import { f } from '../../../settings/fields.ts'
import type { PlainSchema } from '#kit/schema/schema'
import { columnsOf } from '../../../answer/table/columns.ts'
import type { CatalogStore } from '../../../watch/store/catalog-store.ts'
import type { ProductOrder } from '../../../watch/view/product-view.ts'
import { readProducts } from '../../../watch/view/read-products.ts'
import type { HistoryStore } from '../../../watch/store/history-store.ts'
import { WATCH_SCOPE, type WatchAccess } from '../../../watch/watch-access.ts'
import type { WatchActions } from '../../../watch/watch-actions.ts'
import { CatalogProduct, CatalogProducts } from '../../../watch/model/watch-schemas.ts'
import { watchExamples as examples } from './watch-examples.ts'
import { limit, WATCH_TAG } from './watch-routes.ts'

export interface CatalogParts {
  readonly actions: WatchActions
  readonly catalogs: CatalogStore
  readonly history: HistoryStore
}

interface ProductsAsked {
  readonly path: { readonly id: string }
  readonly query: {
    readonly change: string | undefined
    readonly sort: ProductOrder
    readonly include: 'prices' | undefined
    readonly after: string | undefined
    readonly limit: number
  }
  readonly caller: WatchAccess
}

async function pageOf({ path, query, caller }: ProductsAsked, parts: CatalogParts) {
  const watch = await parts.actions.find(path.id, caller)
  const withPrices = query.include === 'prices'
  return { watch: watch.id, ...(await readProducts(parts, watch, { ...query, withPrices })) }
}

/** Flat columns, without those of a change. */
const COLUMNS = columnsOf(CatalogProduct as PlainSchema).filter(
  ({ name }) => !/^(?:before|after|prices|conditions)\b/.test(name),
)

export const catalogProducts = defineRoute({
  id: 'watches.products',
  tag: WATCH_TAG,
  scope: [WATCH_SCOPE],
  method: 'GET',
  path: '/api/v2/watches/{id}/products',
  names: { id: 'Id of the watch' },
  summary: 'The products of a watched catalog',
  description:
    'Those that are known, or those that one change is about, with price and availability where the list states them. Paginated by cursor. Only for a watch on a catalog.',
  answers: { 200: 'A page of products. As a table, one row per product.' },
  query: {
    change: f.text('Id of a `catalog.*` change: only its products'),
    sort: f.choice(
      '`drop`: the largest fall from the previous price first; `changed`: the latest change first',
      ['found', 'drop', 'rise', 'changed'],
    ),
    include: f.oneOf('`prices` for the last prices of each product', ['prices']),
    after: f.text('`next` from the previous page'),
    limit,
  },
  result: CatalogProducts,
  rows: 'products',
  next: 'next',
  example: { path: { id: examples.products.watch }, result: examples.products },
  handle: (request, parts: CatalogParts) => pageOf(request, parts),
  async table(request, parts: CatalogParts) {
    const { watch, products } = await pageOf(request, parts)
    const rows = products.map(product => COLUMNS.map(column => column.values(product)[0]))
    return { name: `${watch}-products`, columns: COLUMNS, rows }
  },
})
