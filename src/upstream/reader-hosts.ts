// Decides which URLs the general reader may read: those on hosts that the operator lists.
import { type ReaderConfig, type ReaderHost, readerShopName } from '../config/reader-config.ts'
import { resolveSiteUrl } from './guard.ts'

export interface ReaderShop {
  /** The host; for a listed origin, host and base path. */
  readonly name: string
  /** The name in the operator's list, under which all its hosts are counted: `shop.example`, `*.example.org`. */
  readonly entry: string
  readonly origins: Readonly<Record<string, string>>
  /** The URL in canonical form. */
  readonly url: URL
  /** The matching entry of the operator's list; undefined for a sandbox shop. */
  readonly listedBy: ReaderHost | undefined
}

export function findReaderShop(reader: ReaderConfig, address: string): ReaderShop | undefined {
  const given = URL.parse(address)
  if (!given) return undefined
  for (const origin of reader.sandboxOrigins) {
    const shop = onOrigin(origin, address, undefined)
    if (shop) return shop
  }
  for (const entry of reader.hosts.filter(isOrigin)) {
    const shop = onOrigin(entry.host, address, entry)
    if (shop) return shop
  }
  return onHost(reader.hosts, given, address)
}

/** An entry with a scheme is a full origin; it may have a port, a base path and a private address. */
function isOrigin({ host }: ReaderHost): boolean {
  return /^https?:\/\//i.test(host)
}

function onOrigin(origin: string, address: string, listedBy: ReaderHost | undefined): ReaderShop | undefined {
  const url = resolveSiteUrl({ origin }, address)
  const name = readerShopName(origin)
  return url && { name, entry: name, origins: { main: origin }, url, listedBy }
}

/** A host name means https on the default port. Redirects may switch between the name and `www.` if both are listed. */
function onHost(hosts: readonly ReaderHost[], given: URL, address: string): ReaderShop | undefined {
  const host = given.hostname
  const listedBy = findEntry(hosts, host)
  if (!listedBy) return undefined
  const sibling = host.startsWith('www.') ? host.slice(4) : `www.${host}`
  const origins = {
    main: `https://${host}`,
    ...(findEntry(hosts, sibling) ? { sibling: `https://${sibling}` } : {}),
  }
  const url = resolveSiteUrl({ main: origins.main }, address)
  return url && { name: host, entry: listedBy.host, origins, url, listedBy }
}

/** The most specific entry: an exact name, otherwise the longest wildcard. */
function findEntry(hosts: readonly ReaderHost[], host: string): ReaderHost | undefined {
  const [nearest] = hosts
    .filter(entry => (entry.host.startsWith('*.') ? isBelow(entry.host.slice(1), host) : entry.host === host))
    .toSorted((a, b) => rank(b.host) - rank(a.host))
  return nearest
}

function rank(entry: string): number {
  return entry.startsWith('*.') ? entry.length : Infinity
}

/** Only letters, digits, hyphens and underscores: URLs allow other characters in a host name, but no shop has them. */
const LABELS = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+$/
const HOST_MAX = 253

function isBelow(domain: string, host: string): boolean {
  return host.length <= HOST_MAX && host.endsWith(domain) && LABELS.test(host.slice(0, 1 - domain.length))
}
