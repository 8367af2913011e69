// The UCP profile of a shop, `/.well-known/ucp`: which parts of its catalog it opens to programs, and where.
import { asList, asTrimmed, valueAt } from '#kit'

/** Where and how a shop's catalog is asked by the Universal Commerce Protocol. */
export interface UcpDoor {
  readonly transport: 'rest' | 'mcp'
  /** Absolute URL without a trailing slash. */
  readonly endpoint: string
  /** `YYYY-MM-DD`. */
  readonly version: string
  readonly can: { readonly search: boolean; readonly lookup: boolean }
}

/** The door, and how this program introduces itself. */
export interface UcpAccess {
  readonly door: UcpDoor
  /** URL of this program's own profile. */
  readonly agent: string
}

/** Of a shop, and of a program that asks shops. */
export const PROFILE_PATH = '/.well-known/ucp'

const SERVICE = 'dev.ucp.shopping'
const CATALOG = 'dev.ucp.shopping.catalog'
const VERSION = /^\d{4}-\d{2}-\d{2}$/

/** Undefined for a document that is no profile, and for a shop that opens no part of its catalog. */
export function readProfile(value: unknown): UcpDoor | undefined {
  const ucp = valueAt(value, 'ucp')
  const can = { search: isOffered(ucp, 'search'), lookup: isOffered(ucp, 'lookup') }
  if (!can.search && !can.lookup) return undefined
  const services = asList(valueAt(ucp, 'services', SERVICE), one => one) ?? []
  // REST first: one request is one answer, whatever the server keeps about sessions.
  for (const transport of ['rest', 'mcp'] as const) {
    const service = services.find(one => valueAt(one, 'transport') === transport)
    const endpoint = URL.parse(asTrimmed(valueAt(service, 'endpoint')) ?? '')
    const version = asTrimmed(valueAt(service, 'version')) ?? asTrimmed(valueAt(ucp, 'version')) ?? ''
    if (!endpoint || !/^https?:$/.test(endpoint.protocol) || !VERSION.test(version)) continue
    return { transport, endpoint: endpoint.href.replace(/\/$/, ''), version, can }
  }
  return undefined
}

function isOffered(ucp: unknown, part: 'search' | 'lookup'): boolean {
  return (asList(valueAt(ucp, 'capabilities', `${CATALOG}.${part}`), one => one) ?? []).length > 0
}
