// What is counted of a product of a listed shop, and what its price is expected by. Pure, so that it can run on any thread.
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { FieldMeasures } from '../observe/events.ts'

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

export interface ProductSummary {
  readonly url: string
  readonly hasPrice: boolean
  /** A document of the shop itself states the product, and no price: it is sold on request, or by subscription. */
  readonly isUnpriced: boolean
  readonly platform: string | undefined
  readonly availability: GeneralProduct['availability']
  /** JSON Pointers of the fields that the page lacks. */
  readonly absent: readonly string[]
  readonly measures: FieldMeasures
}

export function summaryOf(product: GeneralProduct, isStated: boolean): ProductSummary {
  return {
    url: product.url,
    hasPrice: product.price !== null,
    isUnpriced: product.price === null && isStated,
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

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
