// The offers of one article as a person compares them: filtered, the cheapest of each shop first.
import { moneyText, type Offer } from '../model/general.ts'
import { availabilityState } from './availability.ts'
import { compareSizes } from './size-order.ts'

export interface OfferFilter {
  /** Key of a size by `sizeKey`; empty for every size. */
  readonly size: string
  /** Empty for every condition. */
  readonly condition: string
}

export interface OfferGroup {
  readonly offer: Offer
  readonly sizes: readonly string[]
}

/** Sizes of one shop at one price are one row. */
export function groupOffers(offers: readonly Offer[]): OfferGroup[] {
  const groups = Map.groupBy(offers, offer => {
    const { site, seller, condition, price } = offer
    return JSON.stringify([site, seller?.name, condition, price?.amount, price?.currency, isSoldOut(offer)])
  })
  return [...groups.values()].flatMap(group => {
    const [offer] = group
    const sizes = [...new Set(group.flatMap(one => one.size ?? []))].toSorted(compareSizes)
    return offer ? [{ offer, sizes }] : []
  })
}

export interface OfferList {
  /** One row per shop and currency. */
  readonly cheapest: readonly OfferGroup[]
  readonly others: readonly OfferGroup[]
}

/** Offers come cheapest first per currency, and stay so; what is damaged or sold out comes after the rest. */
export function listOffers(offers: readonly Offer[], filter: OfferFilter): OfferList {
  const wanted = offers
    .filter(offer => isWanted(offer, filter))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const cheapest: OfferGroup[] = []
  const others: OfferGroup[] = []
  const seen = new Set<string>()
  for (const group of groupOffers(wanted)) {
    const shop = `${group.offer.site} ${group.offer.price?.currency ?? ''}`
    ;(seen.has(shop) ? others : cheapest).push(group)
    seen.add(shop)
  }
  return { cheapest, others }
}

function isWanted(offer: Offer, { size, condition }: OfferFilter): boolean {
  const isSize = size === '' || (offer.size !== null && sizeKey(offer.size) === size)
  return isSize && (condition === '' || conditionOf(offer) === condition)
}

/** A shop that states no condition sells new goods; the table says that it does not state it. */
function conditionOf({ condition }: Offer): string {
  return condition ?? 'new'
}

function rankOf(offer: Offer): number {
  return (offer.condition === 'damaged' ? 2 : 0) + (isSoldOut(offer) ? 1 : 0)
}

function isSoldOut({ availability }: Offer): boolean {
  return availability !== null && availabilityState(availability) === 'no'
}

const CONDITIONS = ['new', 'refurbished', 'used', 'damaged']

/** The conditions that can be chosen, the best first. */
export function conditionsOf(offers: readonly Offer[]): string[] {
  const stated = new Set(offers.map(conditionOf))
  return CONDITIONS.filter(one => stated.has(one))
}

/** New ones, unless there are none. */
export function firstFilter(offers: readonly Offer[]): OfferFilter {
  return { size: '', condition: conditionsOf(offers).includes('new') ? 'new' : '' }
}

/** The sizes that can be chosen, small to large. */
export function sizesOf(offers: readonly Offer[]): string[] {
  const keys = new Set(offers.flatMap(({ size }) => (size === null ? [] : [sizeKey(size)])))
  return [...keys].toSorted(compareSizes)
}

/** `US M 10`, `M 10 / W 11.5` and `10` are one size; every other label stands for itself. */
export function sizeKey(label: string): string {
  const [, number] =
    /^(?:US\s+)?(?:(?:M|Men'?s)\s+)?(\d{1,2}(?:\.\d)?)(?:\s*\/\s*W.*)?$/i.exec(label.trim()) ?? []
  return number ?? label.trim()
}

/** The first offer of a new one with a price; offers come sorted by price. Undefined where currencies differ. */
export function cheapestNew(offers: readonly Offer[]): Offer | undefined {
  const candidates = offers.filter(
    offer => offer.condition === 'new' && moneyText(offer.price) !== undefined && !isSoldOut(offer),
  )
  return new Set(candidates.map(one => one.price?.currency)).size === 1 ? candidates[0] : undefined
}
