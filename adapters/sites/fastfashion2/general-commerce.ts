// Reads the newer commerce API in the general shape: articles by colour and size, joined with their stock.
import {
  asId,
  asList,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  attributes,
  type Availability,
  htmlToText,
  type ProductGetters,
  lazyVariants,
  listPrice,
  money,
  unique,
} from '#kit'
import { type CommercePages, resultOf } from './commerce-api.ts'

export function openCommerce({ detail, stocks }: CommercePages): ProductGetters {
  const product = resultOf(detail)
  const stock = stocks && resultOf(stocks)
  const variants = () =>
    (asList(valueAt(product, 'l2s'), one => one) ?? []).map(item => variantOf(item, stock))
  return {
    ...lazyVariants(variants),
    name: () => asTrimmed(valueAt(product, 'name')),
    description: () => htmlToText(asText(valueAt(product, 'longDescription')) ?? '') || undefined,
    breadcrumbs: () => breadcrumbsOf(valueAt(product, 'breadcrumbs')),
    sku: () => asId(valueAt(product, 'productId')),
    color: () => {
      const colours = unique(variants().map(one => one.color))
      return colours.length === 1 ? colours[0] : undefined
    },
    images: () => imagesOf(valueAt(product, 'images')),
    rating: () => ratingOf(valueAt(product, 'rating')),
    attributes: () => attributes({ gender: asTrimmed(valueAt(product, 'genderName')) }),
  }
}

const STATES: Readonly<Record<string, Availability>> = {
  IN_STOCK: 'in_stock',
  LOW_STOCK: 'limited',
  STOCK_OUT: 'out_of_stock',
}

/** Stock is a map by id. */
function variantOf(item: unknown, stock: unknown) {
  const id = asId(valueAt(item, 'l2Id'))
  return {
    sku: id,
    size: asTrimmed(valueAt(item, 'size', 'name')),
    color: asTrimmed(valueAt(item, 'color', 'name')),
    ...pricesOf(valueAt(item, 'prices')),
    availability: STATES[asText(valueAt(stock, id ?? '', 'statusCode')) ?? ''],
  }
}

/** `promo` is what is paid now; it equals `base` without a reduction. */
function pricesOf(prices: unknown) {
  const [base, promo] = ['base', 'promo'].map(kind =>
    money(
      asLooseNumber(valueAt(prices, kind, 'value')) || undefined,
      asTrimmed(valueAt(prices, kind, 'currency', 'code')),
    ),
  )
  return { price: promo ?? base, list_price: listPrice(base, promo) }
}

/** A map from `gender` to `subcategory`; `locale` is the name that the page shows. */
function breadcrumbsOf(levels: unknown) {
  return Object.values(asObject(levels) ?? {})
    .toSorted((one, other) => Number(valueAt(one, 'level')) - Number(valueAt(other, 'level')))
    .map(one => ({ name: asTrimmed(valueAt(one, 'locale')) ?? asTrimmed(valueAt(one, 'name')) }))
}

/** One main picture per colour, and further ones. */
function imagesOf(images: unknown) {
  const main = Object.values(asObject(valueAt(images, 'main')) ?? {})
  const more = asList(valueAt(images, 'sub'), one => one) ?? []
  return unique([...main, ...more].map(one => asTrimmed(valueAt(one, 'image'))))
}

function ratingOf(rating: unknown) {
  const value = asLooseNumber(valueAt(rating, 'average'))
  return value ? { value, count: asLooseInteger(valueAt(rating, 'count')) } : undefined
}
