// The connector: resolves a name, checks its addresses, and opens a socket only to a checked address (no DNS rebinding).
import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { Fault } from '#kit/fault'
import { upstreamFailure } from '../upstream-failure.ts'

export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>

export const systemResolver: Resolver = hostname => systemLookup(hostname, { all: true })

export interface ConnectOptions {
  readonly resolver: Resolver
  /** Every configured origin, as `normaliseOrigin` spells it. No other origin is ever connected to. */
  readonly origins: ReadonlySet<string>
  readonly timeoutMs: number
  /** Certificate authority to trust in addition to the system's. */
  readonly ca?: string
}

export interface Connector {
  readonly connect: buildConnector.connector
  /** Cancels pending connections to one origin, or to all. */
  cancelConnecting(origin?: string): void
}

export function guardedConnector(options: ConnectOptions): Connector {
  // The library returns the socket immediately, although its types do not declare it.
  const open: (...args: Parameters<buildConnector.connector>) => unknown = buildConnector({
    allowH2: true,
    preferH2: true,
    timeout: options.timeoutMs,
    autoSelectFamily: true,
    lookup: checkedLookup(options.resolver),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  const connecting = new Map<Socket, string>()
  return {
    connect: (target, callback) => {
      const origin = formatOrigin(target.protocol, target.hostname, target.port)
      if (!options.origins.has(origin)) {
        callback(upstreamFailure('forbidden_address', 'the host is not one of the configured hosts'), null)
        return
      }
      const socket = open(target, (...[error, ready]) => {
        if (socket instanceof Socket) connecting.delete(socket)
        if (error) callback(connectFault(error, target.protocol === 'https:'), null)
        else callback(null, ready)
      })
      if (socket instanceof Socket) connecting.set(socket, origin)
    },
    cancelConnecting: origin => {
      const key = origin === undefined ? undefined : normaliseOrigin(origin)
      for (const [socket, towards] of connecting) {
        if (key === undefined || towards === key)
          socket.destroy(new Error('nobody waits for this connection'))
      }
    },
  }
}

/** One spelling of an origin, whether it comes from a setting, a request or the connection pool. */
export function normaliseOrigin(origin: string): string {
  const url = new URL(origin)
  return formatOrigin(url.protocol, url.hostname, url.port)
}

function formatOrigin(protocol: string, hostname: string, port: string): string {
  return `${protocol}//${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? '443' : '80')}`
}

/** Public IPv6 addresses (RFC 4291); the library calls everything unicast that it knows no other use of. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * A public name may resolve only to public addresses. A literal address is allowed as configured. A name that
 * cannot be public (one label, or a domain reserved for private use) may resolve to loopback or private addresses.
 */
export function mayConnect(hostname: string, address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  const range = ip.range()
  if (isIP(hostname) !== 0) return true
  if (range === 'unicast') return ip.kind() === 'ipv4' || ip.match(GLOBAL_IPV6)
  const privateName =
    !hostname.includes('.') || /\.(?:localhost|local|internal|test|lan|home\.arpa)$/.test(hostname)
  return privateName && (range === 'loopback' || range === 'private' || range === 'uniqueLocal')
}

/** Returns all addresses that pass the check; Node asks for all of them to choose between IPv4 and IPv6. */
function checkedLookup(resolver: Resolver): LookupFunction {
  const checked = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolver(hostname).catch((error: unknown) => {
      throw unresolvedFault(error)
    })
    if (addresses.length === 0) throw unresolvedFault(hostname)
    const allowed = addresses.filter(one => mayConnect(hostname, one.address))
    if (allowed.length === 0) throw forbiddenFault(hostname, addresses)
    return [...allowed]
  }
  const lookup = callbackify(checked)
  return (hostname, _, callback) => lookup(hostname, callback)
}

function forbiddenFault(hostname: string, addresses: readonly LookupAddress[]): Fault {
  return upstreamFailure(
    'forbidden_address',
    'the host name of the site resolves to an address that is not public',
    { error: { hostname, found: addresses } },
  )
}

function unresolvedFault(error: unknown): Fault {
  return upstreamFailure('unresolved', 'the host name of the site does not resolve', { error })
}

function connectFault(error: Error, secure: boolean): Fault {
  if (error instanceof Fault) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (secure && /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) {
    return upstreamFailure('not_secure', 'no TLS session could be established with the site', { error })
  }
  return upstreamFailure('not_connected', 'no connection could be established to the site', { error })
}
