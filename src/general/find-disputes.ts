// Finds what another document, or the page itself, states differently from the answer: price, currency, availability.
import type { Availability, GeneralProduct } from '../kit/general/general-product.ts'
import { money } from '../kit/general/money.ts'
import type { StatedVariant } from '../kit/platform/platform.ts'
import type { Evidence, Witness } from './evidence.ts'
import { isSame } from './merge-variants.ts'

type Dispute = GeneralProduct['disputed'][number]

interface StatedOffer {
  /** Currency of the answer. */
  readonly code: string | undefined
  readonly price: string | undefined
  readonly availability: Availability | undefined
  readonly variants: readonly StatedVariant[]
}

export function findDisputes(
  offer: StatedOffer,
  witnesses: readonly Witness[],
  page: GeneralProduct | undefined,
): Dispute[] {
  const all = witnesses.flatMap(witness => [
    ...currencyDispute(offer, witness.currency?.value, witness.currency?.from),
    ...priceDispute(offer, witness.price?.value, witness.currency?.value, witness.price?.from),
    ...variantDisputes(offer, witness.variants),
    ...stockDispute(offer, witness.availability?.value, witness.availability?.from),
  ])
  if (page) {
    const { price, sources = {} } = page
    const from = sources.price?.from ?? 'page'
    all.push(
      ...currencyDispute(offer, price?.currency, from),
      ...priceDispute(offer, price?.amount, price?.currency, from),
      ...stockDispute(offer, page.availability ?? undefined, structured(sources.availability?.from)),
    )
  }
  const seen = new Map(all.map(one => [`${one.field} ${one.value}`, one]))
  return [...seen.values()]
}

/** Words about stock are too often about something else on the page; they fill a gap, but contradict nothing. */
function structured(from: Dispute['from'] | undefined): Dispute['from'] | undefined {
  return from === 'page' ? undefined : from
}

function currencyDispute(
  { code }: StatedOffer,
  stated: string | undefined,
  from?: Dispute['from'],
): Dispute[] {
  if (code === undefined || stated === undefined || from === undefined) return []
  return stated.toUpperCase() === code.toUpperCase()
    ? []
    : [{ field: 'currency', value: stated.toUpperCase(), from }]
}

/** A page shows the price of the variant that it has selected, so the price of any variant agrees. */
function priceDispute(
  { code, price, variants }: StatedOffer,
  stated: string | undefined,
  currency: string | undefined,
  from: Dispute['from'] | undefined,
): Dispute[] {
  if (stated === undefined || price === undefined || from === undefined) return []
  // Amounts in two currencies cannot be compared; the currency is disputed then.
  if (currency !== undefined && code !== undefined && currency.toUpperCase() !== code.toUpperCase()) return []
  const known = [price, ...variants.map(one => one.price)].map(Number)
  const value = money(stated, code)?.amount ?? stated
  return known.includes(Number(stated)) ? [] : [{ field: 'price', value, from }]
}

function variantDisputes(
  { code, variants }: StatedOffer,
  stated: Evidence<readonly StatedVariant[]> | undefined,
): Dispute[] {
  const found = stated?.value.find(other => {
    const own = variants.find(one => isSame(one, other))
    return own?.price !== undefined && other.price !== undefined && Number(own.price) !== Number(other.price)
  })
  if (!stated || found?.price === undefined) return []
  return [{ field: 'price', value: money(found.price, code)?.amount ?? found.price, from: stated.from }]
}

/** Whether it can be bought counts: "limited" does not contradict "in stock". The state of any variant agrees. */
function stockDispute(
  { availability, variants }: StatedOffer,
  stated: Availability | undefined,
  from: Dispute['from'] | undefined,
): Dispute[] {
  if (availability === undefined || stated === undefined || from === undefined) return []
  const known = [availability, ...variants.flatMap(one => one.availability ?? [])].map(canBeBought)
  return known.includes(canBeBought(stated)) ? [] : [{ field: 'availability', value: stated, from }]
}

function canBeBought(state: Availability): boolean {
  return state !== 'out_of_stock' && state !== 'discontinued'
}
