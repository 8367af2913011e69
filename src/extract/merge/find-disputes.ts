// Finds what the sources of a product state differently from the answer, and which of them state the same: price, currency,
// availability. The only place that decides what a contradiction is.
import type { Availability } from '#reader/values/offers'
import type { GeneralProduct, SourceKind } from '#kit/product/general-product'
import { money } from '#reader/values/money'
import type { ExtractedVariant } from '#kit/product/reading'
import { isSame } from './variant-prices.ts'

type Dispute = GeneralProduct['disputed'][number]
type DisputedField = 'price' | 'currency' | 'availability'

/** What one source states about the price and the stock of a product. Amounts are decimal text in units. */
export interface OfferClaim {
  readonly from: SourceKind
  /** One for each offer. */
  readonly amounts: readonly string[]
  readonly currencies: readonly string[]
  readonly availabilities: readonly Availability[]
  /** With the platform's ids, by which they are found in another document. */
  readonly variants?: readonly ExtractedVariant[] | undefined
}

/** What the answer says. */
export interface AnsweredOffer {
  readonly currency: string | undefined
  readonly price: string | undefined
  /** Further prices that the source may show instead: of a variant, or the highest. */
  readonly amounts?: readonly (string | undefined)[]
  /** Prices before a reduction, of members and the like: a page may print them beside its heading. */
  readonly others?: readonly (string | undefined)[]
  readonly availability: Availability | undefined
  readonly variants: readonly ExtractedVariant[]
}

export interface ClaimComparison {
  readonly disputed: readonly Dispute[]
  /** The sources that state the same, by field. */
  readonly also: Readonly<Partial<Record<DisputedField, readonly SourceKind[]>>>
}

export function findDisputes(offer: AnsweredOffer, statements: readonly OfferClaim[]): ClaimComparison {
  const disputed = new Map<string, Dispute>()
  const also: Partial<Record<DisputedField, SourceKind[]>> = {}
  for (const field of ['price', 'currency', 'availability'] as const) {
    for (const statement of statements) {
      const verdict = COMPARE[field](offer, statement)
      if (verdict === 'same') (also[field] ??= []).push(statement.from)
      else if (verdict !== undefined)
        disputed.set(`${field} ${verdict.value}`, { field, value: verdict.value, from: statement.from })
    }
  }
  return { disputed: [...disputed.values()], also }
}

/** Undefined when one of the two says nothing. */
type Verdict = 'same' | { readonly value: string } | undefined

const COMPARE: Readonly<Record<DisputedField, (offer: AnsweredOffer, statement: OfferClaim) => Verdict>> = {
  price: comparePrices,
  currency({ currency }, { currencies }) {
    const stated = currencies.map(one => one.toUpperCase())
    const [first] = stated
    if (currency === undefined || first === undefined) return undefined
    return stated.includes(currency.toUpperCase()) ? 'same' : { value: first }
  },
  /** Whether it can be bought counts: "limited" does not contradict "in stock". The state of any variant agrees. */
  availability({ availability, variants }, { availabilities }) {
    const stated = availabilities.find(canBeBought) ?? availabilities[0]
    if (availability === undefined || stated === undefined) return undefined
    const known = [availability, ...variants.flatMap(one => one.availability ?? [])].map(canBeBought)
    return known.includes(canBeBought(stated)) ? 'same' : { value: stated }
  },
}

/** A source may state the price of any variant, or a range: it contradicts only if no price of the answer is among them. */
function comparePrices(
  offer: AnsweredOffer,
  { from, amounts, currencies, variants = [] }: OfferClaim,
): Verdict {
  const { price, currency, variants: own } = offer
  const toDispute = (amount: string) => ({ value: money(amount, currency)?.amount ?? amount })
  const known = [price, ...(offer.amounts ?? []), ...own.map(one => one.price)]
  const other = differentVariant(own, variants, known)
  const [first] = amounts
  if (price === undefined || first === undefined) return other === undefined ? undefined : toDispute(other)
  // Amounts in two currencies cannot be compared; the currency is disputed then.
  const isOther = !currencies.some(one => one.toUpperCase() === currency?.toUpperCase())
  if (currency !== undefined && currencies.length > 0 && isOther) return undefined
  if (amounts.some(amount => isAmong(amount, known))) return other === undefined ? 'same' : toDispute(other)
  const isExplained = from === 'page' && amounts.some(amount => isAmong(amount, offer.others ?? []))
  return isExplained ? undefined : toDispute(first)
}

function isAmong(amount: string, known: readonly (string | undefined)[]): boolean {
  return known.some(one => one !== undefined && Number(one) === Number(amount))
}

/** The price of a variant that has another one in the answer, if no part of the answer has it. */
function differentVariant(
  own: readonly ExtractedVariant[],
  stated: readonly ExtractedVariant[],
  known: readonly (string | undefined)[],
): string | undefined {
  return stated.find(other => {
    const same = own.find(one => isSame(one, other))
    return same?.price !== undefined && other.price !== undefined && !isAmong(other.price, known)
  })?.price
}

function canBeBought(state: Availability): boolean {
  return state !== 'out_of_stock' && state !== 'discontinued'
}
