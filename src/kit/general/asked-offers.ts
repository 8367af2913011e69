// Which of several offers or variants the price of a product is about: those that can be bought, and of these the new ones.
import type { Availability } from './general-product.ts'

export interface OfferFacts {
  readonly condition?: string | null | undefined
  readonly availability?: Availability | null | undefined
}

/** Whether a customer can order it now, even if it is sent later. What is not stated counts as for sale. */
export function isForSale({ availability }: OfferFacts): boolean {
  return availability !== 'out_of_stock' && availability !== 'discontinued'
}

/** What is not stated counts as new. Of sold-out offers alone, or of used ones alone, all count. */
export function askedOffers<T>(offers: readonly T[], factsOf: (offer: T) => OfferFacts): T[] {
  const forSale = offers.filter(one => isForSale(factsOf(one)))
  const offered = forSale.length > 0 ? forSale : offers
  const asNew = offered.filter(one => (factsOf(one).condition ?? 'new') === 'new')
  return [...(asNew.length > 0 ? asNew : offered)]
}
