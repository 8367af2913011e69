// Makes one call and keeps all that can be shown of it.
import {
  type CacheState,
  type LimitState,
  readAbsent,
  readCacheStatus,
  readLimits,
  readServerTiming,
  readSource,
  type Stage,
} from '../../../client/src/answer-headers.ts'
import type { Problem } from './server-api.ts'
import { type Operation, type Params, queryOf } from './operation-list.ts'

export type { Problem } from './server-api.ts'
export type Freshness = 'any' | 'bypass' | 'cached'

export interface CallRequest {
  readonly operation: Operation
  readonly params: Params
}

export interface CallResult {
  readonly operation: Operation
  readonly params: Params
  readonly status: number
  readonly text: string
  readonly body: unknown
  readonly problem: Problem | undefined
  readonly ms: number
  readonly bytes: number
  readonly stages: readonly Stage[]
  readonly cache: CacheState | undefined
  readonly ageS: number | undefined
  readonly absent: {
    readonly pointers: readonly string[]
    /** Rows left out of lists. */
    readonly dropped: number
    readonly more: number
  }
  readonly limits: readonly LimitState[]
  /** All that the browser lets the page see, by name. */
  readonly headers: readonly (readonly [string, string])[]
  /** The shop's page that was read. */
  readonly source: string | undefined
  readonly retryAfterS: number | undefined
  readonly requestId: string
  /** Where the record of the request is, if it was recorded. */
  readonly recordPath: string | undefined
}

export interface CallOptions {
  readonly key: string | null
  readonly freshness: Freshness
  readonly signal: AbortSignal
}

/** The browser's own cache stays out of it (`no-store`), but must not make the server bypass its cache, which it would without this. */
const CACHE_CONTROL: Record<Freshness, string> = {
  any: 'max-age=31536000',
  bypass: 'no-cache',
  cached: 'only-if-cached',
}

function urlOf({ operation, params }: CallRequest): string {
  const query = queryOf(params).toString()
  return `${operation.base}${operation.path}${query ? `?${query}` : ''}`
}

export async function makeCall(ask: CallRequest, options: CallOptions): Promise<CallResult> {
  const { operation, params } = ask
  const started = performance.now()
  const response = await fetch(urlOf(ask), {
    headers: {
      'cache-control': CACHE_CONTROL[options.freshness],
      ...(options.key ? { 'x-api-key': options.key } : {}),
    },
    cache: 'no-store',
    signal: options.signal,
  })
  const text = await response.text()
  const ms = performance.now() - started
  const header = (name: string) => response.headers.get(name)
  const body = parse(text)
  return {
    operation,
    params,
    status: response.status,
    text,
    body,
    problem: response.ok ? undefined : problemOf(response.status, body),
    ms,
    bytes: new TextEncoder().encode(text).length,
    stages: readServerTiming(header('server-timing')),
    cache: readCacheStatus(header('cache-status')),
    ageS: numberOf(header('age')),
    absent: readAbsent(header('wares-absent')),
    limits: readLimits(header('ratelimit-policy'), header('ratelimit')),
    headers: [...response.headers],
    source: readSource(header('link')),
    retryAfterS: numberOf(header('retry-after')),
    requestId: header('x-request-id') ?? '',
    recordPath: readRecordPath(header('link')),
  }
}

function numberOf(header: string | null): number | undefined {
  return header === null ? undefined : Number(header)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Something between us and the server has answered; its text is shown as it is.
    return text
  }
}

function problemOf(status: number, body: unknown): Problem {
  if (typeof body === 'object' && body !== null && 'code' in body) return body as Problem
  const detail =
    'The response is not a problem document. It may come from a proxy between this page and Wares.'
  return { type: '', title: `Status ${status}`, status, detail, code: '', request_id: '', retryable: false }
}

/** `<…>; rel="describedby"` of the header `Link`. */
function readRecordPath(link: string | null): string | undefined {
  return /<(\/[^<>]*)>; *rel="describedby"/.exec(link ?? '')?.[1]
}
