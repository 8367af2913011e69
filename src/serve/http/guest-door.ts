// Where the pages on this machine get their guest key: a socket of its own, on loopback and a port that is new at every start.
// A browser on this machine connects to it directly. No proxy in front of the API leads to it, whatever headers it sends.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpAddress, isLoopbackName } from '../../runtime/loopback.ts'

interface DoorParts {
  /** Undefined while there is no guest key. */
  readonly guestKey: () => string | undefined
  /** The ports that serve the pages. */
  readonly pagePorts: () => readonly (number | undefined)[]
}

export type GuestKeyServer = ReturnType<typeof createGuestDoor>

export function createGuestDoor({ guestKey, pagePorts }: DoorParts) {
  const isPage = (origin: string | undefined): boolean => {
    const url = URL.parse(origin ?? '')
    return url?.protocol === 'http:' && isLoopbackName(url.hostname) && pagePorts().includes(portOf(url))
  }
  const server = createServer((request, response) => answer(request, response, isPage, guestKey))
  let address: string | undefined
  return {
    /** The address, for a page that was asked for under this `Host`; undefined for one that could not use it. */
    addressFor: (host: string | undefined) => (isPage(`http://${host}`) ? address : undefined),
    async listen(host: string) {
      await once(server.listen(0, host), 'listening')
      const { port } = server.address() as AddressInfo
      address = httpAddress(host, port)
    },
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const NO_STORE = { 'cache-control': 'no-store', vary: 'origin', 'x-content-type-options': 'nosniff' }

/** Only to our own page: a browser says truly which page asks. The host name is checked, because a foreign one may resolve to loopback. */
function answer(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  isPage: (origin: string | undefined) => boolean,
  guestKey: DoorParts['guestKey'],
): void {
  const { origin = '', host = '' } = headers
  if (method !== 'GET' || !isPage(origin) || !isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? '')) {
    response.writeHead(403, NO_STORE).end()
    return
  }
  response
    .writeHead(200, {
      ...NO_STORE,
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': origin,
    })
    .end(JSON.stringify({ key: guestKey() ?? null }))
}

function portOf({ port }: URL): number {
  return port === '' ? 80 : Number(port)
}
