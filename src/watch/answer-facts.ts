// Extracts facts from the answer of any operation: typed for products and offers, by JSON Pointer for all others. Pure.
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { FaultCode } from '../kit/fault.ts'
import { type Facts, factsOfProduct } from './facts.ts'
import { identityOf } from './identity.ts'
import type { CheckResult } from './knowledge.ts'
import { failedSitesOf, factsOfOffers, type OffersAnswer } from './offer-facts.ts'
import type { VariantChoice } from './variant-choice.ts'

/** Limits for an answer without a known shape. */
const LEAVES_MAX = 300
const TEXT_MAX = 300

export function resultOfAnswer(
  operation: string,
  value: unknown,
  variant?: VariantChoice | null,
): CheckResult {
  if (operation === 'general.product') {
    const product = value as GeneralProduct
    return { facts: factsOfProduct(product, variant), identity: identityOf(product) }
  }
  if (operation === 'general.offers') return resultOfOffers(value as OffersAnswer)
  return { facts: factsOfTree(value) }
}

/** If no shop answered, nothing is known of any offer: that is a fault of the check, not an empty market. */
function resultOfOffers(answer: OffersAnswer): CheckResult {
  const failedSites = failedSitesOf(answer)
  const [first] = answer.sites
  if (first && failedSites.length === answer.sites.length) {
    return { fault: first.outcome as FaultCode, detail: `no shop answered: ${failedSites.join(', ')}` }
  }
  return { facts: factsOfOffers(answer), failedSites }
}

export function factsOfTree(value: unknown): Facts {
  return Object.fromEntries([...leaves(value, '')].slice(0, LEAVES_MAX))
}

function* leaves(value: unknown, pointer: string): Generator<readonly [string, string]> {
  if (Array.isArray(value)) {
    if (value.some(isObject)) {
      for (const [key, row] of rowsByKey(value)) yield* leaves(row, `${pointer}/${escaped(key)}`)
    } else if (value.length > 0) yield [pointer, value.map(String).join(', ').slice(0, TEXT_MAX)]
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) yield* leaves(one, `${pointer}/${escaped(key)}`)
  } else if (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '')
  ) {
    yield [pointer, String(value).slice(0, TEXT_MAX)]
  }
}

/** What identifies a row, the most specific first. */
const ROW_KEYS = [
  'id',
  'sku',
  'gtin',
  'productId',
  'product_id',
  'slug',
  'handle',
  'code',
  'url',
  'link',
  'size',
  'label',
  'key',
  'name',
  'title',
]

/** By the first key whose values are present and differ in all rows, so that a row that moves is not a change; else by position. */
function rowsByKey(rows: readonly unknown[]): (readonly [string, unknown])[] {
  for (const key of ROW_KEYS) {
    const values = rows.map(row => (isObject(row) ? row[key] : undefined))
    const texts = values
      .filter(one => (typeof one === 'string' && one !== '') || typeof one === 'number')
      .map(String)
    if (texts.length === rows.length && new Set(texts).size === rows.length) {
      return rows
        .map((row, index) => [`${key}=${texts[index]}`, row] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
    }
  }
  return rows.map((row, index) => [String(index), row] as const)
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
