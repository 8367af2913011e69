// Turns a schema.org Product, from JSON-LD or microdata, into facts.
import { findTyped } from '../read/json-ld.ts'
import { currencyFromSymbol } from '../tidy/currency.ts'
import { parseGtin } from '../tidy/gtin.ts'
import { htmlToText, text } from '../tidy/text.ts'
import { absoluteUrl } from '../tidy/url.ts'
import { type Facts, parseAvailability, type ProductRating, type Variant } from './facts.ts'
import { machinePrice } from './machine-price.ts'

type Item = Readonly<Record<string, unknown>>

const PRODUCT_TYPES = [
  'Product',
  'ProductGroup',
  'IndividualProduct',
  'ProductModel',
  'Book',
  'Vehicle',
  'Car',
  'SoftwareApplication',
]

/** The product a page is about among all its schema.org items. */
export function mainProduct(items: readonly unknown[], url: string, heading = ''): Item | undefined {
  for (const type of PRODUCT_TYPES) {
    const products = findTyped(items, type)
    if (products.length === 0) continue
    const scored = products.map((item, index) => ({
      item,
      score: productScore(item, url, heading) - index / 1000,
    }))
    return scored.sort((a, b) => b.score - a.score)[0]?.item
  }
  return undefined
}

// Related products are given as products too: the page's own has offers, its own address and more to say.
function productScore(item: Item, url: string, heading: string): number {
  const own = stringOf(item.url) ?? stringOf(item['@id']) ?? ''
  const path = url.replace(/^https?:\/\/[^/]+|[?#].*$/g, '')
  return (
    (offersOf(item).some(offer => offerPrice(offer) !== undefined) ? 4 : 0) +
    (path.length > 1 && own.includes(path) ? 2 : 0) +
    3 * sharedWords(textOf(item.name) ?? '', heading) +
    (item.sku === undefined ? 0 : 1) +
    (item.description === undefined ? 0 : 1)
  )
}

// The share of a name's words that the page's heading has too.
function sharedWords(name: string, heading: string): number {
  const words = name.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []
  const said = new Set(heading.toLowerCase().match(/[\p{L}\d]{2,}/gu))
  return words.length === 0 ? 0 : words.filter(word => said.has(word)).length / words.length
}

export function factsOf(item: Item, url: string): Facts {
  const offers = offersOf(item)
  const offer = bestOffer(offers, url)
  const price = offer && offerPrice(offer)
  return {
    name: textOf(item.name),
    brand: brandOf(item.brand) ?? brandOf(item.manufacturer),
    sku: textOf(item.sku) ?? textOf(offer?.sku) ?? identifier(item.productID) ?? textOf(item.identifier),
    mpn: textOf(item.mpn) ?? textOf(item.model),
    gtin: gtinOf(item) ?? (offer && gtinOf(offer)),
    price,
    currency: offer && offerCurrency(offer),
    originalPrice: offer && price !== undefined ? listPrice(offer, price) : undefined,
    availability: availabilityOf(offer ? [offer, ...offers] : []),
    images: imagesOf(item.image, url),
    description: descriptionOf(item.description),
    rating: ratingOf(item.aggregateRating),
    variants: variantsOf(item, offers),
  }
}

function offersOf(item: Item): Item[] {
  return listOf(item.offers).flatMap(offer => {
    const inner = listOf(offer.offers)
    // An aggregate of offers that gives no prices of its own is read through its parts.
    return offerPrice(offer) === undefined && inner.length > 0 ? inner : [offer]
  })
}

function bestOffer(offers: readonly Item[], url: string): Item | undefined {
  const priced = offers.filter(offer => offerPrice(offer) !== undefined)
  const own = priced.find(offer => priced.length > 1 && stringOf(offer.url) === url)
  const inStock = priced.find(offer => parseAvailability(stringOf(offer.availability)) === 'InStock')
  return own ?? inStock ?? priced[0] ?? offers[0]
}

function offerPrice(offer: Item): string | undefined {
  const specification = listOf(offer.priceSpecification)[0]
  const values = [
    offer.price,
    offer.lowPrice,
    offer.lowprice,
    specification?.price,
    specification?.minPrice,
    offer.highPrice,
  ]
  for (const value of values) {
    const price = machinePrice(value, offerCurrency(offer))
    if (price !== undefined && Number(price) > 0) return price
  }
  return undefined
}

function offerCurrency(offer: Item): string | undefined {
  const specification = listOf(offer.priceSpecification)[0]
  const written = stringOf(offer.priceCurrency) ?? stringOf(specification?.priceCurrency)
  return written === undefined ? undefined : currencyFromSymbol(written)
}

function listPrice(offer: Item, price: string): string | undefined {
  for (const specification of listOf(offer.priceSpecification)) {
    const kind = stringOf(specification.priceType) ?? ''
    const listed = /ListPrice|StrikethroughPrice|SRP|MSRP/i.test(kind)
      ? machinePrice(specification.price)
      : undefined
    if (listed !== undefined && Number(listed) > Number(price)) return listed
  }
  return undefined
}

function availabilityOf(offers: readonly Item[]): Facts['availability'] {
  const states = offers
    .map(offer => parseAvailability(stringOf(offer.availability)))
    .filter(state => state !== undefined)
  // One variant that can be bought makes the product one that can be bought.
  return states.includes('InStock') ? 'InStock' : states[0]
}

function brandOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'string') return text(htmlToText(first))?.replace(/\s+\|.*$/, '')
  if (typeof first !== 'object' || first === null) return undefined
  const item = first as Item
  // "Maker | Shop": a title's pattern that got into the name.
  return (textOf(item.name) ?? textOf(item['@value']) ?? textOf(item.title))?.replace(/\s+\|.*$/, '')
}

