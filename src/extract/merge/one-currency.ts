// Keeps amounts of two currencies apart: a shop may answer in the currency of the session, and write its page in another.
import type { StatedPrice, ExtractedVariant } from '#kit/product/reading'
import { withoutAmounts } from '#kit/product/stated-values'
import { usualCurrencySymbol } from '#reader/values/currency-by-country'
import type { GeneralProduct } from '#kit/product/general-product'
import { UNITS } from '#reader/values/currency-data'
import { shiftDecimalPoint } from '#reader/values/number'
import type { SourcedFields } from './read-witness.ts'

/** Without its amounts, if the document states them in another currency; the currency itself stays, to be disputed. */
export function inCurrency(witness: SourcedFields, code: string | undefined): SourcedFields {
  if (code === undefined || isIn(code.toUpperCase(), witness)) return witness
  const { price: _price, list_price: _list, price_max: _max, other_prices: _others, ...rest } = witness
  const { variants } = rest
  return variants ? { ...rest, variants: { ...variants, value: variants.value.map(withoutAmounts) } } : rest
}

/** A sign that several currencies share may mean each of them. */
function isIn(code: string, { currency, currency_hint: hint }: SourcedFields): boolean {
  const stated = currency?.value.toUpperCase() ?? hint?.value
  if (stated === undefined || stated === code) return true
  return currency === undefined && usualCurrencySymbol(stated) === usualCurrencySymbol(code)
}

/**
 * In the units of the page. A document that states no currency may be in a unit without a code: it is in toman where the
 * page has ten times its price in rials.
 */
export function toPageUnits(page: GeneralProduct | undefined, witness: SourcedFields): SourcedFields {
  const { price } = page ?? {}
  if (!price || witness.currency) return witness
  const amounts = [witness.price?.value, ...(witness.variants?.value.map(one => one.price) ?? [])]
  const unit = Object.values(UNITS).find(
    ({ code, places }) =>
      code === price.currency &&
      amounts.some(
        one => one !== undefined && Number(shiftDecimalPoint(one, places)) === Number(price.amount),
      ),
  )
  return unit ? withAmounts(witness, amount => shiftDecimalPoint(amount, unit.places)) : witness
}

function withAmounts(witness: SourcedFields, change: (amount: string) => string): SourcedFields {
  const maybe = (amount: string | undefined) => (amount === undefined ? undefined : change(amount))
  const { price, list_price: list, price_max: max, other_prices: others, variants } = witness
  const ofVariant = (extractedVariant: ExtractedVariant) => ({
    ...extractedVariant,
    price: maybe(extractedVariant.price),
    list_price: maybe(extractedVariant.list_price),
  })
  const ofOther = (one: StatedPrice): StatedPrice => ({ ...one, price: maybe(one.price) })
  return {
    ...witness,
    ...(price && { price: { ...price, value: change(price.value) } }),
    ...(list && { list_price: { ...list, value: change(list.value) } }),
    ...(max && { price_max: { ...max, value: change(max.value) } }),
    ...(others && {
      other_prices: { ...others, value: others.value.map(ofOther) },
    }),
    ...(variants && { variants: { ...variants, value: variants.value.map(ofVariant) } }),
  }
}
