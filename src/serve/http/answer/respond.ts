// Sends responses with the headers that they have in common.
import type { Fault } from '#kit/fault'
import { type Encoding } from '../../../answer/cache/answer.ts'
import { WEAK } from '../../../extract/read-result.ts'
import { encodeText, pickEncoding } from './encoded-text.ts'
import type { Exchange } from '../exchange.ts'
import { faultHeaders, problemOf } from '../../../answer/problems.ts'
import { STATIC_PAGE_CSP, unknownAddressPage } from './static-pages.ts'
import type { IncomingMessage } from 'node:http'

const RECORD_PATH = '/api/v2/requests'

/** The record of a request, as a value for the `Link` header of every recorded answer. */
export function recordLink({ requestId }: Pick<Exchange, 'requestId'>): string {
  return `<${RECORD_PATH}/${requestId}>; rel="describedby"`
}

export function sendProblem(exchange: Exchange, fault: Fault, more: readonly string[] = []): void {
  exchange.fault = fault
  const body = Buffer.from(JSON.stringify(problemOf(fault, exchange.path, exchange.requestId)))
  endResponse(
    exchange,
    fault.status,
    [
      ...more,
      ...faultHeaders(fault),
      ...(exchange.recordFor?.isRecorded ? ['link', recordLink(exchange)] : []),
      'cache-control',
      'no-store',
      'content-type',
      'application/problem+json; charset=utf-8',
    ],
    body,
  )
}

/** Sends an HTML page instead of the problem document, for browsers. */
export function sendUnknownAddress(exchange: Exchange, fault: Fault): void {
  exchange.fault = fault
  const body = Buffer.from(unknownAddressPage(exchange.path, fault.message))
  const headers = ['cache-control', 'no-store', 'content-type', 'text/html; charset=utf-8']
  headers.push('content-security-policy', STATIC_PAGE_CSP, 'referrer-policy', 'no-referrer')
  endResponse(exchange, fault.status, headers, body)
}

/** A document: text, or bytes by encoding. */
export interface DocumentResponse {
  readonly status?: number
  readonly type: string
  readonly body: string | ReadonlyMap<Encoding, Buffer>
  readonly cacheControl?: string
  readonly csp?: string
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** For people too, who open it in a browser. */
export function jsonReply(value: unknown, status = 200): DocumentResponse {
  return { status, type: JSON_TYPE, body: JSON.stringify(value, null, 1) }
}

export async function sendDocument(exchange: Exchange, reply: DocumentResponse): Promise<void> {
  const { status = 200, type, body, cacheControl = 'no-cache', csp = STATIC_PAGE_CSP } = reply
  const accepted = negotiateEncoding(exchange.request.headers['accept-encoding'])
  const [encoding, bytes] =
    typeof body === 'string' ? await encodeText(body, accepted) : pickEncoding(body, accepted)
  const headers = ['content-type', type, 'cache-control', cacheControl]
  headers.push('content-security-policy', csp, 'referrer-policy', 'no-referrer')
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  endResponse(exchange, status, headers, bytes)
}

export async function sendJson(
  exchange: Exchange,
  status: number,
  value: unknown,
  more: readonly string[],
): Promise<void> {
  const accepted = negotiateEncoding(exchange.request.headers['accept-encoding'])
  const [encoding, body] = await encodeText(JSON.stringify(value), accepted)
  const headers = ['content-type', JSON_TYPE]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  endResponse(exchange, status, [...headers, ...more], body)
}

/** Adds the common headers and the length, and sends the response; a HEAD response has no body. */
export function endResponse(exchange: Exchange, status: number, headers: string[], body?: Buffer): void {
  const { request, response, reply, requestId, originHeaders } = exchange
  headers.push(
    'x-request-id',
    requestId,
    'server-timing',
    serverTiming(exchange),
    'x-content-type-options',
    'nosniff',
    ...originHeaders,
    ...limitHeaders(exchange),
  )
  if (body) headers.push('content-length', String(body.length))
  response.writeHead(status, headers)
  reply?.hijack()
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Proxies refuse an answer whose headers do not fit their buffer: 4 KB in nginx. */
const TIMING_MAX = 1_024

/** One entry for each stage; the stages that no longer fit are left out. */
export function serverTiming({ timings, startedMs }: Exchange): string {
  const total = `total;dur=${(performance.now() - startedMs).toFixed(2)}`
  if (!timings) return total
  let header = ''
  for (const [stage, ms] of timings) {
    const entry = `${stage};dur=${ms.toFixed(2)}, `
    if (header.length + entry.length + total.length <= TIMING_MAX) header += entry
  }
  return header + total
}

export function limitHeaders({ limit, quota }: Exchange): string[] {
  if (!limit) return []
  const { taken, rate } = limit
  const policy = `"rate";q=${rate.burst};w=${Math.ceil(rate.burst / rate.ratePerS)}`
  const state = `"rate";r=${taken.remaining};t=${Math.ceil((taken.allowed ? taken.resetMs : taken.retryAfterMs) / 1000)}`
  if (!quota) return ['ratelimit-policy', policy, 'ratelimit', state]
  return [
    'ratelimit-policy',
    `${policy}, "quota";q=${quota.limit};w=${MONTH_S}`,
    'ratelimit',
    `${state}, "quota";r=${quota.remaining};t=${Math.ceil(quota.resetMs / 1000)}`,
  ]
}

/** The longest month; `t` gives the exact end. */
const MONTH_S = 31 * 24 * 3600

/** The best encoding that the client accepts; br is preferred to gzip at equal weight. */
export function negotiateEncoding(accept: string | undefined): Encoding {
  if (!accept || accept === 'identity') return 'identity'
  // Fast path for what nearly every client sends.
  if (accept === 'gzip, deflate, br' || accept === 'gzip, deflate, br, zstd') return 'br'
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...options] = part.split(';').map(one => one.trim())
    const q = options.find(option => option.startsWith('q='))
    weights.set(name, q ? Number.parseFloat(q.slice(2)) : 1)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = weightOf('gzip')
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

export function prefersHtml({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') ?? false
}

/** Whether If-None-Match contains the tag in any encoding; compared weakly (RFC 9110, 13.1.2). `*` matches any. */
export function matchesEtag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  const [, opaqueTag] = splitTag(tag)
  return ifNoneMatch.split(',').some(candidate => {
    const [, opaque] = splitTag(candidate.trim().replaceAll('"', ''))
    return opaque === opaqueTag || opaque === `${opaqueTag}-gzip` || opaque === `${opaqueTag}-br`
  })
}

export function etagFor(tag: string, encoding: Encoding): string {
  const [weak, opaque] = splitTag(tag)
  return encoding === 'identity' ? `${weak}"${opaque}"` : `${weak}"${opaque}-${encoding}"`
}

function splitTag(tag: string): readonly [weak: string, opaque: string] {
  return tag.startsWith(WEAK) ? [WEAK, tag.slice(WEAK.length)] : ['', tag]
}
