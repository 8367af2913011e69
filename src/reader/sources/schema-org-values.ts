// Reads values from schema.org data, in all the forms that shops use.
import { htmlToText, cleanText } from '../../kit/values/text.ts'
import { currencyFromSymbol } from '../../kit/values/currency.ts'
import { parseGtin } from '../../kit/values/gtin.ts'
import { countInData, ratingNumber } from '../../kit/values/rating.ts'
import { absoluteUrl } from '../../kit/values/url.ts'
import type { OtherPrice, PriceKind, ProductRating } from '../product.ts'
import { parseMachinePrice } from './machine-price.ts'

export type Item = Readonly<Record<string, unknown>>

export function itemsOf(value: unknown): Item[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  return list.filter((entry): entry is Item => typeof entry === 'object' && entry !== null)
}

/** The offers of a product; an aggregate without prices is replaced by its parts. */
export function offersOf(item: Item): Item[] {
  return itemsOf(item.offers).flatMap(offer => {
    const inner = itemsOf(offer.offers)
    return offerPrices(offer).length === 0 && inner.length > 0 ? inner : [offer]
  })
}

export type OfferPrice = { readonly amount: string; readonly key: string }

/** The prices in an offer, the asking price first. */
export function offerPrices(offer: Item): OfferPrice[] {
  const specification = specificationsOf(offer).find(one => specificationKind(one) === 'price')
  const currency = offerCurrency(offer)
  const values: readonly (readonly [string, unknown])[] = [
    ['price', offer.price],
    ['lowPrice', offer.lowPrice ?? offer.lowprice],
    ['priceSpecification.price', specification?.price ?? specification?.minPrice],
    ['highPrice', offer.highPrice],
  ]
  return values.flatMap(([key, value]) => {
    const amount = parseMachinePrice(value, currency)
    return amount !== undefined && Number(amount) > 0 ? [{ amount, key }] : []
  })
}

function specificationsOf(offer: Item): Item[] {
  return itemsOf(offer.priceSpecification)
}

const LIST_PRICE = /ListPrice|StrikethroughPrice|RegularPrice|SRP|MSRP/i

/** One offer can have several specifications: the price, a former one, one for members, one per unit. */
function specificationKind(one: Item): PriceKind | 'price' | 'list' {
  if (LIST_PRICE.test(stringOf(one.priceType) ?? '')) return 'list'
  if (one.validForMemberTier !== undefined) return 'member'
  if (one.billingDuration !== undefined || one.billingIncrement !== undefined) return 'instalment'
  if (one.referenceQuantity !== undefined || /UnitPrice/i.test(stringOf(one.priceType) ?? '')) return 'unit'
  if (one.eligibleQuantity !== undefined && minimumOf(one.eligibleQuantity) > 1) return 'unit'
  return /used/i.test(stringOf(one.itemCondition) ?? '') ? 'used' : 'price'
}

function minimumOf(quantity: unknown): number {
  const [item] = itemsOf(quantity)
  return Number(item?.minValue ?? item?.value ?? 1)
}

/** Stated prices of the offer that are not its price. */
export function otherOfferPrices(offer: Item): OtherPrice[] {
  return specificationsOf(offer).flatMap((one): OtherPrice[] => {
    const kind = specificationKind(one)
    const price = parseMachinePrice(one.price, offerCurrency(offer))
    if (kind === 'price' || kind === 'list' || price === undefined) return []
    return [{ kind, price, text: textOf(one.name) ?? price }]
  })
}

export function offerCurrency(offer: Item): string | undefined {
  const [specification] = specificationsOf(offer)
  const written = stringOf(offer.priceCurrency) ?? stringOf(specification?.priceCurrency)
  return written === undefined ? undefined : currencyFromSymbol(written)
}

/** The price before a reduction, if the offer has one. */
export function listPrice(offer: Item): string | undefined {
  const listed = specificationsOf(offer).find(one => specificationKind(one) === 'list')
  return listed && parseMachinePrice(listed.price, offerCurrency(offer))
}

export function brandOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'string') return withoutShop(cleanText(htmlToText(first)))
  if (typeof first !== 'object' || first === null) return undefined
  const item = first as Item
  return withoutShop(textOf(item.name) ?? textOf(item['@value']) ?? textOf(item.title))
}

/** "Maker | Shop": a page title used as a name. */
function withoutShop(name: string | undefined): string | undefined {
  return name?.split(' |', 1)[0]
}

/** "sku:123": schema.org allows a prefix in productID. */
export function identifierOf(value: unknown): string | undefined {
  return textOf(value)?.replace(/^(?:sku|mpn|isbn|id)\s*:\s*/i, '')
}

const GTIN_KEYS = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'ean', 'isbn', 'barcode', 'upc'] as const

export function gtinsOf(item: Item): { value: string; key: string }[] {
  return GTIN_KEYS.flatMap(key => {
    const value = item[key]
    const written = typeof value === 'number' ? String(value) : textOf(value)
    const gtin =
      written === undefined ? undefined : parseGtin(written.padStart(key === 'gtin12' ? 12 : 0, '0'))
    return gtin ? [{ value: gtin.value, key }] : []
  })
}

export function imagesOf(value: unknown, url: string): string[] {
  const links = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap(image => {
    const link =
      typeof image === 'string'
        ? image
        : (stringOf((image as Item | null)?.url) ?? stringOf((image as Item | null)?.contentUrl))
    return absoluteUrl(link, url) ?? []
  })
  return [...new Set(links)]
}

export function ratingOf(value: unknown): ProductRating | undefined {
  const [item] = itemsOf(value)
  const rated = ratingNumber(item?.ratingValue)
  if (!item || rated === undefined) return undefined
  return {
    value: rated,
    best: ratingNumber(item.bestRating),
    count: countInData(item.reviewCount) ?? countInData(item.ratingCount),
  }
}

export function textOf(value: unknown, depth = 0): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'number') return String(first)
  if (typeof first === 'object' && first !== null && depth < 3)
    return textOf((first as Item).name ?? (first as Item)['@value'] ?? (first as Item).value, depth + 1)
  return typeof first === 'string' ? cleanText(first) : undefined
}

export function stringOf(value: unknown, depth = 0): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'object' && first !== null && depth < 3)
    return stringOf((first as Item)['@id'] ?? (first as Item).url, depth + 1)
  return typeof first === 'string' ? first : undefined
}
