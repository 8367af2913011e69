// The magic inputs: words in a look-up value that make a shop misbehave, so that callers can meet every error of the table.

/** What each does, and the code of the table that a product operation then meets. */
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

const WORD = new RegExp(`(?:~|%7E)(${Object.keys(magicWords).join('|')})(?![a-z])`, 'i')

export interface Asked {
  readonly url: URL
  readonly body: string | undefined
}

/** The first magic word of a request, and the request as if it were not there. */
export function takeMagic(asked: Asked): { word: MagicWord | undefined; plain: Asked } {
  const found = [asked.url.pathname, asked.url.search, asked.body ?? ''].map(part => WORD.exec(part)?.[1])
  const word = found.find(one => one !== undefined)?.toLowerCase() as MagicWord | undefined
  if (!word) return { word, plain: asked }
  const url = new URL(asked.url)
  url.pathname = without(url.pathname)
  url.search = without(url.search)
  return { word, plain: { url, body: asked.body === undefined ? undefined : without(asked.body) } }
}

function without(text: string): string {
  return text.replace(new RegExp(WORD, 'gi'), '')
}

/** Both spellings, for clients that compare robots.txt with an encoded path. */
export const robotsTxt = 'User-agent: *\nDisallow: /*~robots\nDisallow: /*%7Erobots\nAllow: /\n'