function identifier(value: unknown): string | undefined {
  // "sku:123": schema.org lets a productID carry its kind.
  return textOf(value)?.replace(/^(?:sku|mpn|isbn|id)\s*:\s*/i, '')
}

function gtinOf(item: Item): string | undefined {
  for (const key of ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'ean', 'isbn', 'barcode', 'upc']) {
    const value = item[key]
    const written = typeof value === 'number' ? String(value) : textOf(value)
    const gtin =
      written === undefined ? undefined : parseGtin(written.padStart(key === 'gtin12' ? 12 : 0, '0'))
    if (gtin) return gtin.value
  }
  return undefined
}

function imagesOf(value: unknown, url: string): string[] | undefined {
  const links = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap(image => {
    const link =
      typeof image === 'string'
        ? image
        : (stringOf((image as Item | null)?.url) ?? stringOf((image as Item | null)?.contentUrl))
    const absolute = absoluteUrl(link, url)
    return absolute === undefined ? [] : [absolute]
  })
  return links.length > 0 ? [...new Set(links)] : undefined
}

function descriptionOf(value: unknown): string | undefined {
  return typeof value === 'string' ? htmlToText(value) || undefined : undefined
}

function ratingOf(value: unknown): ProductRating | undefined {
  const [item] = listOf(value)
  const rated = item && numberOf(item.ratingValue)
  if (!item || rated === undefined) return undefined
  return {
    value: rated,
    best: numberOf(item.bestRating),
    count: numberOf(item.reviewCount) ?? numberOf(item.ratingCount),
  }
}

function variantsOf(item: Item, offers: readonly Item[]): Variant[] | undefined {
  const own = [...listOf(item.hasVariant), ...listOf(item.model)].filter(
    variant => variant.offers !== undefined || variant.sku !== undefined,
  )
  const sources = own.length > 0 ? own : offers.length > 1 ? offers : []
  const variants = sources.map(variant => {
    const offer = offersOf(variant)[0] ?? variant
    return {
      name: textOf(variant.name),
      sku: textOf(variant.sku) ?? textOf(offer.sku),
      price: offerPrice(offer),
      currency: offerCurrency(offer),
      availability: parseAvailability(stringOf(offer.availability)),
    }
  })
  return variants.length > 0 ? variants : undefined
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value.trim().replace(',', '.') || Number.NaN) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function textOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'number') return String(first)
  if (typeof first === 'object' && first !== null)
    return textOf((first as Item).name ?? (first as Item)['@value'] ?? (first as Item).value)
  return typeof first === 'string' ? text(first) : undefined
}

function stringOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'object' && first !== null)
    return stringOf((first as Item)['@id'] ?? (first as Item).url)
  return typeof first === 'string' ? first : undefined
}

function listOf(value: unknown): Item[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  return list.filter((entry): entry is Item => typeof entry === 'object' && entry !== null)
}
