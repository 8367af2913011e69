// Connecting: names are resolved here, the addresses are checked, and the socket is opened to a checked address and no other.
import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { Fault } from '../kit/fault.ts'
import { misfortune } from './misfortune.ts'

export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>

export const systemResolver: Resolver = hostname => systemLookup(hostname, { all: true })

export interface ConnectOptions {
  readonly resolver: Resolver
  /** `host:port` of every configured origin; nothing else is ever connected to. */
  readonly hosts: ReadonlySet<string>
  readonly timeoutMs: number
  /** Certificate authorities to trust beside the system's own. */
  readonly ca?: string
}

export function guardedConnector(options: ConnectOptions): buildConnector.connector {
  const connect = buildConnector({
    allowH2: true,
    preferH2: true,
    timeout: options.timeoutMs,
    autoSelectFamily: true,
    lookup: checkedLookup(options.resolver),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  return (target, callback) => {
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    if (!options.hosts.has(hostKey(target.hostname, port))) {
      callback(misfortune('forbidden_address', 'the host is not one of the configured hosts'), null)
      return
    }
    connect(target, (...[error, socket]) => {
      if (error) callback(connectFault(error, target.protocol === 'https:'), null)
      else callback(null, socket)
    })
  }
}

export function hostKey(hostname: string, port: string): string {
  return `${hostname.replace(/^\[|\]$/g, '')}:${port}`
}

/**
 * A public name may only lead to public addresses. A literal address has been configured exactly as it stands; a name
 * that cannot be public (one label, or a domain reserved for private use) may lead to this machine or its network.
 */
export function mayConnect(hostname: string, address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const range = ipaddr.process(address).range()
  if (range === 'unicast' || isIP(hostname) !== 0) return true
  const privateName =
    !hostname.includes('.') || /\.(?:localhost|local|internal|test|lan|home\.arpa)$/.test(hostname)
  return privateName && (range === 'loopback' || range === 'private' || range === 'uniqueLocal')
}

/** All addresses of a name at once, checked ones only; with several families to choose from Node asks for them so. */
function checkedLookup(resolver: Resolver): LookupFunction {
  const checked = async (hostname: string): Promise<LookupAddress[]> => {
    const found = await resolver(hostname).catch((error: unknown) => {
      throw unresolved(error)
    })
    if (found.length === 0) throw unresolved(hostname)
    const allowed = found.filter(one => mayConnect(hostname, one.address))
    if (allowed.length === 0) throw forbidden(hostname, found)
    return [...allowed]
  }
  const lookup = callbackify(checked)
  return (hostname, _, callback) => lookup(hostname, callback)
}

function forbidden(hostname: string, found: readonly LookupAddress[]): Fault {
  return misfortune('forbidden_address', 'the name of the site leads to an address that is not public', {
    error: { hostname, found },
  })
}

function unresolved(error: unknown): Fault {
  return misfortune('unresolved', 'the name of the site does not resolve', { error })
}

function connectFault(error: Error, secure: boolean): Fault {
  if (error instanceof Fault) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (secure && /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) {
    return misfortune('not_secure', 'no secure session could be made with the site', { error })
  }
  return misfortune('not_connected', 'no connection could be made to the site', { error })
}
