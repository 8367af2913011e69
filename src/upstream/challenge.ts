// Recognises challenge pages: pages that check the visitor instead of showing the product. Markers are data.

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
