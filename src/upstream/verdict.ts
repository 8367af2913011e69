// Verdict: classifies a response before it is parsed. Usable answers and redirects pass; everything else becomes a fault.
import { detectChallenge } from './challenge.ts'
import type { Layer, UpstreamRequest, UpstreamResponse } from './layer.ts'
import { upstreamFailure } from './upstream-failure.ts'
import { retryAfterMs } from './retry-after.ts'

/** Defaults without Retry-After: a site that rate-limits us needs a longer pause than one that is briefly unavailable. */
const DEFAULT_RETRY_AFTER_MS = { slow_down: 5_000, unavailable: 1_000 } as const

export function verdict(): Layer {
  return next => async request => {
    const response = await next(request)
    const fault = request.purpose === 'robots' ? statusFault(response) : pageFault(request, response)
    if (fault) throw fault
    return response
  }
}

function pageFault(request: UpstreamRequest, response: UpstreamResponse) {
  const { status, body } = response
  if (status >= 300 && status < 400) return undefined
  const marker = looksLikeMarkup(response) ? detectChallenge(body) : undefined
  // 404, 410 and 429 keep their meaning, whatever the page looks like.
  if (marker && status !== 404 && status !== 410 && status !== 429) {
    return upstreamFailure('challenged', `the site responded with a ${marker} instead of the page`, {
      status,
      error: marker,
    })
  }
  if (status >= 400) return statusFault(response)
  if (body.length === 0) return upstreamFailure('empty', 'the response of the site is empty', { status })
  return request.accept === 'json' ? jsonFault(body, status) : undefined
}

function statusFault({ status, headers }: UpstreamResponse) {
  if (status < 400) return undefined
  if (status === 404 || status === 410)
    return upstreamFailure('missing', 'the site says that there is no such page', { status })
  if (status === 401 || status === 403)
    return upstreamFailure('refused', `the site refuses access (${status})`, { status })
  // Some shop platforms send 430 instead of 429.
  if (status === 429 || status === 430 || status === 503) {
    const kind = status === 503 ? 'unavailable' : 'slow_down'
    return upstreamFailure(kind, `the site is busy (${status})`, {
      status,
      retryAfterMs: retryAfterMs(headers['retry-after']) ?? DEFAULT_RETRY_AFTER_MS[kind],
    })
  }
  if (status >= 500)
    return upstreamFailure('server_error', `the site responded with an error (${status})`, { status })
  return upstreamFailure('rejected', `the site no longer accepts this request (${status})`, { status })
}

/** Recognises markup instead of JSON, and truncated JSON, here where a retry can still help. */
function jsonFault(body: Uint8Array, status: number) {
  const first = firstContentByte(body, 0, 1)
  if (first === 0x3c) return upstreamFailure('not_json', 'the site sent HTML instead of JSON', { status })
  const closing = first === 0x7b ? 0x7d : first === 0x5b ? 0x5d : undefined
  if (closing !== undefined && firstContentByte(body, body.length - 1, -1) !== closing) {
    return upstreamFailure('truncated', 'the JSON response of the site is truncated', { status })
  }
  return undefined
}

/** The first byte from `start` that is neither white space nor part of a byte order mark. */
function firstContentByte(body: Uint8Array, start: number, step: 1 | -1): number | undefined {
  for (let index = start; index >= 0 && index < body.length; index += step) {
    const byte = body[index]
    if (byte !== undefined && byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) return byte
  }
  return undefined
}

function looksLikeMarkup(response: UpstreamResponse): boolean {
  return (
    firstContentByte(response.body, 0, 1) === 0x3c ||
    /html|text\/plain/i.test(response.headers['content-type'] ?? '')
  )
}
