// Sends a prebuilt response head for cache hits, where Node would format and check every header again.
// Node keeps the formatted head in `_header`, which is undocumented: if it is not as expected, the ordinary API is used.
import { ServerResponse } from 'node:http'

interface WithHeader {
  _header: string | null
}

/** Only for an HTTP/1.1 keep-alive response to which Node would add no other headers. */
export function canSendJoined(response: ServerResponse): boolean {
  return (
    response.constructor === ServerResponse &&
    (response as unknown as WithHeader)._header === null &&
    response.shouldKeepAlive &&
    response.req.httpVersionMinor === 1
  )
}

/** `head`: status line and headers, including those that Node would add; all values are printable ASCII. */
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
