// A product's name without what shops put around it: their own name, the marketplace, the department.
import { typesOf } from '../../data/json-ld.ts'
import type { Candidate } from '../../candidate.ts'
import { lettersOf } from '../../feature-sets.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { THEME_TITLE } from '../../words/title-words.ts'
import { withoutBinding } from './page-details.ts'
import { textOf } from '../../schema-org/schema-org-values.ts'

const SHOP_TYPES =
  /^(?:Organization|Corporation|OnlineStore|OnlineBusiness|Store|WebSite|LocalBusiness|\w+Store)$/
// Names come with their white space collapsed.
const SEPARATOR = /( [-–—|·•»:~/]{1,3} | ?[|｜] ?|: )/
const TITLE_PARTS = /(?<!\s)\s+[|–—»·-]\s|｜/
const MAX_ITEMS = 200
// A shorter rest is no name.
const MIN_NAME = 3
const MIN_SHOP = 3

/** Candidates for the name in plain form, without titles that every page of the shop has. */
export function plainNames(page: ReaderPage, candidates: readonly Candidate[]): Candidate[] {
  const host = /^https?:\/\/(?:www\.|m\.)?([^/:?#]+)/i.exec(page.url)?.[1] ?? ''
  const hosts = new Set([lettersOf(host)])
  const shop = shopNames(page, host)
  const named = candidates.map(candidate => {
    // A heading is what people read; it has the shop's name only where a marketplace adds its domain.
    const isHeading = candidate.source === 'page' && candidate.features.title !== 1
    const plain = withoutShop(candidate.value, isHeading ? hosts : shop)
    const value =
      candidate.features.title === 1 ? withoutBinding(plain.split(TITLE_PARTS)[0] ?? plain) : plain
    return value === candidate.value ? candidate : { ...candidate, value }
  })
  const own = named.filter(({ value }) => !THEME_TITLE.test(value) && !shop.has(lettersOf(value)))
  return own.length > 0 ? own : named.filter(({ value }) => !THEME_TITLE.test(value))
}

/** The letters of all names by which the shop calls itself. */
function shopNames(page: ReaderPage, host: string): Set<string> {
  const stated = ['og:site_name', 'application-name', 'twitter:site', 'author'].map(
    key => page.meta.get(key)?.[0] ?? '',
  )
  const items = page.jsonLd
    .slice(0, MAX_ITEMS)
    .flatMap(item => shopsIn(item))
    .map(item => textOf(item.name) ?? '')
  const bare = host.replace(/(?:\.(?:com?|net|org|gov))?\.[a-z]{2,6}$/i, '')
  const names = [host, bare, ...bare.split('.'), ...stated, ...items]
  return new Set(names.map(lettersOf).filter(letters => letters.length >= MIN_SHOP))
}

function shopsIn(item: unknown): Record<string, unknown>[] {
  if (typeof item !== 'object' || item === null) return []
  const graph = (item as Record<string, unknown>)['@graph']
  const all = Array.isArray(graph) ? (graph as unknown[]).slice(0, MAX_ITEMS) : [item]
  return all.filter(
    (member): member is Record<string, unknown> =>
      typeof member === 'object' &&
      member !== null &&
      typesOf(member as Record<string, unknown>).some(type => SHOP_TYPES.test(type)),
  )
}

/**
 * "A lamp | Shop", "Shop: A lamp", "A lamp : shop.example : Lamps": the part that is the shop goes, and after a
 * marketplace's name the department too.
 */
function withoutShop(whole: string, shop: ReadonlySet<string>): string {
  const name = withoutPhrase(whole, shop)
  const pieces = name.split(SEPARATOR)
  const isShop = (piece: string | undefined) => piece !== undefined && shop.has(lettersOf(piece))
  const first = isShop(pieces[0]) && pieces.length > 2 ? 2 : 0
  let last = pieces.length
  for (let place = first + 2; place < pieces.length; place += 2)
    if (isShop(pieces[place])) {
      last = place - 1
      break
    }
  if (first === 0 && last === pieces.length) return name
  const rest = pieces.slice(first, last).join('').trim()
  return lettersOf(rest).length >= MIN_NAME ? rest : name
}

const AT_THE_SHOP =
  /\s(?:im|bei|at|chez|en|from|on|auf|bij|hos|su|da|na|w|в)\s(?:the\s|dem\s)?(\S+(?:\s\S+){0,4})$/iu
const MIN_WORD = 4

/** "A lamp in the Shop Online Store". */
function withoutPhrase(name: string, shop: ReadonlySet<string>): string {
  const match = AT_THE_SHOP.exec(name)
  const isShop = match?.[1]?.split(' ').some(word => {
    const letters = lettersOf(word)
    return letters.length >= MIN_WORD && shop.has(letters)
  })
  return match && isShop && match.index >= MIN_WORD ? name.slice(0, match.index) : name
}
