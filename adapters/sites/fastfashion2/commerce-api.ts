// The newer commerce API, a possible successor of catalogue and variants. It covers only some of the contract's fields.
import {
  asId,
  asList,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  camelCase,
  Fault,
  type Get,
  htmlToText,
  lazyVariants,
  listPrice,
  money,
  must,
  mustBeInUnitsOf,
  onlyValue,
  type Page,
  type ProductGetters,
  readBySchema,
  statedRating,
  unique,
  valueAt,
} from '#kit'
import { fieldsOf } from './catalogue.ts'
import { variant } from './product.schema.ts'

const MARKETS = { UK: '/uk/api/commerce/v5/en', FR: '/fr/api/commerce/v5/fr' } as const

export interface CommercePages {
  readonly detail: Page
  /** Undefined when we have no access to it. */
  readonly stocks: Page | undefined
}

export async function loadCommerce(
  { id, country }: { id: string; country: keyof typeof MARKETS },
  get: Get,
): Promise<CommercePages> {
  // The API prefixes the six digits with a letter and appends the edition.
  const productId = encodeURIComponent(id.replace(/^(\d{6})(?!-)/, 'E$1-000'))
  const product = `${MARKETS[country]}/products/${productId}/price-groups/00`
  const options = { origin: 'commerce', query: { httpFailure: 'true' }, accept: 'json' } as const
  const [detail, stocks] = await Promise.all([
    get(`${product}/details`, options),
    get.optional(inner => inner(`${product}/stock`, options)),
  ])
  return { detail, stocks }
}

export function readCommerce({ detail, stocks }: CommercePages) {
  const product = must(asObject(resultOf(detail)), 'detail.result')
  const stockOf = stocks && must(asObject(resultOf(stocks)), 'stocks.result')
  const items = must(asList(product.l2s, asObject), 'l2s')
  const colour = asText(valueAt(items[0], 'color', 'displayCode')) ?? ''
  return {
    ...fieldsOf({
      Id: product.productId,
      Name: product.name,
      CategoryId: valueAt(product, 'breadcrumbs', 'category', 'id'),
      ImageUrl: valueAt(product, 'images', 'main', colour, 'image'),
      Description: product.longDescription,
    }),
    variants: items.map(item =>
      readBySchema(variant, toVariantShape(item, valueAt(stockOf, asText(item?.l2Id) ?? '')), camelCase),
    ),
  }
}

function resultOf(page: Page): unknown {
  const answer = page.json()
  if (valueAt(answer, 'status') === 'nok')
    throw new Fault('not_found', 'the commerce API has no such product')
  return valueAt(answer, 'result')
}

const STOCK = {
  IN_STOCK: { inStock: true, lowInStock: false },
  LOW_STOCK: { inStock: true, lowInStock: true },
  STOCK_OUT: { inStock: false, lowInStock: false },
}

/** Renames an item and its stock to the names of the older variants. */
function toVariantShape(item: unknown, stock: unknown) {
  const status = valueAt(stock, 'statusCode')
  const [sale, standard] = ['promo', 'base'].map(kind => valueAt(item, 'prices', kind, 'value'))
  mustBeInUnitsOf(asLooseNumber(sale), asLooseNumber(standard), '/variants/*/pricing/sale')
  return (
    asObject(item) && {
      id: valueAt(item, 'l2Id'),
      attributes: { size: valueAt(item, 'size', 'code'), color: valueAt(item, 'color', 'code') },
      pricing: { sale, standard },
      availability: {
        status,
        currentQty: valueAt(stock, 'quantity'),
        ...asObject(valueAt(STOCK, asText(status) ?? '')),
      },
    }
  )
}

export function openCommerce({ detail, stocks }: CommercePages): ProductGetters {
  const product = resultOf(detail)
  const stock = stocks && resultOf(stocks)
  const variants = () => asList(valueAt(product, 'l2s'), item => variantOf(item, stock)) ?? []
  return {
    ...lazyVariants(variants),
    name: () => asTrimmed(valueAt(product, 'name')),
    description: () => htmlToText(asText(valueAt(product, 'longDescription'))),
    breadcrumbs: () => breadcrumbsOf(valueAt(product, 'breadcrumbs')),
    sku: () => asId(valueAt(product, 'productId')),
    color: () => onlyValue(variants().map(one => one.color)),
    images: () => imagesOf(valueAt(product, 'images')),
    rating: () =>
      statedRating(valueAt(product, 'rating', 'average'), undefined, valueAt(product, 'rating', 'count')),
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
