// The routes of what watches find: the products of a catalogue, and the feed of changes.
import { invalidParameterFault } from '../../engine/read-params.ts'
import { defineRoute } from '../../kit/define-route.ts'
import { Fault } from '../../kit/fault.ts'
import { f } from '../../kit/fields.ts'
import type { ColumnHead } from '../../table/columns.ts'
import { newsOfChange } from '../../watch/catalog/catalog-news.ts'
import type { CatalogStore, ProductFilter } from '../../watch/catalog/catalog-store.ts'
import type { HistoryStore } from '../../watch/history-store.ts'
import { CHANGE_COLUMNS, changeRow } from '../../watch/history-table.ts'
import type { StreamCounter } from '../../watch/stream-counter.ts'
import { changeView, productView } from '../../watch/view.ts'
import { CATALOG_OPERATION } from '../../watch/watch.ts'
import { WATCH_SCOPE, type WatchAccess } from '../../watch/watch-access.ts'
import type { WatchActions } from '../../watch/watch-actions.ts'
import { CatalogProducts, ChangePage } from '../../watch/watch-schemas.ts'
import { watchExamples as examples } from './watch-examples.ts'
import { limit, WATCH_TAG } from './watches.ts'

interface CatalogParts {
  readonly actions: WatchActions
  readonly catalogs: CatalogStore
  readonly history: HistoryStore
}

interface ProductsAsked {
  readonly path: { readonly id: string }
  readonly query: {
    readonly change: string | undefined
    readonly after: string | undefined
    readonly limit: number
  }
  readonly caller: WatchAccess
}

async function readProducts({ path, query, caller }: ProductsAsked, parts: CatalogParts) {
  const watch = await parts.actions.find(path.id, caller)
  if (watch.operation !== CATALOG_OPERATION)
    throw new Fault('not_found', `${watch.id} watches no catalogue; its history is at /history`)
  const { baseline } = await parts.catalogs.read(watch.id)
  const baselineRun = baseline?.run ?? 0
  const run = await runOf(parts, watch.id, query.change)
  const page = { baselineRun, ...run, after: query.after ?? '', limit: query.limit }
  const rows = await parts.catalogs.page(watch.id, page)
  return {
    watch: watch.id,
    products: rows.map(row => productView(row, baselineRun)),
    next: rows.length === query.limit ? (rows.at(-1)?.key ?? null) : null,
  }
}

async function runOf(
  { history }: CatalogParts,
  watchId: string,
  text: string | undefined,
): Promise<Pick<ProductFilter, 'addedIn' | 'removedIn'>> {
  if (text === undefined) return {}
  const change = /^\d{1,15}$/.test(text) ? await history.change(Number(text)) : undefined
  const news = change?.watchId === watchId ? newsOfChange(change) : undefined
  if (!news)
    throw invalidParameterFault([
      { name: 'change', in: 'query', message: 'change must be the id of a change of this catalogue' },
    ])
  return change?.type === 'catalog.removed' ? { removedIn: news.run } : { addedIn: news.run }
}

const COLUMNS = [
  { name: 'url', type: 'text', isList: false },
  { name: 'name', type: 'text', isList: false },
  { name: 'image', type: 'text', isList: false },
  { name: 'state', type: 'text', isList: false },
  { name: 'first_seen', type: 'timestamp', isList: false },
  { name: 'last_seen', type: 'timestamp', isList: false },
  { name: 'removed_at', type: 'timestamp', isList: false },
] as const satisfies readonly ColumnHead[]

const catalogProducts = defineRoute({
  id: 'watches.products',
  tag: WATCH_TAG,
  scope: [WATCH_SCOPE],
  method: 'GET',
  path: '/api/v2/watches/{id}/products',
  names: { id: 'Id of the watch' },
  summary: 'The products of a watched catalogue',
  description:
    'Those that are known, or those that one change is about. Paginated by cursor. Only for a watch on a catalogue.',
  answers: { 200: 'A page of products. As a table, one row per product.' },
  query: {
    change: f.text('Id of a `catalog.added` or `catalog.removed`: only its products'),
    after: f.text('`next` from the previous page'),
    limit,
  },
  result: CatalogProducts,
  rows: 'products',
  next: 'next',
  example: { path: { id: examples.products.watch }, result: examples.products },
  handle: (asked, parts: CatalogParts) => readProducts(asked, parts),
  async table(asked, parts: CatalogParts) {
    const { watch, products } = await readProducts(asked, parts)
    const rows = products.map(product => COLUMNS.map(({ name }) => product[name]))
    return { name: `${watch}-products`, columns: COLUMNS, rows }
  },
})

interface FeedParts {
  readonly history: HistoryStore
  readonly streams: StreamCounter
}

interface FeedAsked {
  readonly query: {
    readonly after: number | undefined
    readonly watch: string | undefined
    readonly order: 'oldest' | 'newest'
    readonly limit: number
  }
  readonly caller: WatchAccess
}

async function readFeed({ query, caller }: FeedAsked, { history }: Pick<FeedParts, 'history'>) {
  const { after, watch: watchId, order } = query
  const page = { after, watchId, order, limit: query.limit, owners: caller.owners }
  const changes = await history.changes(page)
  return { changes, cursor: String(changes.at(-1)?.id ?? after ?? 0) }
}

const STREAM_PAGE = 100

const changes = defineRoute({
  id: 'changes',
  tag: WATCH_TAG,
  scope: [WATCH_SCOPE],
  method: 'GET',
  path: '/api/v2/changes',
  summary: 'All changes, in order',
  description:
    'Paginated by cursor. With `Accept: text/event-stream`, the changes are streamed, each as an event with its id; `Last-Event-ID` resumes the stream.',
  answers: { 200: 'Changes in the requested order.' },
  query: {
    after: f.cursor('`cursor` from an earlier answer in the same order; defaults to the beginning'),
    watch: f.text('Only changes of this watch'),
    order: f.choice('`newest` for the newest first; not for a stream', ['oldest', 'newest']),
    limit,
  },
  result: ChangePage,
  rows: 'changes',
  next: 'cursor',
  example: { result: examples.changes },
  async handle(asked, parts: FeedParts) {
    const page = await readFeed(asked, parts)
    return { changes: page.changes.map(changeView), cursor: page.cursor }
  },
  async table(asked, parts: FeedParts) {
    const page = await readFeed(asked, parts)
    return { name: `changes-${page.cursor}`, columns: CHANGE_COLUMNS, rows: page.changes.map(changeRow) }
  },
  /** After the last event that the client has seen, or else after the newest change. */
  async stream({ query, caller, lastEventId }, { history, streams }: FeedParts) {
    if (query.order === 'newest')
      throw invalidParameterFault([
        { name: 'order', in: 'query', message: 'a stream always has the oldest change first' },
      ])
    const after = lastEventId === undefined ? query.after : cursorOf(lastEventId)
    return {
      after: after ?? (await history.lastChangeId()),
      pageSize: STREAM_PAGE,
      end: streams.begin(caller.key.id),
      async read(cursor) {
        const page = { after: cursor, watchId: query.watch, owners: caller.owners, limit: STREAM_PAGE }
        const found = await history.changes(page)
        return found.map(change => ({ id: change.id, event: change.type, data: changeView(change) }))
      },
    }
  },
})

function cursorOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidParameterFault([
    { name: 'after', in: 'query', message: 'after must be a cursor from an earlier answer' },
  ])
}

export const changeRoutes = [catalogProducts, changes] as const
