// The routes of the change feed: pages by cursor, or an event stream that resumes after Last-Event-ID.
import { type AdmitParts } from '../admit.ts'
import { acceptsCsv, type TableFormat, takeFormat } from '../csv-answer.ts'
import type { Exchange } from '../exchange.ts'
import { parseQueryParams } from '../operation-handler.ts'
import { sendJson } from '../respond.ts'
import type { Route } from '../route.ts'
import { BYTE_ORDER_MARK } from '../../table/csv.ts'
import { parquetBytes } from '../../table/parquet-file.ts'
import { csvLine } from '../../table/table-file.ts'
import { STREAM_PAGE, streamChanges } from './change-stream.ts'
import type { FeedOrder, HistoryStore, StoredChange } from '../../watch/history-store.ts'
import { CHANGE_COLUMNS, changeRow } from '../../watch/history-table.ts'
import type { StreamCounter } from '../../watch/stream-counter.ts'
import { changeView } from '../../watch/view.ts'
import { accessOfCaller, admitWatches, invalid, readLimit, readQuery, sendTable } from './watch-routes.ts'

export interface ChangeRouteParts extends AdmitParts {
  readonly history: HistoryStore
  readonly closing: () => boolean
  readonly streams: StreamCounter
}

const PAGE_DEFAULT = 100
const PAGE_MAX = 1_000

export function changesRoute(parts: ChangeRouteParts): Route {
  const { streams } = parts
  return {
    path: '/api/v2/changes',
    methods: ['GET', 'HEAD'],
    requestHeaders: 'x-api-key, content-type, last-event-id',
    admit: exchange => admitWatches(parts, exchange),
    async handle(exchange) {
      const { headers, method, url = '' } = exchange.request
      const { given, format } = takeFormat(parseQueryParams(url))
      const values = readQuery(given, ['after', 'watch', 'limit', 'order'])
      const watchId = values.get('watch')
      const order = readOrder(values.get('order') ?? 'oldest')
      const { owners } = accessOfCaller(exchange)
      if (method === 'GET' && format === undefined && headers.accept?.includes('text/event-stream')) {
        if (order === 'newest') throw invalid('order', 'a stream always has the oldest change first')
        const after = await startOf(parts, exchange, values.get('after'))
        const read = (cursor: number) =>
          parts.history.changes({ after: cursor, watchId, owners, limit: STREAM_PAGE })
        const end = streams.begin(exchange.key?.id ?? '')
        const { closing } = parts
        return streamChanges(exchange, {
          after,
          read,
          isAllowed: () => isStillAllowed(parts, exchange),
          closing,
        }).finally(end)
      }
      const cursorText = values.get('after')
      const after = cursorText === undefined ? undefined : readCursor(cursorText)
      const limit = readLimit(values, PAGE_DEFAULT, PAGE_MAX)
      const changes = await parts.history.changes({ after, watchId, owners, limit, order })
      const cursor = String(changes.at(-1)?.id ?? after ?? 0)
      const wanted = format ?? (acceptsCsv(headers.accept) ? 'csv' : 'json')
      if (wanted !== 'json')
        return sendTable(exchange, wanted, changeTable(changes, wanted), `changes-${cursor}`)
      sendJson(exchange, 200, { changes: changes.map(changeView), cursor }, [
        'cache-control',
        'private, no-store',
      ])
    },
  }
}

function changeTable(changes: readonly StoredChange[], format: TableFormat): Buffer {
  const rows = changes.map(changeRow)
  if (format === 'parquet') return parquetBytes(CHANGE_COLUMNS, rows)
  const lines = [CHANGE_COLUMNS.map(({ name }) => name), ...rows].map(csvLine)
  return Buffer.from(`${format === 'csv-excel' ? BYTE_ORDER_MARK : ''}${lines.join('')}`)
}

/** After the last event that the client has seen, or else after the newest change. */
async function startOf(
  { history }: ChangeRouteParts,
  { request }: Exchange,
  afterText: string | undefined,
): Promise<number> {
  const last = request.headers['last-event-id']
  const from = typeof last === 'string' && last !== '' ? last : afterText
  return from === undefined ? history.lastChangeId() : readCursor(from)
}

/** False once the key is revoked or has expired. */
async function isStillAllowed({ keyCache }: ChangeRouteParts, { request }: Exchange): Promise<boolean> {
  return (await keyCache.find(String(request.headers['x-api-key']), Date.now())) !== undefined
}

function readCursor(text: string): number {
  const cursor = Number(text)
  if (!/^\d{1,15}$/.test(text)) throw invalid('after', 'after must be a cursor from an earlier answer')
  return cursor
}

function readOrder(text: string): FeedOrder {
  if (text === 'oldest' || text === 'newest') return text
  throw invalid('order', 'order must be oldest or newest')
}
