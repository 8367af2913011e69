// The magic words: the faults that a shop of the sandbox can simulate, so that callers can try every error of the table.

/** What each does, and the code of the error that a product operation then answers with. */
export const magicWords = {
  gone: { effect: 'the product does not exist (404)', brings: 'not_found' },
  blocked: { effect: 'the shop answers with a challenge page (403)', brings: 'upstream_blocked' },
  changed: { effect: 'the page has come without its data', brings: 'upstream_changed' },
  busy: { effect: 'the shop is busy (503 with Retry-After)', brings: 'upstream_busy' },
  slow: { effect: 'the answer takes three seconds', brings: null },
  timeout: { effect: 'the shop never answers', brings: 'upstream_timeout' },
  reset: { effect: 'the connection breaks in the middle of the answer', brings: 'upstream_failed' },
  truncated: { effect: 'the answer is shorter than announced', brings: 'upstream_failed' },
  huge: { effect: 'the answer is larger than 64 MB', brings: 'upstream_failed' },
  unreachable: {
    effect: 'the shop sends us on to an address where no secure session can be made',
    brings: 'upstream_unreachable',
  },
  robots: { effect: 'robots.txt forbids the path', brings: 'robots_disallowed' },
} as const

export type MagicWord = keyof typeof magicWords

/** The request header that names the fault. */
export const SIMULATE_HEADER = 'x-wares-simulate'

/** What robots.txt forbids: the name and the value of a query parameter. */
export const ROBOTS_QUERY = ['simulate', 'robots'] as const

export const robotsTxt: string = `User-agent: *\nDisallow: /*${ROBOTS_QUERY.join('=')}\nAllow: /\n`

export function isMagicWord(text: unknown): text is MagicWord {
  return typeof text === 'string' && Object.hasOwn(magicWords, text)
}
