// Sends responses with the headers that they have in common.
import type { Fault } from '../kit/fault.ts'
import type { Exchange } from './exchange.ts'
import { faultHeaders, problemOf } from '../engine/problems.ts'
import { recordLink } from './record-link.ts'
import { STATIC_PAGE_CSP, unknownAddressPage } from './static-pages.ts'

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
      'content-length',
      String(body.length),
    ],
    body,
  )
}

/** Sends an HTML page instead of the problem document, for browsers. */
export function sendUnknownAddress(exchange: Exchange, fault: Fault): void {
  exchange.fault = fault
  const body = Buffer.from(unknownAddressPage(exchange.path, fault.message))
  const headers = ['cache-control', 'no-store', 'content-type', 'text/html; charset=utf-8']
  headers.push('content-length', String(body.length), 'content-security-policy', STATIC_PAGE_CSP)
  endResponse(exchange, fault.status, [...headers, 'referrer-policy', 'no-referrer'], body)
}

export function sendJson(exchange: Exchange, status: number, value: unknown, more: readonly string[]): void {
  const body = Buffer.from(JSON.stringify(value))
  const headers = ['content-type', 'application/json; charset=utf-8', 'content-length', String(body.length)]
  endResponse(exchange, status, [...headers, ...more], body)
}

/** Adds the common headers and sends the response; a HEAD response has no body. */
export function endResponse(exchange: Exchange, status: number, headers: string[], body?: Buffer): void {
  const { request, response, reply, requestId, originHeaders, entry } = exchange
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
  if (entry && entry.deprecationHeaders.length > 0) headers.push(...entry.deprecationHeaders)
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
  let shown = ''
  for (const [stage, ms] of timings) {
    const entry = `${stage};dur=${ms.toFixed(2)}, `
    if (shown.length + entry.length + total.length <= TIMING_MAX) shown += entry
  }
  return shown + total
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
