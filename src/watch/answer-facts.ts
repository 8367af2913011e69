// Extracts facts from the answer of any operation: typed for products and offers, by JSON Pointer for all others. Pure.
import type { GeneralProduct } from '../kit/general/general-product.ts'
import { type Facts, factsOfOffers, factsOfProduct, type OffersAnswer } from './facts.ts'

/** Limits for an answer without a known shape. */
const LEAVES_MAX = 300
const TEXT_MAX = 300

export function factsOfAnswer(operation: string, value: unknown): Facts {
  if (operation === 'general.product') return factsOfProduct(value as GeneralProduct)
  if (operation === 'general.offers') return factsOfOffers(value as OffersAnswer)
  return Object.fromEntries([...leaves(value, '')].slice(0, LEAVES_MAX))
}

function* leaves(value: unknown, pointer: string): Generator<readonly [string, string]> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      yield* leaves(one, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  } else if (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '')
  ) {
    yield [pointer, String(value).slice(0, TEXT_MAX)]
  }
}
