// Whether a URL is on the origins of a shop, and its canonical form there.
type Origins = Readonly<Record<string, string>>

/** A name with and without `www.` is one shop. */
export function isSameShop(host: string, other: string): boolean {
  return withoutWww(host) === withoutWww(other)
}

export function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

/**
 * The caller's URL in canonical form on one of the site's origins; undefined if it is on none. With or without `www.`, it is
 * the same page: on the origin that is configured.
 */
export function resolveSiteUrl(origins: Origins, url: string): URL | undefined {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return undefined
  const all = originUrls(origins)
  const exact = all.filter(origin => origin.hostname === parsed.hostname)
  const matching =
    exact.length > 0 ? exact : all.filter(origin => isSameShop(origin.hostname, parsed.hostname))
  const places = matching.flatMap(origin => {
    if (parsed.port && parsed.port !== origin.port) return []
    // Set part by part: a path that starts with two slashes would be parsed as another host.
    const resolved = new URL(origin.origin)
    resolved.pathname = parsed.pathname
    resolved.search = parsed.search
    return isUnder(origin, resolved) ? [{ resolved, depth: origin.pathname.length }] : []
  })
  return places.sort((a, b) => b.depth - a.depth)[0]?.resolved
}

/** Whether the URL is on one of the origins. robots.txt is at the root of a host, regardless of the base path. */
export function isOnSite(origins: Origins, url: URL, purpose: 'page' | 'robots'): boolean {
  if (url.username || url.password) return false
  return originUrls(origins).some(
    origin =>
      isSameOrigin(origin, url) &&
      (isUnder(origin, url) || (purpose === 'robots' && url.pathname === '/robots.txt')),
  )
}

/** A shop that redirects to its name with or without `www.` stays the same. */
function isSameOrigin(origin: URL, url: URL): boolean {
  return (
    origin.protocol === url.protocol && origin.port === url.port && isSameShop(origin.hostname, url.hostname)
  )
}

/** Parsed once: every request asks several times. */
const parsedOrigins = new WeakMap<Origins, readonly URL[]>()

function originUrls(origins: Origins): readonly URL[] {
  const urls = parsedOrigins.get(origins) ?? Object.values(origins).map(origin => new URL(origin))
  parsedOrigins.set(origins, urls)
  return urls
}

function isUnder(origin: URL, url: URL): boolean {
  const base = origin.pathname.replace(/(?<!\/)\/+$/, '')
  if (base === '') return true
  // An encoded slash or dot could escape the base path if the server decodes it.
  const decoded = url.pathname.replace(/%2e/gi, '.').replace(/%2f|%5c/gi, '/')
  if (decoded.split('/').includes('..')) return false
  return url.pathname === base || url.pathname.startsWith(`${base}/`)
}
