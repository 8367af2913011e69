// Keeps amounts of two currencies apart: a shop may answer in the currency of the session, and write its page in another.
import type { StatedVariant } from '../kit/platform/platform.ts'
import { usualCurrencySymbol } from '../kit/values/currency-by-country.ts'
import type { Witness } from './evidence.ts'

/** Without its amounts, if the document states them in another currency; the currency itself stays, to be disputed. */
export function inCurrency(witness: Witness, code: string | undefined): Witness {
  if (code === undefined || isIn(code.toUpperCase(), witness)) return witness
  const { price: _price, list_price: _list, price_max: _max, other_prices: _others, ...rest } = witness
  const { variants } = rest
  return variants ? { ...rest, variants: { ...variants, value: variants.value.map(withoutAmounts) } } : rest
}

/** A sign that several currencies share may mean each of them. */
function isIn(code: string, { currency, currency_hint: hint }: Witness): boolean {
  const stated = currency?.value.toUpperCase() ?? hint?.value
  if (stated === undefined || stated === code) return true
  return currency === undefined && usualCurrencySymbol(stated) === usualCurrencySymbol(code)
}

function withoutAmounts(variant: StatedVariant): StatedVariant {
  return { ...variant, price: undefined, list_price: undefined }
}
