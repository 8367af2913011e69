// The types of the upstream layers: a request, a response, `send`, and a layer around it.

export interface UpstreamRequest {
  readonly site: string
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly accept: 'html' | 'json' | 'xml'
  /** robots.txt itself is not subject to robots.txt. */
  readonly purpose: 'page' | 'robots'
  /** Aborts when the deadline passes or the last caller leaves; its reason is the Fault to throw. */
  readonly signal: AbortSignal
  /** Deadline of the whole request, in milliseconds of `performance.now()`. */
  readonly deadlineMs: number
  /** The caller (a key's id or a client address); callers share permits fairly. */
  readonly caller: string
  /** Called with the duration of each stage (`wait`, `connect`, `upstream`, `inflate`), for Server-Timing. */
  readonly onTiming: (stage: string, ms: number) => void
  /** Called with each attempt on the wire before the body is read; for recordings. */
  readonly onExchange?: ((exchange: UpstreamExchange) => void) | undefined
}

export interface UpstreamExchange {
  readonly request: UpstreamRequest
  /** Undefined if the attempt failed with `error`. */
  readonly response: UpstreamResponse | undefined
  readonly error: unknown
  /** Start time by `performance.now()`. */
  readonly startedMs: number
  readonly ms: number
}

export interface UpstreamResponse {
  /** The URL after redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The decompressed body. */
  readonly body: Uint8Array
  /** The compressed body as received; kept only if the request has `onExchange`. */
  readonly wire?: Uint8Array | undefined
  /** Charset from a BOM, the header or a meta element; otherwise `utf-8`. */
  readonly charset: string
}

/** The answer to a conditional request for a document that has not changed. */
export const NOT_MODIFIED = 304

export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>

/** Wraps `send` with one concern. */
export type Layer = (next: Send) => Send

/** Background requests, such as those of watches: served when no other caller waits for the site. */
export const BACKGROUND_CALLER = 'watches'
/** Canaries request products that the operator chose; also in the background. Being blocked counts for the whole site. */
export const CANARY_CALLER = 'canaries'

export function isBackground(caller: string): boolean {
  return caller === BACKGROUND_CALLER || caller === CANARY_CALLER
}
