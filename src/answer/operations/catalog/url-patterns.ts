// The patterns of a shop's addresses, learned from a few pages: which addresses are product pages, and which are not.

export interface UrlPattern {
  /** `/p/{code}`: words stay, and what differs from page to page is named by its kind. */
  readonly pattern: string
  /** How many of the pages that were read show a product. */
  readonly products: number
  readonly read: number
}

/** Pages that are read for each pattern, and patterns that are read in one file. */
const PAGES_PER_PATTERN = 3
const PATTERNS_PER_FILE = 4
/** A longer pattern is that of no shop; the cursor carries all patterns. */
const PATTERN_MAX = 160
/** A shop with more kinds of addresses than this is not sorted any further. */
const PATTERNS_MAX = 24

export function isProductPattern({ products, read }: UrlPattern): boolean {
  return read > 0 && products * 2 > read
}

/** Below the shop's base path. */
export function patternOf(address: string, base: string): string {
  const { pathname, searchParams } = new URL(address)
  const path = pathname.slice(new URL(base).pathname.replace(/\/$/, '').length)
  const segments = path.split('/').filter(one => one !== '')
  const last = segments.length - 1
  const parts = segments.map((one, place) => (place === last ? kindOf(one) : isWord(one) ? one : kindOf(one)))
  const names = [...new Set(searchParams.keys())].toSorted((a, b) => (a < b ? -1 : 1))
  const query = names.length === 0 ? '' : `?${names.map(name => `${name}={value}`).join('&')}`
  return `/${parts.join('/')}${path.endsWith('/') && last >= 0 ? '/' : ''}${query}`
}

function isWord(segment: string): boolean {
  return /^[\p{L}_]{1,24}$/u.test(decodedPart(segment))
}

function kindOf(segment: string): string {
  const [, name = segment, extension = ''] = /^(.*?)(\.[a-z]{2,5})?$/i.exec(decodedPart(segment)) ?? []
  if (/^\d+$/.test(name)) return `{number}${extension}`
  if (/\d/.test(name)) return `{code}${extension}`
  return `${/[-_ ]/.test(name) ? '{slug}' : '{word}'}${extension}`
}

function decodedPart(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Addresses of the patterns that are not known yet, the most frequent first: a few of each, spread over the file. */
export function samplesOf(
  addresses: readonly string[],
  base: string,
  knownPatterns: readonly UrlPattern[],
): ReadonlyMap<string, readonly string[]> {
  const names = new Set(knownPatterns.map(one => one.pattern))
  const groups = Map.groupBy(addresses, one => patternOf(one, base))
  const unknown = [...groups].filter(([pattern]) => !names.has(pattern) && pattern.length <= PATTERN_MAX)
  const room = Math.max(0, Math.min(PATTERNS_PER_FILE, PATTERNS_MAX - knownPatterns.length))
  const chosen = unknown.toSorted(([, a], [, b]) => b.length - a.length).slice(0, room)
  return new Map(chosen.map(([pattern, all]) => [pattern, spread(all)]))
}

function spread(all: readonly string[]): string[] {
  const places = Array.from({ length: PAGES_PER_PATTERN }, (_, n) =>
    Math.floor((n * (all.length - 1)) / (PAGES_PER_PATTERN - 1)),
  )
  return [...new Set(places)].flatMap(place => all[place] ?? [])
}
