// Builds the HTTP request of a call: parameters in the query string, or in a QUERY body when the URL would be too
// long.
import type { CallOptions } from './operation.ts'

export type Params = Readonly<Record<string, unknown>>

/** Servers and proxies commonly refuse URLs beyond 8 KB, so half of that is safe. */
const URL_LENGTH_MAX = 4_000

export function buildRequest(
  address: string,
  params: Params,
  key: string | undefined,
  options: CallOptions,
): [string, RequestInit] {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  const cacheControl = cacheControlOf(options)
  const headers: Record<string, string> = { accept: 'application/json, application/problem+json' }
  if (key) headers['x-api-key'] = key
  if (cacheControl) headers['cache-control'] = cacheControl
  // Without freshness options a browser may use its cached copy; with them the request must reach Wares.
  const init: RequestInit = { headers, cache: cacheControl ? 'no-store' : 'default' }
  const search = searchOf(entries)
  if (search.length <= URL_LENGTH_MAX) return [search ? `${address}?${search}` : address, init]
  headers['content-type'] = 'application/json'
  return [address, { ...init, method: 'QUERY', body: JSON.stringify(Object.fromEntries(entries)) }]
}

function searchOf(entries: readonly (readonly [string, unknown])[]): string {
  const search = new URLSearchParams()
  for (const [name, value] of entries) {
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  return search.toString()
}

function cacheControlOf({ maxAgeS, noCache, onlyIfCached }: CallOptions): string {
  return [
    noCache ? 'no-cache' : '',
    maxAgeS === undefined ? '' : `max-age=${Math.max(0, Math.floor(maxAgeS))}`,
    onlyIfCached ? 'only-if-cached' : '',
  ]
    .filter(Boolean)
    .join(', ')
}
