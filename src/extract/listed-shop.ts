// A product that was read on a listed shop: which shop it counts for, which fields its page lacked, and whether its price
// should have been there.
import { LRUCache } from 'lru-cache'
import { codeKey, gtinKey } from '#reader/values/gtin'
import { platforms } from '../../adapters/platforms/index.ts'
import { Fault } from '#kit/fault'
import type { GeneralProduct } from '#kit/product/general-product'
import type { FieldMeasures } from '../runtime/events.ts'

export interface ShopProduct extends ProductSummary {
  /** As in the operator's list. */
  readonly shop: string
}

/** Whether shops on a platform have a public search. */
export function canSearch(platform: string | null): boolean {
  return platforms.some(({ name, can }) => name === platform && can.search)
}

/** Unless the page says that it cannot. */
export function isPurchasable(availability: GeneralProduct['availability']): boolean {
  return availability !== 'out_of_stock' && availability !== 'discontinued'
}

/** Many shops show no price for what they do not sell any more: such a page says nothing about the others. */
export function isTypical({ hasPrice, availability }: ShopProduct): boolean {
  return hasPrice || isPurchasable(availability)
}

export function priceMissing({ shop }: ShopProduct): Fault {
  return new Fault(
    'upstream_changed',
    `the page shows a product, but no price, and pages of ${shop} used to have one`,
    { field: '/price' },
  )
}

/** The name under which fields are counted: an operation; for a listed shop, the operation at that shop. */
export function driftKey(operation: string, shop: string | undefined): string {
  return shop === undefined ? operation : `${operation}@${shop}`
}

/** The site of an operation, or the listed shop. */
export function shopOfDriftKey(key: string): string {
  const place = key.indexOf('@')
  return place < 0 ? (key.split('.')[0] ?? key) : key.slice(place + 1)
}

export function isOfListedShop(key: string): boolean {
  return key.includes('@')
}

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
  /** A document of the shop states the product, and no price: sold on request, or by subscription. Or it was taught so. */
  readonly isUnpriced: boolean
  readonly platform: string | undefined
  readonly availability: GeneralProduct['availability']
  /** JSON Pointers of the fields that the page lacks. */
  readonly absent: readonly string[]
  readonly measures: FieldMeasures
  readonly price?: GeneralProduct['price'] | undefined
  /** As a taught rule has read it; undefined if none did. */
  readonly taughtPrice?: NonNullable<GeneralProduct['price']> | undefined
  /** By product or variant. */
  readonly codes?: readonly Pick<GeneralProduct['variants'][number], 'gtin' | 'sku'>[]
  readonly mpn?: string | null
  /** Fields whose taught rules gave nothing that can be believed. */
  readonly failed?: readonly string[] | undefined
}

/** How a product came about, beside its values. */
export interface ReadingOutcome {
  /** A document of the shop's platform describes it. */
  readonly isStated: boolean
  /** Fields whose taught rules gave nothing that can be believed. */
  readonly failed?: readonly string[]
  /** Fields that were taught to be none: they are not missing. */
  readonly none?: readonly string[]
  /** As a taught rule has read it; undefined if none did. */
  readonly taughtPrice?: NonNullable<GeneralProduct['price']> | undefined
}

export function summaryOf(
  product: GeneralProduct,
  { isStated, failed = [], none = [], taughtPrice }: ReadingOutcome,
): ProductSummary {
  return {
    url: product.url,
    hasPrice: product.price !== null,
    isUnpriced: product.price === null && (none.includes('price') || (isStated && !failed.includes('price'))),
    platform: product.platform ?? undefined,
    availability: product.availability,
    absent: SHOP_FIELDS.filter(field => isMissing(product[field]) && !none.includes(field)).map(
      field => `/${field}`,
    ),
    measures: { fields: SHOP_FIELDS.length, silent: 0 },
    price: product.price,
    taughtPrice,
    codes: [product, ...product.variants].map(({ gtin, sku }) => ({ gtin, sku })),
    mpn: product.mpn,
    failed,
  }
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

interface CodedProduct {
  readonly url: string | null
  readonly gtin?: string | null | undefined
  readonly mpn?: string | null | undefined
  readonly sku?: string | null | undefined
}

/** Which pages of a listed shop state a code: how an article is found where a shop has no search. */
export interface KnownCodes {
  note(shop: string, product: CodedProduct): void
  /** The page that was noted last comes first. */
  pagesOf(shop: string, code: string): readonly string[]
}

/** A few bytes each. */
const CODES_MAX = 300_000
/** Each is a request to the shop. */
const PAGES_MAX = 5

export function createKnownCodes(): KnownCodes {
  const pages = new LRUCache<string, readonly string[]>({ max: CODES_MAX })
  const keysOf = (shop: string, texts: readonly (string | null | undefined)[]) => {
    const stated = texts.flatMap(text => text ?? [])
    const keys = stated.flatMap(text => [codeKey(text) ?? [], gtinKey(text) ?? []].flat())
    return [...new Set(keys)].map(key => `${shop} ${key}`)
  }
  return {
    note(shop, { url, gtin, mpn, sku }) {
      if (url === null) return
      for (const key of keysOf(shop, [gtin, mpn, sku])) {
        const others = (pages.get(key) ?? []).filter(one => one !== url)
        pages.set(key, [url, ...others].slice(0, PAGES_MAX))
      }
    },
    pagesOf: (shop, code) => [...new Set(keysOf(shop, [code]).flatMap(key => pages.get(key) ?? []))],
  }
}
