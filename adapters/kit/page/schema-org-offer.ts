// The price of an offer of schema.org: in the offer itself, in its price specification, or as the lowest of several.
import { asListOrOne, asLooseNumber, asText, asTrimmed, valueAt } from '../schema/json-values.ts'
import { amount } from '#reader/values/price'

export interface OfferPrice {
  readonly price: number | undefined
  readonly currency: string | undefined
}

export function readOfferPrice(offer: unknown): OfferPrice {
  const [specification] = asListOrOne(valueAt(offer, 'priceSpecification'), one => one) ?? []
  const amounts = [
    valueAt(offer, 'price'),
    valueAt(specification, 'price'),
    valueAt(offer, 'lowPrice'),
    valueAt(specification, 'minPrice'),
  ]
  return {
    price: amounts.map(asAmount).find(one => one !== undefined),
    currency:
      asTrimmed(valueAt(offer, 'priceCurrency')) ?? asTrimmed(valueAt(specification, 'priceCurrency')),
  }
}

/** A number as schema.org wants it ("1234.50"); some shops write it as their country does ("1.234,50"). */
function asAmount(value: unknown): number | undefined {
  const text = asText(value)
  const isLocal = text !== undefined && /^\s*\d[\d.,'’\s]*$/.test(text)
  return asLooseNumber(value) ?? (isLocal ? amount(text) : undefined)
}
