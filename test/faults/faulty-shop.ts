// A shop on loopback that misbehaves on request and counts its open connections.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { listen } from '../support/servers.ts'

export interface FaultyShop {
  readonly origin: string
  /** Requested paths, without robots.txt. */
  readonly requestedPaths: string[]
  connections(): number
  close(): Promise<void>
}

export type Behaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  /** How many pages were requested before this one. */
  before: number,
) => void

export interface FaultyShopOptions {
  readonly robots?: Behaviour
  /** Creates a TLS server instead of a plain HTTP server. */
  server?(listener: RequestListener): Server
  readonly scheme?: 'http' | 'https'
}

export async function startFaultyShop(
  behave: Behaviour,
  options: FaultyShopOptions = {},
): Promise<FaultyShop> {
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    if (request.url === '/robots.txt') {
      if (options.robots) options.robots(request, response, 0)
      else response.writeHead(404).end()
      return
    }
    asked.push(request.url ?? '')
    behave(request, response, asked.length - 1)
  }
  const server: Server = options.server?.(listener) ?? createServer({ keepAliveTimeout: 60_000 }, listener)
  return {
    requestedPaths: asked,
    ...(await listen(server, { scheme: options.scheme ?? 'http' })),
  }
}

export function html(
  response: ServerResponse,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

/** A loopback URL where nothing listens. */
export async function deadOrigin(): Promise<string> {
  const shop = await startFaultyShop(() => {})
  await shop.close()
  return shop.origin
}
