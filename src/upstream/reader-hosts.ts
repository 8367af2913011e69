// Which addresses the general reader may read: those on hosts that the operator lists.
import type { ReaderConfig, ReaderHost } from '../config.ts'
import { resolveSiteUrl } from './guard.ts'

export interface ReaderShop {
  /** The host; for a listed origin with a base path, both. */
  readonly name: string
  readonly origins: Readonly<Record<string, string>>
  /** The address in one spelling. */
  readonly url: URL
  /** The entry that lists it; undefined for a shop of the sandbox. */
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

/** An entry with a scheme is an origin that the operator has written out: port, base path, private address and all. */
function isOrigin({ host }: ReaderHost): boolean {
  return /^https?:\/\//i.test(host)
}

function onOrigin(origin: string, address: string, listedBy: ReaderHost | undefined): ReaderShop | undefined {
  const url = resolveSiteUrl({ origin }, address)
  return url && { name: origin.replace(/^https?:\/\//i, ''), origins: { main: origin }, url, listedBy }
}

/** A name is read by https on the usual port; with the name that has `www.` before it, where that is listed too. */
function onHost(hosts: readonly ReaderHost[], given: URL, address: string): ReaderShop | undefined {
  const host = given.hostname
  const listedBy = findEntry(hosts, host)
  if (!listedBy) return undefined
  const sister = host.startsWith('www.') ? host.slice(4) : `www.${host}`
  const origins = {
    main: `https://${host}`,
    ...(findEntry(hosts, sister) ? { sister: `https://${sister}` } : {}),
  }
  const url = resolveSiteUrl({ main: origins.main }, address)
  return url && { name: host, origins, url, listedBy }
}

/** The name itself before a wildcard, and of wildcards the longest. */
function findEntry(hosts: readonly ReaderHost[], host: string): ReaderHost | undefined {
  const [nearest] = hosts
    .filter(entry => (entry.host.startsWith('*.') ? isBelow(entry.host.slice(1), host) : entry.host === host))
    .toSorted((a, b) => rank(b.host) - rank(a.host))
  return nearest
}

function rank(entry: string): number {
  return entry.startsWith('*.') ? entry.length : Infinity
}

/** Letters, digits, hyphens and underscores: addresses may have other signs in a name, and those lead to no shop. */
const LABELS = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+$/
const HOST_MAX = 253

function isBelow(domain: string, host: string): boolean {
  return host.length <= HOST_MAX && host.endsWith(domain) && LABELS.test(host.slice(0, 1 - domain.length))
}
