// An exchange that records its response instead of sending it, for tests of the HTTP server.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Exchange, openExchange } from './exchange.ts'

interface Noted {
  status: number
  headers: Record<string, string>
  body: string | undefined
}

interface PlayedRequest {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function playExchange(played: PlayedRequest = {}, changes: Partial<Exchange> = {}) {
  const sent: Noted[] = []
  let head: Pick<Noted, 'status' | 'headers'> = { status: 0, headers: {} }
  const request = { method: 'GET', url: '/p', headers: {}, socket: { remoteAddress: '192.0.2.1' }, ...played }
  const response = {
    statusCode: 200,
    writeHead(status: number, list: readonly string[]) {
      const pairs = list.flatMap((name, place) => (place % 2 === 0 ? [[name, list[place + 1] ?? '']] : []))
      head = { status, headers: Object.fromEntries(pairs) as Record<string, string> }
    },
    end: (body?: Buffer) => void sent.push({ ...head, body: body?.toString() }),
  }
  const exchange = openExchange(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    () => ['vary', 'origin'],
    { requestId: 'r-1' },
  )
  return { exchange: Object.assign(exchange, changes), sent }
}
