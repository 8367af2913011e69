// Extracts facts from the answer of any operation: typed for products and offers, by JSON Pointer for all others. Pure.
import { NO_SEARCH } from '../../answer/failed-sites.ts'
import { isRecord } from '#kit/schema/is-record'
import { escapeToken } from '#kit/schema/pointer'
import type { GeneralProduct } from '#kit/product/general-product'
import type { FaultCode } from '#kit/fault'
import { type Facts, factsOfProduct, sortedFacts } from '../facts/facts.ts'
import { identityOf } from '../facts/identity.ts'
import type { CheckResult } from '../model/knowledge.ts'
import { factsOfOffers, incompleteSites, type OffersAnswer } from '../facts/offer-facts.ts'
import type { VariantChoice } from '../../settings/watch-rules/variant.ts'

/** Length of one text of an answer without a known shape. */
const TEXT_MAX = 300

export function resultOfAnswer(
  operation: string,
  value: unknown,
  variant?: VariantChoice | null,
): CheckResult {
  if (operation === 'general.product') {
    const product = value as GeneralProduct
    return { kind: 'facts', facts: factsOfProduct(product, variant), identity: identityOf(product) }
  }
  if (operation === 'general.offers') {
    const answer = value as OffersAnswer
    return resultOfShops(answer, answer.offers, factsOfOffers)
  }
  if (operation === 'general.search') {
    const answer = value as SearchAnswer
    return resultOfShops(answer, answer.results, factsOfSearch)
  }
  return { kind: 'facts', facts: factsOfTree(value) }
}

/** If no shop answered, nothing is known of any row: that is a fault of the check, not an empty market. */
function resultOfShops<A extends Pick<OffersAnswer, 'sites'>>(
  answer: A,
  rows: readonly { readonly site: string }[],
  factsOf: (answer: A) => Facts,
): CheckResult {
  const { failed, partial } = incompleteSites(answer.sites, rows)
  const searchedSites = answer.sites.filter(({ outcome }) => outcome !== NO_SEARCH)
  const [first] = searchedSites
  if (first && failed.length === searchedSites.length) {
    const detail = `no shop answered: ${failed.join(', ')}`
    return { kind: 'fault', fault: first.outcome as FaultCode, detail }
  }
  return { kind: 'facts', facts: factsOf(answer), failedSites: failed, partialSites: partial }
}

interface SearchAnswer extends Pick<OffersAnswer, 'sites'> {
  readonly results: readonly { readonly site: string; readonly url: string }[]
}

/** The rows of all shops by their address, and how many each shop has. How a shop answered is no value of the answer. */
function factsOfSearch({ results, sites }: SearchAnswer): Facts {
  const rows = results.flatMap(row => [...leaves(row, `/results/${escapeToken(`url=${row.url}`)}`)])
  const counts = sites
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ site }) => [`site/${site}/result_count`, String(results.filter(row => row.site === site).length)])
  return sortedFacts(Object.fromEntries([...rows, ...counts]) as Facts)
}

export function factsOfTree(value: unknown): Facts {
  return Object.fromEntries(leaves(value, ''))
}

function* leaves(value: unknown, pointer: string): Generator<readonly [string, string]> {
  if (Array.isArray(value)) {
    if (value.some(isRecord)) {
      for (const [key, row] of rowsByKey(value)) yield* leaves(row, `${pointer}/${escapeToken(key)}`)
    } else if (value.length > 0) yield [pointer, value.map(String).join(', ').slice(0, TEXT_MAX)]
  } else if (isRecord(value)) {
    for (const [key, member] of Object.entries(value)) yield* leaves(member, `${pointer}/${escapeToken(key)}`)
  } else if (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '')
  ) {
    yield [pointer, String(value).slice(0, TEXT_MAX)]
  }
}

/** What identifies a row, the most specific first. */
const STRONG_KEYS = ['id', 'sku', 'gtin', 'productId', 'product_id', 'slug', 'handle', 'code', 'url', 'link']
/** Rows may share these: sizes come in several colours. */
const WEAK_KEYS = ['size', 'label', 'key', 'name', 'title']
/** Only together with others. */
const MORE_KEYS = ['color', 'condition', 'site', 'seller', 'date']

type Row = readonly [name: string, row: unknown]

/** Rows by what identifies them, so that a row that moves is not a change; by position if nothing does. A row that is listed twice counts once. */
function rowsByKey(listed: readonly unknown[]): readonly Row[] {
  const rows = [...new Map(listed.map(row => [JSON.stringify(row), row])).values()]
  const namesBy = (key: string) => rows.map(row => nameOf(row, [key]))
  const countOf = (names: readonly (string | undefined)[]) =>
    new Set(names.filter(name => name !== undefined)).size
  const single = [...STRONG_KEYS, ...WEAK_KEYS].map(namesBy).find(names => countOf(names) === rows.length)
  // A few rows without a code, or with that of another row, do not make the others unknown.
  const mostly = () => STRONG_KEYS.map(namesBy).find(names => countOf(names) * 2 > rows.length)
  const together = () => {
    const names = rows.map(row => nameOf(row, [...STRONG_KEYS, ...WEAK_KEYS, ...MORE_KEYS]))
    return countOf(names) === rows.length ? names : undefined
  }
  const names = single ?? mostly() ?? together()
  if (!names) return listed.map((row, index) => [String(index), row])
  const times = new Map<string, number>()
  return rows
    .map((row, index): Row => {
      const name = names[index] ?? 'none'
      const nth = (times.get(name) ?? 0) + 1
      times.set(name, nth)
      return [nth === 1 ? name : `${name} #${nth}`, row]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** `id=7`, or of several keys those that the row has; undefined if it has none. */
function nameOf(row: unknown, keys: readonly string[]): string | undefined {
  if (!isRecord(row)) return undefined
  const parts = keys.flatMap(key => {
    const value = row[key]
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [`${key}=${value}`] : []
  })
  return parts.length === 0 ? undefined : parts.join(' ')
}
