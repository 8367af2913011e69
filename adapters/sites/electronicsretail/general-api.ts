// Reads a product of the official API in the general shape.
import {
  asFlag,
  asId,
  asList,
  asLooseInteger,
  asLooseNumber,
  asText,
  asTrimmed,
  valueAt,
  attributes,
  type Availability,
  type Condition,
  gtin,
  htmlToText,
  type JsonObject,
  type ProductGetters,
  listPrice,
  money,
  unique,
} from '#kit'
import { FACTS, VIEWS } from './official-api.ts'

export function openApiProduct(product: JsonObject, currency: () => string | undefined): ProductGetters {
  const price = () => money(asLooseNumber(product.salePrice) || undefined, currency())
  return {
    name: () => asTrimmed(product.name),
    brand: () => asTrimmed(product.manufacturer),
    description: () =>
      [product.longDescription, product.description, product.shortDescription]
        .map(html => htmlToText(asText(html) ?? ''))
        .find(Boolean),
    breadcrumbs: () => asList(product.categoryPath, one => ({ name: asTrimmed(valueAt(one, 'name')) })),
    gtin: () => gtin(asId(product.upc)),
    mpn: () => asTrimmed(product.modelNumber),
    sku: () => asId(product.sku),
    color: () => asTrimmed(product.color),
    condition: () => conditionOf(product),
    price,
    list_price: () => listPrice(money(asLooseNumber(product.regularPrice), currency()), price()),
    availability: () => stockOf(product),
    images: () => unique(PICTURES.map(name => asTrimmed(product[name]))),
    rating: () => {
      const value = asLooseNumber(product.customerReviewAverage)
      return value ? { value, scale: 5, count: asLooseInteger(product.customerReviewCount) } : undefined
    },
    attributes: () => attributes(Object.fromEntries(FACTS.map(name => [name, asTrimmed(product[name])]))),
  }
}

/** One per picture: `largeImage`, `mediumImage` and `thumbnailImage` are smaller copies. */
const PICTURES = ['image', ...VIEWS, 'accessoriesImage', 'remoteControlImage', 'energyGuideImage']

/** "New", "Refurbished", "Pre-Owned". */
function conditionOf({ condition, preowned }: JsonObject): Condition | undefined {
  const words = asText(condition) ?? ''
  if (asFlag(preowned) === true || /pre-?owned|used|open.?box/i.test(words)) return 'used'
  if (/refurb/i.test(words)) return 'refurbished'
  return /\bnew\b/i.test(words) ? 'new' : undefined
}

const STATES: Readonly<Record<string, Availability>> = {
  available: 'in_stock',
  soldout: 'out_of_stock',
  comingsoon: 'out_of_stock',
  preorder: 'preorder',
  backorder: 'backorder',
}

/** `active` is false for what the shop no longer sells. */
function stockOf({ active, orderable, onlineAvailability }: JsonObject): Availability | undefined {
  if (asFlag(active) === false) return 'discontinued'
  const isAvailable = asFlag(onlineAvailability)
  const stated = STATES[(asText(orderable) ?? '').toLowerCase().replace(/[^a-z]/g, '')]
  if (isAvailable === false && (stated ?? 'in_stock') === 'in_stock') return 'out_of_stock'
  return stated ?? (isAvailable === undefined ? undefined : 'in_stock')
}
