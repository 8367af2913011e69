// The routes of what watches find: the feed of changes, and the products of a catalog.
import { invalidParameterFault } from '../../../answer/request/read-params.ts'
import { defineRoute } from '../define-route.ts'
import { f } from '../../../settings/fields.ts'
import type { HistoryStore } from '../../../watch/store/history-store.ts'
import { CHANGE_COLUMNS, changeRow } from '../../../watch/history/history-table.ts'
import type { StreamCounter } from '../../../watch/feed/stream-counter.ts'
import { changeView } from '../../../watch/view/view.ts'
import { WATCH_SCOPE, type WatchAccess } from '../../../watch/watch-access.ts'
import { ChangePage } from '../../../watch/model/watch-schemas.ts'
import { watchExamples as examples } from './watch-examples.ts'
import { catalogProducts } from './watch-products.ts'
import { limit, WATCH_TAG } from './watch-routes.ts'

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
  async handle(request, parts: FeedParts) {
    const page = await readFeed(request, parts)
    return { changes: page.changes.map(changeView), cursor: page.cursor }
  },
  async table(request, parts: FeedParts) {
    const page = await readFeed(request, parts)
    return {
      name: `changes-${page.cursor}`,
      columns: CHANGE_COLUMNS,
      rows: page.changes.map(one => changeRow(changeView(one))),
    }
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
        const changes = await history.changes(page)
        return changes.map(change => ({ id: change.id, event: change.type, data: changeView(change) }))
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
