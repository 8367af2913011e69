// What an offer says besides its price, in the words of every answer, and which of several the price is about.
export const AVAILABILITIES = [
  'in_stock',
  'limited',
  'preorder',
  'backorder',
  'out_of_stock',
  'discontinued',
] as const
export const CONDITIONS = ['new', 'used', 'refurbished', 'damaged'] as const

export type Availability = (typeof AVAILABILITIES)[number]
export type Condition = (typeof CONDITIONS)[number]

/** Which of several offers or variants the price of a product is about: those that can be bought, and of these the new ones. */
export interface OfferFacts {
  readonly condition?: string | null | undefined
  readonly availability?: Availability | null | undefined
}

/** Whether a customer can order it now, even if it is sent later. What is not stated counts as for sale. */
export function isPurchasable({ availability }: OfferFacts): boolean {
  return availability !== 'out_of_stock' && availability !== 'discontinued'
}

/** What is not stated counts as new. Of sold-out offers alone, or of used ones alone, all count. */
export function preferredOffers<T>(offers: readonly T[], factsOf: (offer: T) => OfferFacts): T[] {
  const forSale = offers.filter(one => isPurchasable(factsOf(one)))
  const offered = forSale.length > 0 ? forSale : offers
  const asNew = offered.filter(one => (factsOf(one).condition ?? 'new') === 'new')
  return [...(asNew.length > 0 ? asNew : offered)]
}
