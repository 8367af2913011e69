// Whether a request comes from the machine of the server, and not through a proxy.
import type { IncomingMessage } from 'node:http'

/** The host name is checked too, because a foreign name may resolve to loopback. */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  return (
    /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
    /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? '') &&
    ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].every(name => headers[name] === undefined)
  )
}
