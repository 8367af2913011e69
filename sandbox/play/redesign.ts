// Redesigns on demand: renames a field in everything that a shop sends, so that an adapter no longer finds it.
import type { SandboxResponse } from '../define-shop.ts'

/** The suffix of every renamed name. */
const MOVED = 'V2'

/** The renamed fields by site; in memory, so that a new sandbox starts with the original pages. */
export interface Redesigns {
  set(site: string, field: string): void
  /** All fields of the site, or one of them; false when there was none. */
  undo(site: string, field?: string): boolean
  all(): Record<string, string[]>
  apply(site: string, reply: SandboxResponse): SandboxResponse
  /** Changes with every redesign, so that older pages are not served from the cache. */
  version(): number
}

export function createRedesigns(): Redesigns {
  const bySite = new Map<string, Set<string>>()
  let version = 0
  return {
    set(site, field) {
      bySite.set(site, new Set([...(bySite.get(site) ?? []), field]))
      version++
    },
    undo(site, field) {
      const fields = bySite.get(site)
      const isUndone = field === undefined ? bySite.delete(site) : (fields?.delete(field) ?? false)
      if (fields?.size === 0) bySite.delete(site)
      version++
      return isUndone
    },
    all: () => Object.fromEntries([...bySite].map(([site, fields]) => [site, [...fields]])),
    apply: (site, reply) => [...(bySite.get(site) ?? [])].reduce(moveField, reply),
    version: () => version,
  }
}

/** JSON keys, including escaped ones and those in single quotes; values that name their neighbours. */
const JSON_KEY = /(\\?["'])([\w$@:.-]{1,80})(\\?["']\s{0,4}:)/g
const NAMING_VALUE = /(:\s{0,4}\\?["'])([A-Za-z_-]{1,40})(\\?["'])/g
/** Attributes that name elements, and elements that need no name. */
const ATTRIBUTE =
  /(\s(?:itemprop|property|name|class|id|data-[\w-]{1,40})\s{0,2}=\s{0,2}["'])([^"'<>]{1,200})(["'])/g
const DATA_ATTRIBUTE = /(\sdata-)([\w-]{1,40})(\s{0,2}=)/g
const ELEMENT = /(<\/?)(h[1-6]|title|img|picture)([\s/>])/gi
/** "Rating 4.5 out of 5" */
const IN_WORDS = /(\b)([A-Za-z]{3,20})(:? \d)/g

/** Synonyms that pages use for the same field. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  image: ['picture', 'photo', 'thumbnail', 'gallery', 'img'],
  name: ['title', 'heading', 'headline', 'alternate', 'h1', 'h2', 'h3', 'h4'],
  rating: ['review', 'star'],
}

type Move = (match: string, before: string, name: string, after: string) => string

export function moveField(reply: SandboxResponse, field: string): SandboxResponse {
  if (typeof reply.body !== 'string' || reply.status !== 200) return reply
  const wanted = wordsOf(field)
  const moveIf =
    (isMoved: (name: string) => boolean): Move =>
    (match, before, name, after) =>
      isMoved(name) ? `${before}${name}${MOVED}${after}` : match
  const move = moveIf(name => hasWords(name, wanted))
  const body = reply.body
    .replaceAll(JSON_KEY, move)
    .replaceAll(
      NAMING_VALUE,
      moveIf(name => isEqual(wordsOf(name), wanted)),
    )
    .replaceAll(ATTRIBUTE, (_match: string, before: string, names: string, after: string) => {
      const moved = names.split(' ').map(name => (hasWords(name, wanted) ? `${name}${MOVED}` : name))
      return `${before}${moved.join(' ')}${after}`
    })
    .replaceAll(DATA_ATTRIBUTE, move)
    .replaceAll(ELEMENT, move)
    .replaceAll(IN_WORDS, move)
  return { ...reply, body }
}

/** `lowestPriceCents`, `lowest_price_cents` and `product:price:amount` all contain the word "price". */
function hasWords(name: string, wanted: readonly string[]): boolean {
  const words = wordsOf(name)
  const synonyms = wanted.length === 1 ? (SYNONYMS[wanted[0] ?? ''] ?? []) : []
  return (
    words.some((_, place) => isEqual(words.slice(place, place + wanted.length), wanted)) ||
    words.some(word => synonyms.includes(word))
  )
}

function isEqual(words: readonly string[], wanted: readonly string[]): boolean {
  return words.join(' ') === wanted.join(' ')
}

function wordsOf(name: string): string[] {
  return (
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(word => word !== '')
      // Singular and plural.
      .map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
  )
}
