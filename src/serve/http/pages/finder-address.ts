// The finder's URL for a caller, if it has its own port or URL.
import type { IncomingMessage } from 'node:http'
import type { RegisteredOperation } from '../../../answer/request/registry.ts'

export interface FinderEndpoint {
  /** The public URL, if the operator configured one. */
  readonly url: string | undefined
  /** The finder's own port, once it listens. */
  readonly port: () => number | undefined
}

export interface Addresses {
  readonly main: string
  /** Undefined if the filter lookup uses the port of the API. */
  readonly finder: string | undefined
}

/** If no URL is configured: the finder's port on the host name that this caller used. */
export function finderAddress({ url, port }: FinderEndpoint, request: IncomingMessage): string | undefined {
  if (url !== undefined) return url
  const finderPort = port()
  const [, host] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(request.headers.host ?? '') ?? []
  return finderPort === undefined || host === undefined
    ? undefined
    : URL.parse(`http://${host}:${finderPort}`)?.origin
}

export function addressFor({ operation }: RegisteredOperation, { main, finder }: Addresses): string {
  return operation.open ? (finder ?? main) : main
}
