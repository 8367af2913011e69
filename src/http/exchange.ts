// One request at the face and all that is known of it so far; every answer leaves through here.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, type Encoding, encode, encodingOf } from '../engine/answer.ts'
import { freshnessOf } from '../engine/freshness.ts'
import type { Outcome } from '../engine/index.ts'
import type { Entry } from '../engine/registry.ts'
import type { KeyRecord } from '../state/keys.ts'
import type { Rate, Taken } from '../state/limits.ts'
import type { QuotaState } from '../state/meter.ts'
import { matchesTag, tagFor, wantedEncoding } from './negotiate.ts'
import { faultHeaders, problemOf } from './problems.ts'
import type { Fault } from '../kit/fault.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly startedMs: number
  readonly path: string
  entry?: Entry
  key?: KeyRecord
  /** What the limiter said, and of which rate. */
  limit?: { readonly taken: Taken; readonly rate: Rate }
  quota?: QuotaState
  cache: Outcome['cache'] | 'none'
  /** A fresh answer was at hand, and the request would not have it. */
  isPassedOver?: boolean
  fault?: Fault
  /** Ready-made `Server-Timing` entries. */
  timings: string
}

const PROCESS_ID = randomBytes(5).toString('hex')

export function createRequestIds(): () => string {
  let count = 0
  return () => `${PROCESS_ID}-${(count++).toString(36)}`
}

export function addTiming(exchange: Exchange, stage: string, ms: number): void {
  const entry = `${stage};dur=${ms.toFixed(2)}`
  exchange.timings = exchange.timings ? `${exchange.timings}, ${entry}` : entry
}

/** At once when the bytes are ready in the wanted encoding; later when they must be compressed first. */
export function sendAnswer(exchange: Exchange, answer: Answer, nowMs: number): void | Promise<void> {
  const encoding = encodingOf(answer, wantedEncoding(exchange.request.headers['accept-encoding']))
  const body = answer.encoded.get(encoding)
  if (body) return sendBytes(exchange, answer, encoding, body, nowMs)
  return encode(answer, encoding).then(bytes => sendBytes(exchange, answer, encoding, bytes, nowMs))
}

function sendBytes(
  exchange: Exchange,
  answer: Answer,
  encoding: Encoding,
  body: Buffer,
  nowMs: number,
): void {
  const headers = answerHeaders(exchange, answer, encoding, nowMs)
  if (matchesTag(exchange.request.headers['if-none-match'], answer.tag)) return end(exchange, 304, headers)
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(body.length))
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  end(exchange, 200, headers, body)
}

function answerHeaders(exchange: Exchange, answer: Answer, encoding: Encoding, nowMs: number): string[] {
  const ageS = Math.max(0, Math.floor((nowMs - answer.madeAtMs) / 1000))
  const freshS = Math.floor(answer.freshForMs / 1000)
  const headers = [
    'etag',
    tagFor(answer.tag, encoding),
    'age',
    String(ageS),
    'cache-control',
    `private, max-age=${freshS}`,
    'cache-status',
    cacheStatus(exchange, freshS - ageS),
  ]
  if (answer.absent) headers.push('wares-absent', answer.absent)
  if (answer.source) headers.push('link', `<${answer.source}>; rel="via"`)
  return headers
}

/** RFC 9211. */
function cacheStatus({ cache, request, isPassedOver }: Exchange, ttlS: number): string {
  if (cache === 'hit') return `wares; hit; ttl=${ttlS}`
  const forwarded = `wares; fwd=${isPassedOver ? 'request' : 'miss'}`
  if (cache === 'shared') return `${forwarded}; collapsed`
  return freshnessOf(request.headers['cache-control']).store ? `${forwarded}; stored` : forwarded
}

export function sendProblem(exchange: Exchange, fault: Fault, more: readonly string[] = []): void {
  exchange.fault = fault
  const body = Buffer.from(JSON.stringify(problemOf(fault, exchange.path, exchange.requestId)))
  end(
    exchange,
    fault.status,
    [
      ...more,
      ...faultHeaders(fault),
      'cache-control',
      'no-store',
      'content-type',
      'application/problem+json; charset=utf-8',
      'content-length',
      String(body.length),
    ],
    body,
  )
}

/** Adds what every answer carries, and sends. The body of a HEAD stays here. */
export function end(exchange: Exchange, status: number, headers: string[], body?: Buffer): void {
  const { request, response, requestId, timings } = exchange
  headers.push(
    'x-request-id',
    requestId,
    'vary',
    'Accept-Encoding, x-api-key',
    'access-control-allow-origin',
    '*',
    'access-control-expose-headers',
    EXPOSED,
    'x-content-type-options',
    'nosniff',
    'server-timing',
    `${timings ? `${timings}, ` : ''}total;dur=${(performance.now() - exchange.startedMs).toFixed(2)}`,
  )
  addLimitHeaders(exchange, headers)
  if (exchange.entry && exchange.entry.notices.length > 0) headers.push(...exchange.entry.notices)
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

const EXPOSED =
  'X-Request-Id, RateLimit, RateLimit-Policy, ETag, Age, Cache-Status, Server-Timing, Wares-Absent, Retry-After, ' +
  'Link, Deprecation, Sunset'

function addLimitHeaders({ limit, quota }: Exchange, headers: string[]): void {
  if (!limit) return
  const { taken, rate } = limit
  const policy = `"rate";q=${rate.burst};w=${Math.ceil(rate.burst / rate.ratePerS)}`
  const state = `"rate";r=${taken.remaining};t=${Math.ceil((taken.allowed ? taken.resetMs : taken.retryAfterMs) / 1000)}`
  headers.push('ratelimit-policy', quota ? `${policy}, "quota";q=${quota.limit};w=${MONTH_S}` : policy)
  headers.push(
    'ratelimit',
    quota ? `${state}, "quota";r=${quota.remaining};t=${Math.ceil(quota.resetMs / 1000)}` : state,
  )
}

/** The longest month; the exact end is in `t`. */
const MONTH_S = 31 * 24 * 3600
