// Reads the product in the page's JSON-LD: a group of sizes, or on older pages a product with offers.
import {
  absoluteUrl,
  asId,
  asName,
  asListOrOne,
  asObject,
  asImageUrl,
  asText,
  asTrimmed,
  asLooseText,
  valueAt,
  cleanText,
  mainItem,
  type JsonObject,
  type Page,
  readOfferPrice,
} from '#kit'
import { variantFieldsOf, cheapestVariant, type SizeVariant, availabilityOf } from './size-variants.ts'
import type { SourceProduct } from './product.schema.ts'

const IN_STOCK =
  /(?:InStock|LimitedAvailability|OnlineOnly|InStoreOnly|PreOrder|PreSale|BackOrder|MadeToOrder)$/i
const GONE = /(?:OutOfStock|SoldOut|Discontinued|Reserved)$/i

/** Undefined when the JSON-LD has no product. */
export function readJsonLdProduct(page: Page): SourceProduct | undefined {
  const item = findItem(page)
  if (!item) return undefined
  const rows = variantsOf(item)
  const pieces = rows?.filter(one => one !== undefined)
  // One that cannot be read at all may be the cheapest.
  const chosen = pieces && pieces.length === rows?.length ? cheapestVariant(pieces) : undefined
  const crumbs = crumbsOf(page)
  const colors = pieces?.map(piece => piece.color) ?? []
  return {
    soldOut: rows !== undefined && availabilityOf(rows) === 'OutOfStock',
    simple: {
      id: asId(item.productGroupID) ?? /-item-(\d+)/.exec(page.url)?.[1],
      name: asName(item.name),
      brand: textOf(item.brand) ?? textOf(valueAt(item.brand, 'name')),
      price: chosen?.price,
      gender: genderOf(crumbs, page.url),
      images: asListOrOne(item.image, image => absoluteUrl(asImageUrl(image), page.url)),
      description: asTrimmed(item.description),
      price_currency: chosen?.currency,
    },
    extended: {
      sku: asId(item.sku),
      url: page.url,
      category: textOf(item.category),
      breadcrumbs: crumbs,
      composition: undefined,
      materials: asListOrOne(item.material, textOf),
      care: undefined,
      made_in: undefined,
      color: textOf(item.color) ?? colors[0],
      colors: pieces && [...new Set(colors)],
      ...variantFieldsOf(rows),
      measurements: undefined,
      original_price: undefined,
      discount_percentage: undefined,
      reviews: undefined,
    },
  }
}

/** Top-level items only: lists of other products contain products too. Items without a known type are found by their members. */
export function findItem(page: Page): JsonObject | undefined {
  const items = page.jsonLdItems()
  const isA = (item: JsonObject, type: string): boolean =>
    asListOrOne(item['@type'], asText)?.some(one => one?.endsWith(type)) ?? false
  const groups = items.filter(item => isA(item, 'ProductGroup') || 'hasVariant' in item)
  return mainItem(
    groups.length > 0 ? groups : items.filter(item => isA(item, 'Product') || 'offers' in item),
    page.url,
  )
}

/** Undefined for what is no size at all. */
function variantsOf(item: JsonObject): (SizeVariant | undefined)[] | undefined {
  if ('hasVariant' in item || 'productGroupID' in item) {
    return asListOrOne(item.hasVariant, asObject)?.map(
      one => one && variantOf(one, asListOrOne(one.offers, asObject)?.[0]),
    )
  }
  return asListOrOne(item.offers, asObject)?.map(offer => offer && variantOf({ ...item, ...offer }, offer))
}

function variantOf(variant: unknown, offer: unknown): SizeVariant {
  const [specification] = asListOrOne(valueAt(offer, 'priceSpecification'), one => one) ?? [offer]
  const { price, currency } = readOfferPrice(specification)
  const availability = asTrimmed(valueAt(offer, 'availability')) ?? ''
  return {
    id: undefined,
    merchantId: undefined,
    sku: asId(valueAt(variant, 'sku')),
    label: cleanText(asLooseText(valueAt(variant, 'size'))),
    scale: undefined,
    color: textOf(valueAt(variant, 'color')),
    quantity: undefined,
    inStock: IN_STOCK.test(availability) ? true : GONE.test(availability) ? false : undefined,
    price,
    currency,
  }
}

function textOf(value: unknown): string | undefined {
  return cleanText(asText(value))
}

interface Crumb {
  readonly name: string | undefined
  readonly url: string | undefined
}

/** URL of the list of all products for one gender. */
const GENDER_LIST = /\/shopping\/[^/]+\/(?:items\.aspx)?$/

/** A step without name and URL becomes undefined. */
function crumbsOf(page: Page): (Crumb | undefined)[] | undefined {
  return asListOrOne(page.jsonLdOf('BreadcrumbList')?.itemListElement, step => {
    const link = valueAt(step, 'item')
    const name = cleanText(asText(valueAt(step, 'name')) ?? asText(valueAt(link, 'name')))
    const url = absoluteUrl(
      asText(link) ?? asText(valueAt(link, '@id')) ?? asText(valueAt(link, 'url')),
      page.url,
    )
    return name === undefined && url === undefined ? undefined : { name, url }
  })
}

/** One of the first two steps, because some pages start with "Home"; otherwise the word in the URL. */
function genderOf(crumbs: readonly (Crumb | undefined)[] | undefined, address: string): string | undefined {
  const inAddress = /\/shopping\/([^/]+)\//.exec(address)?.[1]?.toLowerCase()
  const step = crumbs
    ?.slice(0, 2)
    .find(step => GENDER_LIST.test(step?.url ?? '') || step?.name?.toLowerCase() === inAddress)
  return step?.name?.toLowerCase() ?? inAddress
}
