// A product that was read on a listed shop: which shop it counts for, which fields its page lacked, and whether its price
// should have been there.
import { platforms } from '../../platforms/index.ts'
import type { FieldMeasures } from '../observe/events.ts'
import { Fault } from '../kit/fault.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import { shopPlatforms, ucpShopNames } from '../sandbox/other-shop-names.ts'
import type { PreparedRequest } from './prepare-request.ts'

/** The operation that reads pages of listed shops. */
export const LISTED_OPERATION = 'general.product'

/** Fields whose share of answers is known for each listed shop. */
export const SHOP_FIELDS = [
  'price',
  'availability',
  'brand',
  'description',
  'images',
  'sku',
  'gtin',
  'mpn',
  'list_price',
  'rating',
  'breadcrumbs',
  'variants',
] as const satisfies readonly (keyof GeneralProduct)[]

/** What is counted of a product of a listed shop, and what its price is expected by. */
export interface ProductSummary {
  readonly url: string
  readonly hasPrice: boolean
  readonly platform: string | undefined
  readonly availability: GeneralProduct['availability']
  /** JSON Pointers of the fields that the page lacks. */
  readonly absent: readonly string[]
  readonly measures: FieldMeasures
}

export interface ShopProduct extends ProductSummary {
  /** As in the operator's list. */
  readonly shop: string
}

/** The listed shop that a request is about; undefined for any other request. */
export function listedShopOf({ work }: PreparedRequest): string | undefined {
  return work.kind === 'listed' ? work.page.entry : undefined
}

export function summaryOf(product: GeneralProduct): ProductSummary {
  return {
    url: product.url,
    hasPrice: product.price !== null,
    platform: product.platform ?? undefined,
    availability: product.availability,
    absent: SHOP_FIELDS.filter(field => isMissing(product[field])).map(field => `/${field}`),
    measures: {
      fields: SHOP_FIELDS.length,
      silent: 0,
      price: product.price === null ? undefined : Number(product.price.amount),
      rows: undefined,
      description: product.description?.length,
    },
  }
}

/** What a shop of the sandbox runs on, by its name; nothing is known of the others. */
export function sandboxShopFacts(origin: string): { readonly platform?: string; readonly ucp?: boolean } {
  const name = origin.slice(origin.lastIndexOf('/') + 1)
  const platform = shopPlatforms.find(one => name === `shop-${one}`)
  if (platform !== undefined) return { platform }
  return ucpShopNames.some(one => one === name) ? { ucp: true } : {}
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

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
