// The closed table of error codes, and Fault: the only error thrown on purpose.

export const faultTable = {
  invalid_parameter: {
    status: 400,
    whose: 'caller',
    retryable: false,
    title: 'Invalid parameter',
    when: 'A parameter is missing, malformed, out of range, in conflict with another, or unknown.',
    next: 'Correct the parameters named in `errors`.',
  },
  url_not_allowed: {
    status: 400,
    whose: 'caller',
    retryable: false,
    title: 'URL not allowed',
    when: 'The URL is not on one of the hosts that the operator has configured.',
    next: 'Use the URL of a product page on a configured host. `general.product` also reads the hosts that the operator lists under `reader.hosts` in wares.yaml. The operator adds a shop with `wares add URL`; the server picks it up within two seconds.',
  },
  missing_key: {
    status: 401,
    whose: 'caller',
    retryable: false,
    title: 'Key missing',
    when: 'The request has no `x-api-key` header.',
    next: 'Send your key in the header `x-api-key`. The operator creates keys with `npx wares keys create --name NAME`.',
  },
  invalid_key: {
    status: 401,
    whose: 'caller',
    retryable: false,
    title: 'Key not accepted',
    when: 'The key is unknown, malformed, revoked or expired.',
    next: 'Check the key for a missing character, or ask the operator for a new one.',
  },
  key_not_allowed: {
    status: 403,
    whose: 'caller',
    retryable: false,
    title: 'Key not allowed here',
    when: 'The scope of the key does not cover this operation.',
    next: 'Ask the operator for a key whose scope covers this site or operation.',
  },
  unknown_path: {
    status: 404,
    whose: 'caller',
    retryable: false,
    title: 'Unknown path',
    when: 'No operation has this path. Paths are exact, including case and trailing slash.',
    next: 'Use the nearest operation named in `detail`, or look it up in `/docs`.',
  },
  not_found: {
    status: 404,
    whose: 'caller',
    retryable: false,
    title: 'Not found',
    when: 'The site has no such product, or Wares has no such watch, webhook, feed or recorded request.',
    next: 'Check the id, slug, SKU or URL; what it named may have been withdrawn or removed.',
  },
  method_not_allowed: {
    status: 405,
    whose: 'caller',
    retryable: false,
    title: 'Method not allowed',
    when: 'The path does not support this method. Product operations support GET, HEAD, OPTIONS and QUERY.',
    next: 'Use GET, or QUERY if your client cannot send a body with GET.',
  },
  body_too_large: {
    status: 413,
    whose: 'caller',
    retryable: false,
    title: 'Body too large',
    when: 'The request body is larger than 16 KiB, on `/mcp` 64 KiB, on `/api/v2/read` 16 MB.',
    next: 'Send only the parameters of the operation; of a page, only its HTML.',
  },
  unsupported_media_type: {
    status: 415,
    whose: 'caller',
    retryable: false,
    title: 'Unsupported media type',
    when: 'The request has a body that is not `application/json`.',
    next: 'Set `Content-Type: application/json`, or put the parameters in the query string.',
  },
  headers_too_large: {
    status: 431,
    whose: 'caller',
    retryable: false,
    title: 'Headers too large',
    when: 'The request line and headers are larger than 16 KiB.',
    next: 'Send fewer or shorter headers; long parameters go into a JSON body.',
  },
  rate_limited: {
    status: 429,
    whose: 'caller',
    retryable: true,
    title: 'Rate limit reached',
    when: 'The key sent more requests than its rate allows. For the filter lookup without a key, the limit is per client IP address.',
    next: 'Wait for the number of seconds in `Retry-After`.',
  },
  quota_exceeded: {
    status: 429,
    whose: 'caller',
    retryable: true,
    title: 'Monthly quota used up',
    when: 'The key has used its requests for this calendar month (UTC).',
    next: 'Wait until next month (`Retry-After` has the seconds), or ask the operator for a higher quota.',
  },
  upstream_blocked: {
    status: 502,
    whose: 'upstream',
    retryable: false,
    title: 'Upstream refuses access',
    when: 'The site responded with 401, 403 or a challenge page. Wares reports this and does not work around it.',
    next: 'The operator should ask the site for access, or lower the rate.',
  },
  upstream_changed: {
    status: 502,
    whose: 'us',
    retryable: false,
    title: 'Upstream page has changed',
    when: 'The page does not state a core field: it has changed, scripts build it, or it is not a product page. `detail` names the site, the operation and the field.',
    next: 'Open the page. If it shows no product, use another URL. If scripts build it, the operator can set `render: browser` for the shop. If it shows the product, the adapter needs an update: report the request id to the operator, who has the page.',
  },
  upstream_failed: {
    status: 502,
    whose: 'upstream',
    retryable: true,
    title: 'Upstream failed',
    when: 'The site responded with 5xx after retries, or the response was truncated, too large or undecodable. Or it redirects to another host; then `retryable` is false.',
    next: 'Try again later; after a redirect, use the URL that `detail` names, or have the operator add it. If the page is too large, raise `limits.page_mb`.',
  },
  upstream_unreachable: {
    status: 502,
    whose: 'upstream',
    retryable: true,
    title: 'Upstream unreachable',
    when: 'The host name of the site did not resolve, or no connection or TLS session could be established.',
    next: 'Try again later; the operator should check the configured origin.',
  },
  robots_disallowed: {
    status: 502,
    whose: 'operator',
    retryable: false,
    title: 'Forbidden by robots.txt',
    when: "The site's robots.txt disallows this path, or could not be fetched.",
    next: 'Request another page. The operator can ask the site for permission.',
  },
  site_disabled: {
    status: 503,
    whose: 'operator',
    retryable: false,
    title: 'Site disabled',
    when: 'The operator has configured no origin for this site, or has disabled it.',
    next: 'The operator sets `WARES_SITE_<NAME>_ORIGIN`, or `sandbox: true` to use the sandbox alongside real sites.',
  },
  upstream_busy: {
    status: 503,
    whose: 'upstream',
    retryable: true,
    title: 'Upstream busy',
    when: 'The site responded with 429 or 503, or its circuit breaker is open after repeated failures.',
    next: 'Wait for the number of seconds in `Retry-After`.',
  },
  overloaded: {
    status: 503,
    whose: 'us',
    retryable: true,
    title: 'Overloaded',
    when: 'Too many requests are in flight.',
    next: 'Wait for the number of seconds in `Retry-After`.',
  },
  upstream_timeout: {
    status: 504,
    whose: 'upstream',
    retryable: true,
    title: 'Upstream too slow',
    when: 'The deadline of the request passed before the site responded.',
    next: 'Try again later.',
  },
  contract_broken: {
    status: 500,
    whose: 'us',
    retryable: false,
    title: 'Contract broken',
    when: 'The result does not match its schema, so it was not sent.',
    next: 'Report the `request_id` to the operator.',
  },
  internal: {
    status: 500,
    whose: 'us',
    retryable: false,
    title: 'Internal error',
    when: 'An unexpected error. The details are only in the server log.',
    next: 'Report the `request_id` to the operator.',
  },
} as const satisfies Record<string, FaultKind>

