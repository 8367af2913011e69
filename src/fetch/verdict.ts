// Verdict: classifies a response before it is parsed. Usable answers and redirects pass; everything else becomes a fault.
import type { Layer, UpstreamRequest, UpstreamResponse } from './layer.ts'
import { upstreamFailure } from './upstream-failure.ts'
import { retryAfterMs } from './throttle/parse-retry-after.ts'

/** Defaults without Retry-After: a site that rate-limits us needs a longer pause than one that is briefly unavailable. */
const DEFAULT_RETRY_AFTER_MS = { slow_down: 5_000, unavailable: 1_000 } as const

export function classifyResponse(): Layer {
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

/** Recognises challenge pages: pages that check the visitor instead of showing the product. Markers are data. */
interface Marker {
  readonly name: string
  /** The page contains all of these, compared in lower case. */
  readonly all: readonly string[]
  /** Markers that also occur on good pages count only on a page smaller than this. */
  readonly withinBytes: number
}

const ANY_SIZE = Number.POSITIVE_INFINITY
/** A challenge is a small page; a product page that merely embeds a captcha for its review form is not. */
const SMALL_PAGE_BYTES = 64 * 1024

export const challengeMarkers: readonly Marker[] = [
  { name: 'interstitial verification', all: ['_sec/verify?provider=interstitial'], withinBytes: ANY_SIZE },
  { name: 'interstitial provider', all: ['provider=interstitial'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'edge refusal', all: ['access denied', 'reference #'], withinBytes: SMALL_PAGE_BYTES },
  {
    name: 'edge refusal, escaped',
    all: ['access denied', 'reference&#32;&#35;'],
    withinBytes: SMALL_PAGE_BYTES,
  },
  { name: 'short refusal', all: ['<title>access denied'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'short refusal', all: ['access to this page has been denied'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'block page', all: ['<title>attention required!'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'block page', all: ['sorry, you have been blocked'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'block page', all: ['you have been blocked', 'security'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'block page', all: ['request unsuccessful', 'incident id'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'block page', all: ['pardon our interruption'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'block page', all: ['unusual traffic from your'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'block page', all: ['automated access', 'robot'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'challenge page', all: ['<title>just a moment'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'challenge page', all: ['checking your browser before accessing'], withinBytes: SMALL_PAGE_BYTES },
  {
    name: 'challenge page',
    all: ['checking if the site connection is secure'],
    withinBytes: SMALL_PAGE_BYTES,
  },
  {
    name: 'challenge page',
    all: ['enable javascript and cookies to continue'],
    withinBytes: SMALL_PAGE_BYTES,
  },
  { name: 'human check', all: ['verify you are human'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ['verify that you are human'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ["verify you're human"], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ['verifying you are human'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ['confirm you are human'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ['are you a robot?'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ["you're not a robot"], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ['you are not a robot'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ['press & hold', 'human'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'human check', all: ['press &amp; hold', 'human'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'captcha script', all: ['captcha-delivery.'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'captcha script', all: ['id="px-captcha"'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'captcha form', all: ['<title>captcha'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'captcha form', all: ['<form', 'captcha', 'solve'], withinBytes: SMALL_PAGE_BYTES },
  {
    name: 'challenge script',
    all: ['/cdn-cgi/challenge-platform/', 'challenge-form'],
    withinBytes: SMALL_PAGE_BYTES,
  },
  { name: 'challenge script', all: ['window._cf_chl_opt'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'challenge script', all: ['challenge.js', 'window.gokuprops'], withinBytes: SMALL_PAGE_BYTES },
  { name: 'challenge script', all: ['<script', '_resource?swjiylwa='], withinBytes: SMALL_PAGE_BYTES },
  {
    name: 'password page',
    all: ['<form', 'action="/password"', 'type="password"'],
    withinBytes: SMALL_PAGE_BYTES,
  },
]

/** Only the beginning of a page is scanned. */
const SCAN_MAX_BYTES = 256 * 1024

/** The name of the first matching marker; undefined if the page is not a challenge. */
export function detectChallenge(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SCAN_MAX_BYTES))
  const possible = challengeMarkers.filter(marker => body.byteLength <= marker.withinBytes)
  // Large pages are searched as raw bytes for the few markers without a size limit: lower-casing would cost more than parsing.
  const text = body.byteLength > SMALL_PAGE_BYTES ? bytes : bytes.toString('latin1').toLowerCase()
  return possible.find(marker => marker.all.every(part => text.includes(part)))?.name
}
