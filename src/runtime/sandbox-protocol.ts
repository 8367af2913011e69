// What the server and the sandbox say to each other: the magic words, which are faults that a shop of the sandbox simulates so
// that callers can try every error code, and the message that it is ready.

/** What each does, and the error code that every product operation then returns; null if it depends on the site, or is none. */
export const magicWords = {
  gone: { effect: 'the product does not exist (404)', brings: 'not_found' },
  blocked: { effect: 'the shop responds with a challenge page (403)', brings: 'upstream_blocked' },
  changed: { effect: 'the page arrives without its data', brings: 'upstream_changed' },
  busy: { effect: 'the shop is busy (503 with Retry-After)', brings: 'upstream_busy' },
  slow: { effect: 'the response takes three seconds', brings: null },
  timeout: { effect: 'the shop never responds', brings: 'upstream_timeout' },
  reset: { effect: 'the connection breaks in the middle of the response', brings: 'upstream_failed' },
  truncated: { effect: 'the response is shorter than announced', brings: 'upstream_failed' },
  huge: { effect: 'the response is larger than 64 MB', brings: 'upstream_failed' },
  unreachable: {
    effect: 'the shop redirects to a host that accepts no TLS connection',
    brings: 'upstream_unreachable',
  },
  wall: { effect: 'a page that asks for the age is in front of the product', brings: null },
  shell: { effect: 'the page is empty until scripts run', brings: 'upstream_changed' },
  'soft-gone': { effect: 'a page says, with status 200, that the product is gone', brings: null },
  moved: { effect: 'the URL redirects to another product', brings: null },
  replaced: { effect: 'another product is at the same URL', brings: null },
  flapping: { effect: 'the price goes up by one and back with every request', brings: null },
  robots: { effect: 'robots.txt disallows the path', brings: 'robots_disallowed' },
} as const

export type MagicWord = keyof typeof magicWords

/** The request header that selects the fault. */
export const SIMULATE_HEADER = 'x-wares-simulate'

/** The query parameter that robots.txt disallows: name and value. */
export const ROBOTS_QUERY = ['simulate', 'robots'] as const

export const robotsTxt: string = `User-agent: *\nDisallow: /*${ROBOTS_QUERY.join('=')}\nAllow: /\n`

export function isMagicWord(text: unknown): text is MagicWord {
  return typeof text === 'string' && Object.hasOwn(magicWords, text)
}

/** Messages from the sandbox process to its parent. */
export type SandboxMessage = { readonly ready: number } | { readonly failed: string }
