// The magic inputs: words in a look-up value that make a shop misbehave, so that callers can meet every error of the table.

export const magicWords = {
  gone: 'the product does not exist (404)',
  blocked: 'the shop answers with a challenge page (403)',
  changed: 'the page has come without its data',
  busy: 'the shop is busy (503 with Retry-After)',
  slow: 'the answer takes three seconds',
  timeout: 'the shop never answers',
  reset: 'the connection breaks in the middle of the answer',
  truncated: 'the answer is shorter than announced',
  huge: 'the answer is larger than 64 MB',
  robots: 'robots.txt forbids the path',
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
