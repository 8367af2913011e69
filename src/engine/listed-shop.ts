// A product that was read on a listed shop: which shop it counts for, which fields its page lacked, and whether its price
// should have been there.
import { platforms } from '../../platforms/index.ts'
import { Fault } from '../kit/fault.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { PreparedRequest } from './prepare-request.ts'
import type { ProductSummary } from './product-summary.ts'

export interface ShopProduct extends ProductSummary {
  /** As in the operator's list. */
  readonly shop: string
}

/** The listed shop that a request is about; undefined for any other request. */
export function listedShopOf({ work }: PreparedRequest): string | undefined {
  return work.kind === 'listed' ? work.page.shop.label : undefined
}

/** Whether shops on a platform have a public search. */
export function canSearch(platform: string | null): boolean {
  return platforms.some(({ name, can }) => name === platform && can.search)
}

/** Unless the page says that it cannot. */
export function mayBeBought(availability: GeneralProduct['availability']): boolean {
  return availability !== 'out_of_stock' && availability !== 'discontinued'
}

/** Many shops show no price for what they do not sell any more: such a page says nothing about the others. */
export function isTypical({ hasPrice, availability }: ShopProduct): boolean {
  return hasPrice || mayBeBought(availability)
}

export function priceMissing({ shop }: ShopProduct): Fault {
  return new Fault(
    'upstream_changed',
    `the page shows a product, but no price, and pages of ${shop} used to have one`,
    { field: '/price' },
  )
}
