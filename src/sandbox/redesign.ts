// A redesign on demand: moves a field to another place in everything that a shop sends, so that an adapter no longer finds it.
import type { ShopReply } from './define-shop.ts'

/** What every moved name ends in. */
const MOVED = 'V2'

/** The fields that are moved, by site; in memory, so that a new sandbox has the old pages. */
export interface Redesigns {
  set(site: string, field: string): void
  /** All fields of the site, or one of them; false where there was none. */
  undo(site: string, field?: string): boolean
  all(): Record<string, string[]>
  apply(site: string, reply: ShopReply): ShopReply
  /** Changes whenever a redesign does: a page made before is another page. */
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

/** JSON keys, escaped ones too; and the names by which markup calls its elements. */
const JSON_KEY = /(\\?")([\w$@:.-]{1,80})(\\?"\s{0,4}:)/g
const ATTRIBUTE =
  /(\s(?:itemprop|property|name|class|id|data-[\w-]{1,40})\s{0,2}=\s{0,2}["'])([^"'<>]{1,200})(["'])/g
const DATA_ATTRIBUTE = /(\sdata-)([\w-]{1,40})(\s{0,2}=)/g

export function moveField(reply: ShopReply, field: string): ShopReply {
  if (typeof reply.body !== 'string' || reply.status !== 200) return reply
  const wanted = wordsOf(field)
  const move = (match: string, before: string, name: string, after: string) =>
    hasWords(name, wanted) ? `${before}${name}${MOVED}${after}` : match
  const body = reply.body
    .replaceAll(JSON_KEY, move)
    .replaceAll(ATTRIBUTE, (_match: string, before: string, names: string, after: string) => {
      const moved = names.split(' ').map(name => (hasWords(name, wanted) ? `${name}${MOVED}` : name))
      return `${before}${moved.join(' ')}${after}`
    })
    .replaceAll(DATA_ATTRIBUTE, move)
  return { ...reply, body }
}

/** `lowestPriceCents`, `lowest_price_cents` and `product:price:amount` all hold the word "price". */
function hasWords(name: string, wanted: readonly string[]): boolean {
  const words = wordsOf(name)
  return words.some((_, place) => wanted.every((word, offset) => words[place + offset] === word))
}

function wordsOf(name: string): string[] {
  return (
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(word => word !== '')
      // One picture or several.
      .map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
  )
}
