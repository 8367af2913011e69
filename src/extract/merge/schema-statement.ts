// What the schema.org data of a page states about price and stock.
import { asListOrOne, valueAt } from '#kit/schema/json-values'
import type { Availability } from '#reader/values/offers'
import { unique } from '#kit/product/mapping-values'
import { schemaAvailability } from '#reader/schema-org/schema-org-states'
import { readOfferPrice } from '#kit/page/schema-org-offer'
import { SHARED_SIGN } from '#reader/values/currency-by-country'
import { currencyFromSymbol } from '#reader/values/currency'
import type { OfferClaim } from './find-disputes.ts'

/** The offers of a product and of its variants, those of an aggregate one by one. */
export function schemaStatement(item: unknown): OfferClaim | undefined {
  const items = [item, ...(asListOrOne(valueAt(item, 'hasVariant'), one => one) ?? [])]
  const own = items.flatMap(one => asListOrOne(valueAt(one, 'offers'), offer => offer) ?? [])
  const offers = own.concat(own.flatMap(offer => asListOrOne(valueAt(offer, 'offers'), inner => inner) ?? []))
  const prices = offers.map(readOfferPrice)
  return claimFrom({
    from: 'json-ld',
    // A price of 0 stands on pages whose prices load later.
    amounts: prices.flatMap(({ price = 0 }) => (price > 0 ? [String(price)] : [])),
    currencies: prices.map(({ currency }) => currency),
    availabilities: offers.map(offer => schemaAvailability(valueAt(offer, 'availability'))),
  })
}

interface RawStatement extends Pick<OfferClaim, 'from' | 'amounts'> {
  readonly currencies: readonly (string | undefined)[]
  readonly availabilities: readonly (Availability | undefined)[]
}

/** Undefined when the source states nothing. */
export function claimFrom({
  from,
  amounts,
  currencies,
  availabilities,
}: RawStatement): OfferClaim | undefined {
  const codes = unique(
    currencies.map(one => one && (SHARED_SIGN.test(one) ? undefined : currencyFromSymbol(one))),
  )
  const states = unique(availabilities)
  if (amounts.length === 0 && codes.length === 0 && states.length === 0) return undefined
  return { from, amounts, currencies: codes, availabilities: states }
}
