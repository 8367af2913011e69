// A receiver of webhooks that keeps every message.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Change, Message } from './checks.ts'

export interface Receiver {
  readonly url: string
  readonly messages: readonly Message[]
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const messages: Message[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const body = await text(request)
      const { data } = JSON.parse(body) as { data: Change }
      messages.push({ id: String(request.headers['webhook-id']), atMs: Date.now(), body, change: data })
      response.writeHead(204).end()
    } catch {
      // A sender that was killed while it sent: no message has arrived.
      response.destroy()
    }
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
