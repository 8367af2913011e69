// CORS headers, which let a page of another origin read an answer; sent only if the request has an Origin.

/** Names and values in turn. */
export type OriginPolicy = (origin: string | undefined) => readonly string[]

const VARY = 'Accept, Accept-Encoding, x-api-key'
const WITHOUT = ['vary', VARY]

const EXPOSED_HEADERS =
  'X-Request-Id, RateLimit, RateLimit-Policy, ETag, Age, Cache-Status, Server-Timing, Wares-Absent, Retry-After, Link'

/** `allowed`: `*`, or the allowed origins, separated by commas or spaces. */
export function createOriginPolicy(allowed: string): OriginPolicy {
  const varied = ['vary', `${VARY}, Origin`]
  const allow = (origin: string) => [
    ...varied,
    'access-control-allow-origin',
    origin,
    'access-control-expose-headers',
    EXPOSED_HEADERS,
  ]
  const origins = allowed.split(/[\s,]+/).filter(Boolean)
  if (origins.includes('*')) {
    const forAll = allow('*')
    return origin => (origin === undefined ? WITHOUT : forAll)
  }
  const byOrigin = new Map(origins.map(origin => [origin.toLowerCase(), allow(origin)]))
  return origin => (origin === undefined ? WITHOUT : (byOrigin.get(origin.toLowerCase()) ?? varied))
}

/** The headers for an answer about this server itself, which `*` does not cover. */
export function namedOriginsOnly(headers: readonly string[]): readonly string[] {
  return headers.includes('*') ? WITHOUT : headers
}
