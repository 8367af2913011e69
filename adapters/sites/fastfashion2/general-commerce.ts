// Reads the newer commerce API in the general shape: articles by colour and size, joined with their stock.
import {
  asId,
  asList,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  at,
  attributes,
  type Availability,
  htmlToText,
  type LazyProduct,
  lazyVariants,
  listPrice,
  money,
  unique,
} from '#kit'
import { type CommercePages, resultOf } from './commerce-api.ts'

export function openCommerce({ detail, stocks }: CommercePages): LazyProduct {
  const product = resultOf(detail)
  const stock = stocks && resultOf(stocks)
  const variants = () => (asList(at(product, 'l2s'), one => one) ?? []).map(item => variantOf(item, stock))
  return {
    ...lazyVariants(variants),
    name: () => asTrimmed(at(product, 'name')),
    description: () => htmlToText(asText(at(product, 'longDescription')) ?? '') || undefined,
    breadcrumbs: () => breadcrumbsOf(at(product, 'breadcrumbs')),
    sku: () => asId(at(product, 'productId')),
    color: () => {
      const colours = unique(variants().map(one => one.color))
      return colours.length === 1 ? colours[0] : undefined
    },
    images: () => imagesOf(at(product, 'images')),
    rating: () => ratingOf(at(product, 'rating')),
    attributes: () => attributes({ gender: asTrimmed(at(product, 'genderName')) }),
  }
}

const STATES: Readonly<Record<string, Availability>> = {
  IN_STOCK: 'in_stock',
  LOW_STOCK: 'limited',
  STOCK_OUT: 'out_of_stock',
}

/** Stock is a map by id. */
function variantOf(item: unknown, stock: unknown) {
  const id = asId(at(item, 'l2Id'))
  return {
    sku: id,
    size: asTrimmed(at(item, 'size', 'name')),
    color: asTrimmed(at(item, 'color', 'name')),
    ...pricesOf(at(item, 'prices')),
    availability: STATES[asText(at(stock, id ?? '', 'statusCode')) ?? ''],
  }
}

/** `promo` is what is paid now; it equals `base` without a reduction. */
function pricesOf(prices: unknown) {
  const [base, promo] = ['base', 'promo'].map(kind =>
    money(
      asLooseNumber(at(prices, kind, 'value')) || undefined,
      asTrimmed(at(prices, kind, 'currency', 'code')),
    ),
  )
  return { price: promo ?? base, list_price: listPrice(base, promo) }
}

/** A map from `gender` to `subcategory`; `locale` is the name that the page shows. */
function breadcrumbsOf(levels: unknown) {
  return Object.values(asObject(levels) ?? {})
    .toSorted((one, other) => Number(at(one, 'level')) - Number(at(other, 'level')))
    .map(one => ({ name: asTrimmed(at(one, 'locale')) ?? asTrimmed(at(one, 'name')) }))
}

/** One main picture per colour, and further ones. */
function imagesOf(images: unknown) {
  const main = Object.values(asObject(at(images, 'main')) ?? {})
  const more = asList(at(images, 'sub'), one => one) ?? []
  return unique([...main, ...more].map(one => asTrimmed(at(one, 'image'))))
}

function ratingOf(rating: unknown) {
  const value = asLooseNumber(at(rating, 'average'))
  return value ? { value, count: asLooseInteger(at(rating, 'count')) } : undefined
}
