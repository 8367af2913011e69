// Challenge pages: how a page that checks the visitor, instead of showing the product, is recognised. Markers are data.

interface Marker {
  readonly name: string
  /** Every one of these stands in the page (compared in lower case). */
  readonly all: readonly string[]
  /** Markers that also occur on good pages count only on a page smaller than this. */
  readonly withinBytes: number
}

const ANY_SIZE = Number.POSITIVE_INFINITY
/** A challenge is a small page; a product page that merely embeds a captcha for its review form is not. */
const SMALL = 64 * 1024

export const markers: readonly Marker[] = [
  { name: 'interstitial verification', all: ['_sec/verify?provider=interstitial'], withinBytes: ANY_SIZE },
  { name: 'interstitial provider', all: ['provider=interstitial'], withinBytes: SMALL },
  { name: 'edge refusal', all: ['access denied', 'reference #'], withinBytes: SMALL },
  { name: 'edge refusal, escaped', all: ['access denied', 'reference&#32;&#35;'], withinBytes: SMALL },
  { name: 'short refusal', all: ['<title>access denied'], withinBytes: SMALL },
  { name: 'short refusal', all: ['access to this page has been denied'], withinBytes: SMALL },
  { name: 'block page', all: ['<title>attention required!'], withinBytes: SMALL },
  { name: 'block page', all: ['sorry, you have been blocked'], withinBytes: SMALL },
  { name: 'block page', all: ['you have been blocked', 'security'], withinBytes: SMALL },
  { name: 'block page', all: ['request unsuccessful', 'incident id'], withinBytes: SMALL },
  { name: 'block page', all: ['pardon our interruption'], withinBytes: SMALL },
  { name: 'block page', all: ['unusual traffic from your'], withinBytes: SMALL },
  { name: 'block page', all: ['automated access', 'robot'], withinBytes: SMALL },
  { name: 'waiting page', all: ['<title>just a moment'], withinBytes: SMALL },
  { name: 'waiting page', all: ['checking your browser before accessing'], withinBytes: SMALL },
  { name: 'waiting page', all: ['checking if the site connection is secure'], withinBytes: SMALL },
  { name: 'waiting page', all: ['enable javascript and cookies to continue'], withinBytes: SMALL },
  { name: 'human check', all: ['verify you are human'], withinBytes: SMALL },
  { name: 'human check', all: ['verify that you are human'], withinBytes: SMALL },
  { name: 'human check', all: ["verify you're human"], withinBytes: SMALL },
  { name: 'human check', all: ['verifying you are human'], withinBytes: SMALL },
  { name: 'human check', all: ['confirm you are human'], withinBytes: SMALL },
  { name: 'human check', all: ['are you a robot?'], withinBytes: SMALL },
  { name: 'human check', all: ["you're not a robot"], withinBytes: SMALL },
  { name: 'human check', all: ['you are not a robot'], withinBytes: SMALL },
  { name: 'human check', all: ['press & hold', 'human'], withinBytes: SMALL },
  { name: 'human check', all: ['press &amp; hold', 'human'], withinBytes: SMALL },
  { name: 'captcha script', all: ['captcha-delivery.'], withinBytes: SMALL },
  { name: 'captcha script', all: ['id="px-captcha"'], withinBytes: SMALL },
  { name: 'captcha form', all: ['<title>captcha'], withinBytes: SMALL },
  { name: 'captcha form', all: ['<form', 'captcha', 'solve'], withinBytes: SMALL },
  { name: 'challenge script', all: ['/cdn-cgi/challenge-platform/', 'challenge-form'], withinBytes: SMALL },
  { name: 'challenge script', all: ['window._cf_chl_opt'], withinBytes: SMALL },
  { name: 'challenge script', all: ['challenge.js', 'window.gokuprops'], withinBytes: SMALL },
  { name: 'challenge script', all: ['<script', '_resource?swjiylwa='], withinBytes: SMALL },
  { name: 'password page', all: ['<form', 'action="/password"', 'type="password"'], withinBytes: SMALL },
]

/** No marker is looked for beyond this: the page is a full one. */
const LOOK_AT_BYTES = 256 * 1024

/** The name of the marker that gives a challenge page away, or undefined. */
export function challengeIn(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, LOOK_AT_BYTES))
  const possible = markers.filter(marker => body.byteLength <= marker.withinBytes)
  // A full page is searched for the few markers of any size as it stands: lower-casing it would cost more than parsing it.
  const text = body.byteLength > SMALL ? bytes : bytes.toString('latin1').toLowerCase()
  return possible.find(marker => marker.all.every(part => text.includes(part)))?.name
}
