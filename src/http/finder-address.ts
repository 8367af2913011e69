// The address of the finder for a caller, when it has its own port or address.
import type { IncomingMessage } from 'node:http'
import type { RegistryEntry } from '../engine/registry.ts'

export interface FinderEndpoint {
  /** As the operator says that callers reach it. */
  readonly url: string | undefined
  /** The port of its own, once it listens. */
  readonly port: () => number | undefined
}

export interface Addresses {
  readonly main: string
  /** Undefined where the finder is served with the rest. */
  readonly finder: string | undefined
}

/** Without a word of the operator: its port on the very host by which this caller has reached us. */
export function finderAddress({ url, port }: FinderEndpoint, request: IncomingMessage): string | undefined {
  if (url !== undefined) return url
  const own = port()
  const [, host] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(request.headers.host ?? '') ?? []
  return own === undefined || host === undefined ? undefined : URL.parse(`http://${host}:${own}`)?.origin
}

export function addressFor({ operation }: RegistryEntry, { main, finder }: Addresses): string {
  return operation.open ? (finder ?? main) : main
}