interface FaultKind {
  readonly status: number
  readonly whose: 'caller' | 'upstream' | 'operator' | 'us'
  readonly retryable: boolean
  readonly title: string
  readonly when: string
  readonly next: string
}

export type FaultCode = keyof typeof faultTable

/** One error in one parameter, as listed in a problem document. */
export interface ParameterError {
  readonly name: string
  readonly in: 'query' | 'body'
  readonly message: string
  readonly accepted?: readonly string[]
}

export interface FaultExtras {
  /** The missing core field: a JSON Pointer into the answer, or the name of a document part. */
  readonly field?: string
  readonly retryAfterMs?: number
  /** Unless it is as the table says for the code. */
  readonly retryable?: boolean | undefined
  readonly errors?: readonly ParameterError[]
  /** No request was sent, so the fault says nothing about the site. */
  readonly isUnrequested?: boolean
  /** For the log only; never sent to the caller. */
  readonly cause?: unknown
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly field: string | undefined
  readonly retryAfterMs: number | undefined
  readonly retryable: boolean
  readonly errors: readonly ParameterError[] | undefined
  readonly isUnrequested: boolean

  constructor(code: FaultCode, detail: string, extras: FaultExtras = {}) {
    super(detail, { cause: extras.cause })
    this.code = code
    this.field = extras.field
    this.retryAfterMs = extras.retryAfterMs
    this.retryable = extras.retryable ?? faultTable[code].retryable
    this.errors = extras.errors
    this.isUnrequested = extras.isUnrequested ?? false
  }

  get status(): number {
    return faultTable[this.code].status
  }
}

/** Restricts `must` to values that may be missing: a value that is always present, such as a parameter, needs no check. */
type MissingValue<T> = null extends T ? T : undefined extends T ? T : never

/** Returns the value, or throws `upstream_changed` with the name of the missing field. */
export function must<T>(value: MissingValue<T>, field: string): NonNullable<T> {
  if (value === undefined || value === null) {
    throw new Fault('upstream_changed', `the page has no ${field}`, { field })
  }
  return value
}

/** Single values may be missing. Missing everywhere means that the page has changed. An empty list passes. */
export function mustHaveSome<T>(list: readonly T[], value: (item: T) => unknown, field: string): void {
  if (list.length > 0)
    must(
      list.map(value).find(one => one !== undefined && one !== null),
      field,
    )
}
