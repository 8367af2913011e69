// Sends a response head that was joined beforehand: node would write and check every header again for every hit.
// `_header` is where node keeps a written head. It is not documented, so where it is not as expected, the ordinary way is taken.
import { ServerResponse } from 'node:http'

interface WithHeader {
  _header: string | null
}

/** Only on a connection that goes on, where the head says nothing else than always. */
export function canSendJoined(response: ServerResponse): boolean {
  return (
    response.constructor === ServerResponse &&
    (response as unknown as WithHeader)._header === null &&
    response.shouldKeepAlive &&
    response.req.httpVersionMinor === 1
  )
}

/** `head`: status line and headers, with all that node would add; every value is known to be printable ASCII. */
export function sendJoined(response: ServerResponse, status: number, head: string, body?: Buffer): void {
  response.statusCode = status
  ;(response as unknown as WithHeader)._header = head
  response.end(body)
}

export function joinHeaders(headers: readonly string[]): string {
  let text = ''
  for (let place = 0; place < headers.length; place += 2) {
    text += `${headers[place]}: ${headers[place + 1]}\r\n`
  }
  return text
}
