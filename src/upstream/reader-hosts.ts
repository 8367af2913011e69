// Which addresses the general reader may read: those on hosts that the operator lists.
import type { ReaderConfig } from '../config.ts'
import { resolveSiteUrl } from './guard.ts'

export interface ReaderShop {
  /** The host; for a listed origin with a base path, both. */
  readonly name: string
  readonly origins: Readonly<Record<string, string>>
  /** The address in one spelling. */
  readonly url: URL
  readonly sandboxed: boolean
}

export function findReaderShop(reader: ReaderConfig, address: string): ReaderShop | undefined {
  const given = URL.parse(address)
  if (!given) return undefined
  const sandboxed = onOrigin(reader.sandboxOrigins, address)
  if (sandboxed) return { ...sandboxed, sandboxed: true }
  const listed = onOrigin(reader.hosts.filter(isOrigin), address)
  if (listed) return { ...listed, sandboxed: false }
  return onHost(reader.hosts, given, address)
}

/** An entry with a scheme is an origin that the operator has written out: port, base path, private address and all. */
function isOrigin(entry: string): boolean {
  return /^https?:\/\//i.test(entry)
}

function onOrigin(entries: readonly string[], address: string): Omit<ReaderShop, 'sandboxed'> | undefined {
  for (const origin of entries) {
    const url = resolveSiteUrl({ origin }, address)
    if (url) return { name: origin.replace(/^https?:\/\//i, ''), origins: { main: origin }, url }
  }
  return undefined
}

/** A name is read by https on the usual port; with the name that has `www.` before it, where that is listed too. */
function onHost(hosts: readonly string[], given: URL, address: string): ReaderShop | undefined {
  const host = given.hostname
  if (!isListed(hosts, host)) return undefined
  const sister = host.startsWith('www.') ? host.slice(4) : `www.${host}`
  const origins = {
    main: `https://${host}`,
    ...(isListed(hosts, sister) ? { sister: `https://${sister}` } : {}),
  }
  const url = resolveSiteUrl({ main: origins.main }, address)
  return url && { name: host, origins, url, sandboxed: false }
}

function isListed(hosts: readonly string[], host: string): boolean {
  return hosts.some(entry => {
    const wanted = entry.toLowerCase()
    // Sub-domains only, and a name in front of the full stop.
    return wanted.startsWith('*.')
      ? host.length > wanted.length - 1 && host.endsWith(wanted.slice(1))
      : host === wanted
  })
}
