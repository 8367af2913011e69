// The routes of the change feed: pages by cursor, or an event stream that resumes after Last-Event-ID.
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AdmitParts } from '../http/admit.ts'
import type { Exchange } from '../http/exchange.ts'
import { parseQueryParams } from '../http/operation-handler.ts'
import { limitHeaders, sendJson } from '../http/respond.ts'
import type { Route } from '../http/route.ts'
import { Fault } from '../kit/fault.ts'
import type { FeedOrder, HistoryStore, StoredChange } from './history-store.ts'
import { changeView } from './view.ts'
import { admitWatches, invalid, readLimit, readQuery } from './watch-routes.ts'

export interface ChangeRouteParts extends AdmitParts {
  readonly history: HistoryStore
  readonly closing: () => boolean
}

const PAGE_DEFAULT = 100
const PAGE_MAX = 1_000
const STREAMS_MAX = 200
/** Other replicas and commands also write changes, so the table is polled. */
const POLL_MS = 500
/** Far below the server's timeout for idle connections. */
const HEARTBEAT_MS = 10_000

export function changesRoute(parts: ChangeRouteParts): Route {
  const streams = new Set<Exchange>()
  return {
    path: '/api/v2/changes',
    methods: ['GET', 'HEAD'],
    requestHeaders: 'x-api-key, content-type, last-event-id',
    admit: exchange => admitWatches(parts, exchange),
    async handle(exchange) {
      const { headers, method, url = '' } = exchange.request
      const values = readQuery(parseQueryParams(url), ['after', 'watch', 'limit', 'order'])
      const watchId = values.get('watch')
      const order = readOrder(values.get('order') ?? 'oldest')
      if (method === 'GET' && headers.accept?.includes('text/event-stream')) {
        if (order === 'newest') throw invalid('order', 'a stream always has the oldest change first')
        if (streams.size >= STREAMS_MAX)
          throw new Fault('overloaded', 'too many streams of changes are open', { retryAfterMs: 5_000 })
        const last = headers['last-event-id']
        const from = typeof last === 'string' && last !== '' ? last : values.get('after')
        const after = from === undefined ? await parts.history.lastChangeId() : readCursor(from)
        streams.add(exchange)
        return stream(exchange, parts, { after, watchId }).finally(() => streams.delete(exchange))
      }
      const cursorText = values.get('after')
      const after = cursorText === undefined ? undefined : readCursor(cursorText)
      const limit = readLimit(values, PAGE_DEFAULT, PAGE_MAX)
      const changes = await parts.history.changes({ after, watchId, limit, order })
      const cursor = String(changes.at(-1)?.id ?? after ?? 0)
      sendJson(exchange, 200, { changes: changes.map(changeView), cursor }, [
        'cache-control',
        'private, no-store',
      ])
    },
  }
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

async function stream(
  exchange: Exchange,
  { history, closing }: ChangeRouteParts,
  { after, watchId }: { readonly after: number; readonly watchId: string | undefined },
): Promise<void> {
  const { response, reply } = exchange
  response.writeHead(200, [
    'content-type',
    'text/event-stream; charset=utf-8',
    'cache-control',
    'no-store',
    'x-accel-buffering',
    'no',
    'x-request-id',
    exchange.requestId,
    ...exchange.originHeaders,
    ...limitHeaders(exchange),
  ])
  reply?.hijack()
  response.write(`retry: 2000\nid: ${after}\n\n`)
  const closed = eventOf(response, 'close')
  let cursor = after
  let wroteAtMs = performance.now()
  while (!response.destroyed && !closing()) {
    let page: readonly StoredChange[]
    try {
      page = await history.changes({ after: cursor, watchId, limit: PAGE_DEFAULT })
    } catch (error) {
      // The headers are already sent, so close the connection. The client reconnects with its last id and receives the problem.
      response.destroy(error instanceof Error ? error : undefined)
      return
    }
    let text = page.map(eventText).join('')
    cursor = page.at(-1)?.id ?? cursor
    if (text === '' && performance.now() - wroteAtMs > HEARTBEAT_MS) text = ':\n\n'
    if (text !== '') {
      wroteAtMs = performance.now()
      if (!response.write(text)) await Promise.race([eventOf(response, 'drain'), closed])
    }
    if (page.length < PAGE_DEFAULT) await Promise.race([sleep(POLL_MS), closed])
  }
  response.end()
}

function eventText(change: StoredChange): string {
  return `id: ${change.id}\nevent: ${change.type}\ndata: ${JSON.stringify(changeView(change))}\n\n`
}

function eventOf(response: ServerResponse, name: 'close' | 'drain'): Promise<void> {
  return new Promise(resolve => response.once(name, resolve))
}
