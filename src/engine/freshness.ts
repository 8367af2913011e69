// The caller's cache directives: `Cache-Control` of the request (RFC 9111).

export interface Freshness {
  /** Maximum age of the answer. It never extends the answer's own freshness. */
  readonly maxAgeMs: number
  readonly onlyIfCached: boolean
  readonly store: boolean
}

export const DEFAULT_FRESHNESS: Freshness = {
  maxAgeMs: Number.POSITIVE_INFINITY,
  onlyIfCached: false,
  store: true,
}

export function parseCacheControl(cacheControl: string | undefined): Freshness {
  if (!cacheControl) return DEFAULT_FRESHNESS
  const directives = new Map<string, string>()
  for (const part of cacheControl.toLowerCase().split(',')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    directives.set(name, value.replaceAll('"', ''))
  }
  const maxAge = Number.parseInt(directives.get('max-age') ?? '', 10)
  const bounded = Number.isNaN(maxAge) ? Number.POSITIVE_INFINITY : maxAge * 1000
  return {
    maxAgeMs: directives.has('no-cache') || directives.has('no-store') ? -1 : bounded,
    onlyIfCached: directives.has('only-if-cached'),
    store: !directives.has('no-store'),
  }
}
