// Whether a request comes from the operator on the machine of the server: it has the token that this server wrote to its data
// folder. Where a connection comes from says nothing, since a proxy on this machine passes on the requests of everybody.
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopbackAddress } from '../runtime/loopback.ts'

export const OPERATOR_HEADER = 'x-wares-operator'

export function isFromOperator({ headers, socket }: IncomingMessage, token: string): boolean {
  const given = headers[OPERATOR_HEADER]
  if (typeof given !== 'string' || !isLoopbackAddress(socket.remoteAddress)) return false
  const [own, other] = [Buffer.from(token), Buffer.from(given)]
  return own.length === other.length && timingSafeEqual(own, other)
}
