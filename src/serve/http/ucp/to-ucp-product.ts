// A general product as UCP describes it: amounts in minor units, options out of size, colour and condition.
import type { GeneralProduct, SearchResult } from '#kit/product/general-product'
import type { Money } from '#reader/values/money'
import { minorUnits } from '#reader/values/currency'
import { ONLY_VARIANT, variantId, variantKeys } from './ucp-identifiers.ts'
import type { UcpOption, UcpPrice, UcpProduct, UcpVariant } from './ucp-schemas.ts'

type Variant = GeneralProduct['variants'][number]

export interface ConvertedProduct {
  /** Undefined when the shop states no price: UCP has no product without one. */
  readonly product: UcpProduct | undefined
  /** Variants left out, because the shop states no price for them. */
  readonly unpriced: number
}

/** Undefined for no price, for more digits than a number holds, and for fractions of the minor unit. */
function toMinor(money: Money | null): UcpPrice | undefined {
  if (money === null) return undefined
  const places = minorUnits(money.currency)
  const [whole = '', fraction = ''] = money.amount.split('.')
  const decimals = fraction.slice(0, places).padEnd(places, '0')
  const amount = Number(whole + decimals)
  if (!Number.isSafeInteger(amount) || /[1-9]/.test(fraction.slice(places))) return undefined
  return { amount, currency: money.currency }
}

export function toUcpProduct(general: GeneralProduct): ConvertedProduct {
  // One price for all unless the product says that they differ.
  const common = general.price_max === null ? general.price : null
  const keys = variantKeys(general.variants)
  const variants = general.variants.flatMap(
    (one, place) => toVariant(general, one, common, keys[place] ?? '') ?? [],
  )
  const usable = general.variants.length > 0 ? variants : [onlyVariant(general)].flatMap(one => one ?? [])
  const unpriced = general.variants.length - variants.length
  const [first, ...others] = usable
  if (!first) return { product: undefined, unpriced }
  // The featured variant first: one that can be bought at the product's price.
  const featured = usable.find(one => isFeatured(one, general.price)) ?? first
  const ordered = [featured, ...[first, ...others].filter(one => one !== featured)]
  return { product: { ...headOf(general, ordered), variants: ordered }, unpriced }
}

function isFeatured({ availability, price }: UcpVariant, lowest: Money | null): boolean {
  return availability?.available !== false && price.amount === toMinor(lowest)?.amount
}

function headOf(general: GeneralProduct, variants: readonly UcpVariant[]): Omit<UcpProduct, 'variants'> {
  const { url, name, description, breadcrumbs, rating, images } = general
  const former = variants.flatMap(one => one.list_price ?? [])
  const media = images.flatMap(one => absolute(one) ?? []).map(one => ({ type: 'image' as const, url: one }))
  return {
    id: url,
    title: name,
    description: { plain: description ?? name },
    url: absolute(url) ?? url,
    ...(breadcrumbs.length > 0 && {
      categories: [{ value: breadcrumbs.map(one => one.name).join(' > '), taxonomy: 'merchant' }],
    }),
    price_range: rangeOf(variants.map(one => one.price)),
    ...(former.length > 0 && { list_price_range: rangeOf(former) }),
    ...(media.length > 0 && { media }),
    ...(rating?.scale && rating.scale >= 1 && { rating: ratingOf(rating.value, rating.scale, rating.count) }),
    metadata: metadataOf(general),
  }
}

function ratingOf(value: number, scale: number, count: number | null) {
  return { value, scale_max: scale, ...(count === null ? {} : { count }) }
}

/** What the specification has no field for. */
function metadataOf(general: GeneralProduct): Record<string, string> {
  const { brand, mpn, site, platform, condition, availability, fetched_at } = general
  const facts = { brand, mpn, site, platform, condition, availability, fetched_at }
  return Object.fromEntries(Object.entries(facts).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** Compares prices in the currency of the first: amounts of several currencies have no order. */
function rangeOf(prices: readonly UcpPrice[]) {
  const same = prices.filter(one => one.currency === prices[0]?.currency)
  const sorted = same.toSorted((a, b) => a.amount - b.amount)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (!min || !max) throw new Error('a range of no prices')
  return { min, max }
}

/** Encodes a URL by RFC 3986: browsers leave some characters of a path as they are. */
function absolute(address: string | null): string | undefined {
  const url = URL.parse(address ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const rest = url.href.slice(url.origin.length)
  return url.origin + rest.replace(/[[\]{}|\\^`]/g, one => encodeURIComponent(one))
}

function availabilityOf(status: Variant['availability']) {
  if (status === null) return {}
  return { availability: { available: status !== 'out_of_stock' && status !== 'discontinued', status } }
}

function barcodesOf(gtin: string | null) {
  return gtin === null ? {} : { barcodes: [{ type: 'GTIN', value: gtin }] }
}

function optionsOf({ size, color, condition }: Variant): UcpOption[] {
  const values = { Color: color, Size: size, Condition: condition }
  return Object.entries(values).flatMap(([name, label]) => (label === null ? [] : [{ name, label }]))
}

function toVariant(
  general: GeneralProduct,
  variant: Variant,
  common: Money | null,
  key: string,
): UcpVariant | undefined {
  const price = toMinor(variant.price ?? common)
  if (!price) return undefined
  const former = toMinor(variant.list_price)
  const options = optionsOf(variant)
  const title = options.map(one => one.label).join(' / ') || general.name
  const url = absolute(variant.url)
  const seller = general.seller?.name
  return {
    id: variantId(general.url, key),
    ...(variant.sku !== null && { sku: variant.sku }),
    ...barcodesOf(variant.gtin),
    title,
    description: { plain: title },
    ...(url !== undefined && { url }),
    price,
    ...(former && { list_price: former }),
    ...availabilityOf(variant.availability),
    ...(options.length > 0 && { options }),
    ...(seller && { seller: { name: seller } }),
  }
}

function onlyVariant(general: GeneralProduct): UcpVariant | undefined {
  const { sku, gtin, color, condition, price, list_price, availability } = general
  const variant = { sku, gtin, color, condition, price, list_price, availability, size: null, url: null }
  return toVariant(general, variant, null, ONLY_VARIANT)
}

/** A row of a search; undefined for one without an address or a price. */
export function resultToUcp(row: SearchResult): UcpProduct | undefined {
  const { url, name, image, sku, gtin, availability, brand, mpn, site } = row
  const price = toMinor(row.price)
  if (url === null || !price) return undefined
  const former = toMinor(row.list_price)
  const picture = absolute(image)
  const facts = Object.entries({ brand, mpn, site }).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const variant: UcpVariant = {
    id: variantId(url, ONLY_VARIANT),
    ...(sku !== null && { sku }),
    ...barcodesOf(gtin),
    title: name,
    description: { plain: name },
    price,
    ...(former && { list_price: former }),
    ...availabilityOf(availability),
  }
  return {
    id: url,
    title: name,
    description: { plain: name },
    url: absolute(url) ?? url,
    price_range: { min: price, max: price },
    ...(former && { list_price_range: { min: former, max: former } }),
    ...(picture !== undefined && { media: [{ type: 'image', url: picture }] }),
    variants: [variant],
    metadata: Object.fromEntries(facts) as Record<string, string>,
  }
}
