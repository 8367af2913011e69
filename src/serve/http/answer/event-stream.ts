// Sends a stream of a route as server-sent events until the client leaves, its key ends or the server stops.
import type { ServerResponse } from 'node:http'
import type { RouteStream, ServerEvent } from '../define-route.ts'
import { sleep } from '../../../runtime/race-with-abort.ts'
import type { Exchange } from '../exchange.ts'
import { limitHeaders } from './respond.ts'

export interface EventStream extends Omit<RouteStream, 'end'> {
  /** Whether the key of the request may still read. */
  readonly isAllowed: () => Promise<boolean>
  readonly closing: () => boolean
  readonly pollMs?: number
}

/** Other replicas and commands also write what is streamed, so it is polled. The key is checked as often. */
const POLL_MS = 500
/** Far below the server's timeout for idle connections. */
const HEARTBEAT_MS = 10_000

export async function sendEvents(exchange: Exchange, stream: EventStream): Promise<void> {
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
  response.write(`retry: 2000\nid: ${stream.after}\n\n`)
  const disconnect = new AbortController()
  response.once('close', () => disconnect.abort())
  try {
    await writeEvents(exchange, stream, disconnect.signal)
    // A client that does not read would never receive the end.
    if (response.writableNeedDrain) response.destroy()
    else response.end()
  } catch (error) {
    // The headers are already sent, so close the connection. The client reconnects with its last id and receives the problem.
    response.destroy(error instanceof Error && !disconnect.signal.aborted ? error : undefined)
  }
}

/** Throws when the client leaves. Every wait removes what it added, so that an open stream needs no more memory over time. */
async function writeEvents(
  { response }: Exchange,
  { after, pageSize, read, isAllowed, closing, pollMs = POLL_MS }: EventStream,
  disconnected: AbortSignal,
): Promise<void> {
  let cursor = after
  let wroteAtMs = performance.now()
  while (!closing() && (await isAllowed())) {
    disconnected.throwIfAborted()
    if (response.writableNeedDrain) {
      await drainFor(response, pollMs)
      continue
    }
    const page = await read(cursor)
    let text = page.map(eventText).join('')
    cursor = page.at(-1)?.id ?? cursor
    if (text === '' && performance.now() - wroteAtMs > HEARTBEAT_MS) text = ':\n\n'
    if (text !== '') {
      wroteAtMs = performance.now()
      response.write(text)
    }
    if (page.length < pageSize) await sleep(pollMs, disconnected)
  }
}

/** Waits for the client to read, but no longer than until the next check of its key. */
function drainFor(response: ServerResponse, waitMs: number): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      response.off('drain', end).off('close', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    response.on('drain', end).on('close', end)
  })
}

function eventText({ id, event, data }: ServerEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
