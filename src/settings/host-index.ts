// Which entry of `reader.hosts` lists the host of a URL: an index, because an operator may list thousands of shops.
import { type ReaderConfig, type ListedShopEntry, readerShopName } from './reader-config.ts'
import { resolveSiteUrl, withoutWww } from './shop-origins.ts'

interface ListedHost {
  /** The host; for a listed origin, host and base path. */
  readonly name: string
  readonly origins: Readonly<Record<string, string>>
  /** The URL in canonical form. */
  readonly url: URL
  /** The matching entry of the operator's list; undefined for a sandbox shop. */
  readonly entry: ListedShopEntry | undefined
}

export function createHostIndex(reader: ReaderConfig) {
  const index = indexOf(reader)
  return {
    find(address: string): ListedHost | undefined {
      const url = URL.parse(address)
      if (!url) return undefined
      // Those with a base path stand under its first part, the others under none.
      const origins = [originKey(url), url.hostname].flatMap(key => index.origins.get(key) ?? [])
      for (const { origin, entry } of origins.toSorted((a, b) => a.place - b.place)) {
        const listedHost = onOrigin(origin, address, entry)
        if (listedHost) return listedHost
      }
      return onHost(index, url, address)
    },
  }
}

/** The list by what a URL shows at once. */
interface HostsByKey {
  readonly origins: ReadonlyMap<string, readonly ListedOrigin[]>
  readonly names: ReadonlyMap<string, { readonly entry: ListedShopEntry; readonly place: number }>
  /** Wildcards, the longest first. */
  readonly wildcards: readonly ListedShopEntry[]
}

interface ListedOrigin {
  readonly origin: string
  readonly entry: ListedShopEntry | undefined
  /** Position in the list: the first entry that matches counts. */
  readonly place: number
}

function indexOf({ sandboxOrigins, hosts }: ReaderConfig): HostsByKey {
  const listed = hosts.filter(isOrigin)
  const origins = [...sandboxOrigins, ...listed.map(entry => entry.host)].map((origin, place) => ({
    origin,
    entry: listed[place - sandboxOrigins.length],
    place,
  }))
  const isWildcard = ({ host }: ListedShopEntry) => host.startsWith('*.')
  const names = hosts
    .map((entry, place) => ({ entry, place }))
    .filter(({ entry }) => !isOrigin(entry) && !isWildcard(entry))
    .toReversed()
  return {
    origins: Map.groupBy(origins, ({ origin }) => originKey(new URL(origin))),
    names: new Map(names.map(one => [one.entry.host, one])),
    wildcards: hosts.filter(isWildcard).toSorted((a, b) => b.host.length - a.host.length),
  }
}

function originKey({ hostname, pathname }: URL): string {
  const [, first = ''] = pathname.split('/', 2)
  return first === '' ? hostname : `${hostname}/${first}`
}

/** An entry with a scheme is a full origin; it may have a port, a base path and a private address. */
function isOrigin({ host }: ListedShopEntry): boolean {
  return /^https?:\/\//i.test(host)
}

function onOrigin(
  origin: string,
  address: string,
  entry: ListedShopEntry | undefined,
): ListedHost | undefined {
  const url = resolveSiteUrl({ origin }, address)
  const name = readerShopName(origin)
  return url && { name, origins: { main: origin }, url, entry }
}

function onHost(index: HostsByKey, page: URL, address: string): ListedHost | undefined {
  const host = mainHost(index, page.hostname)
  const entry = host === undefined ? undefined : findEntry(index, host)
  if (host === undefined || !entry) return undefined
  const origins = hostOrigins(host)
  const url = resolveSiteUrl(origins, address)
  return url && { name: host, origins, url, entry }
}

function siblingOf(host: string): string {
  return host.startsWith('www.') ? withoutWww(host) : `www.${host}`
}

/** A host name means https on the default port. With and without `www.` is one shop; an IP address has no such sibling. */
export function hostOrigins(host: string): Readonly<Record<string, string>> {
  const [main, sibling] = [`https://${host}`, `https://${siblingOf(host)}`]
  return URL.canParse(sibling) ? { main, sibling } : { main }
}

/** Chooses between the names with and without `www.`: the one that is listed first by itself; below a wildcard, the one without, if it is there. */
function mainHost(index: HostsByKey, host: string): string | undefined {
  const [first] = [host, siblingOf(host)]
    .flatMap(one => index.names.get(one) ?? [])
    .toSorted((a, b) => a.place - b.place)
  return first?.entry.host ?? [withoutWww(host), host].find(one => findEntry(index, one) !== undefined)
}

/** The most specific entry: an exact name, otherwise the longest wildcard. */
function findEntry({ names, wildcards }: HostsByKey, host: string): ListedShopEntry | undefined {
  return names.get(host)?.entry ?? wildcards.find(entry => isBelow(entry.host.slice(1), host))
}

/** Only letters, digits, hyphens and underscores: URLs allow other characters in a host name, but no shop has them. */
const LABELS = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+$/
const HOST_MAX = 253

function isBelow(domain: string, host: string): boolean {
  return host.length <= HOST_MAX && host.endsWith(domain) && LABELS.test(host.slice(0, 1 - domain.length))
}
