// The types of the upstream layers: a request, a response, `send`, and a layer around it.

export interface UpstreamRequest {
  readonly site: string
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly accept: 'html' | 'json'
  /** robots.txt itself is not subject to robots.txt. */
  readonly purpose: 'page' | 'robots'
  /** Fires when the deadline passes or the last caller leaves; its reason is then the Fault to throw. */
  readonly signal: AbortSignal
  /** When the whole request must be answered, in milliseconds of `performance.now()`. */
  readonly deadlineMs: number
  /** Who asks (a key's id or a client address): permits are shared out fairly between callers. */
  readonly caller: string
  /** Called with each stage that took time (`wait`, `connect`, `upstream`, `inflate`), for Server-Timing. */
  readonly onTiming: (stage: string, ms: number) => void
  /** Called with each attempt that went on the wire, before anyone reads the body; for recordings. */
  readonly onExchange?: ((exchange: UpstreamExchange) => void) | undefined
}

export interface UpstreamExchange {
  readonly request: UpstreamRequest
  /** Undefined where `error` tells why there is none. */
  readonly response: UpstreamResponse | undefined
  readonly error: unknown
  /** In milliseconds of `performance.now()`. */
  readonly startedMs: number
  readonly ms: number
}

export interface UpstreamResponse {
  /** After redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed. */
  readonly body: Uint8Array
  /** As it came, where it came compressed and `onExchange` is to see it. */
  readonly wire?: Uint8Array | undefined
  /** As the header, a BOM or a meta element says; `utf-8` when none does. */
  readonly charset: string
}

export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>

/** One concern around sending. */
export type Layer = (next: Send) => Send

/** Asks for nobody who waits, such as a watch: takes a turn at a site when no other caller wants one. */
export const BACKGROUND_CALLER = 'watches'
/** Asks for known products of the operator's choice: in the background too, and what it meets holds for the whole site. */
export const CANARY_CALLER = 'canaries'

export function isBackground(caller: string): boolean {
  return caller === BACKGROUND_CALLER || caller === CANARY_CALLER
}
