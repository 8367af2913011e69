// The public GraphQL catalog: its query, and what its products mean. Amounts are numbers in units of the currency.
import {
  countInData,
  asId,
  asList,
  asNumber,
  asObject,
  asTrimmed,
  at,
  type Availability,
  cleanText,
  decimalOf,
  formerPrice,
  htmlToText,
  type JsonObject,
  minorUnits,
  sizeAndColor,
  type StatedFields,
  type StatedVariant,
  unique,
  withoutAmounts,
} from '#kit'

const MONEY = 'value currency'
const PRICES = `price_range{minimum_price{regular_price{${MONEY}} final_price{${MONEY}}} maximum_price{final_price{${MONEY}}}}`
const MEMBER = `id sku name stock_status ${PRICES}`

/** Only fields that every version since 2.3.4 has: one that is unknown makes the whole query fail. */
export const PRODUCT_QUERY = `query($key:String!){products(filter:{url_key:{eq:$key}}){items{__typename sku name url_key stock_status only_x_left_in_stock rating_summary review_count description{html} image{url} media_gallery{url} categories{name url_path breadcrumbs{category_name category_url_path}} ${PRICES} ...on ConfigurableProduct{configurable_options{attribute_code label} variants{product{${MEMBER} only_x_left_in_stock} attributes{code label}}} ...on GroupedProduct{items{qty product{${MEMBER}}}}}}}`

const LISTED = `sku name url_key url_suffix stock_status image{url} ${PRICES}`
const PAGED = 'page_info{current_page total_pages}'
export const SEARCH_QUERY = `query($words:String!,$page:Int!){products(search:$words,pageSize:20,currentPage:$page){${PAGED} items{${LISTED}}}}`
/** The catalog refuses a query without a condition. */
export const LIST_QUERY = `query($page:Int!){products(filter:{price:{from:"0"}},pageSize:100,currentPage:$page){${PAGED} items{${LISTED}}}}`

export function itemsIn(value: unknown): readonly JsonObject[] {
  const products = at(value, 'data', 'products') ?? at(value, 'products') ?? value
  return (asList(at(products, 'items'), asObject) ?? []).filter(one => one !== undefined).filter(isItem)
}

function isItem(value: unknown): value is JsonObject {
  return asObject(at(value, 'price_range', 'minimum_price')) !== undefined
}

export function currencyOf(item: JsonObject): string | undefined {
  const least = at(item.price_range, 'minimum_price')
  return asTrimmed(at(least, 'final_price', 'currency')) ?? asTrimmed(at(least, 'regular_price', 'currency'))
}

/** Calculated prices keep more decimals than the currency has: `210.852001`. */
function amountOf(item: JsonObject, ...path: readonly string[]): string | undefined {
  const currency = currencyOf(item)
  return decimalOf(at(item.price_range, ...path, 'value'), currency ? minorUnits(currency) : 3)
}

export function priceOf(item: JsonObject): string | undefined {
  return amountOf(item, 'minimum_price', 'final_price') ?? amountOf(item, 'minimum_price', 'regular_price')
}

export function formerPriceOf(item: JsonObject): string | undefined {
  return formerPrice(amountOf(item, 'minimum_price', 'regular_price'), priceOf(item))
}

export function stockOf(item: JsonObject): Availability | undefined {
  const word = asTrimmed(item.stock_status)
  if (word === 'OUT_OF_STOCK') return 'out_of_stock'
  if (word !== 'IN_STOCK') return undefined
  return asNumber(item.only_x_left_in_stock) === undefined ? 'in_stock' : 'limited'
}

function variantsOf(item: JsonObject): StatedVariant[] | undefined {
  const options = new Map(
    asList(item.configurable_options, one => [
      asTrimmed(at(one, 'attribute_code')),
      asTrimmed(at(one, 'label')),
    ]),
  )
  const variants = asList(item.variants, one => {
    const product = asObject(at(one, 'product')) ?? {}
    const chosen = asList(at(one, 'attributes'), attribute => {
      const code = asTrimmed(at(attribute, 'code'))
      // The code says what the option is in every language; the label may be anything.
      return { name: `${code} ${options.get(code)}`, value: asTrimmed(at(attribute, 'label')) }
    })
    return { ...memberOf(product), ...sizeAndColor(chosen ?? []) }
  })
  const members = asList(item.items, one => {
    const product = asObject(at(one, 'product')) ?? {}
    return { ...memberOf(product), size: cleanText(asTrimmed(product.name)) }
  })
  return variants ?? members
}

function memberOf(product: JsonObject): StatedVariant {
  return {
    id: asId(product.id) ?? idFromUid(asTrimmed(product.uid)),
    sku: asTrimmed(product.sku),
    price: priceOf(product),
    list_price: formerPriceOf(product),
    availability: stockOf(product),
  }
}

/** A uid is the id in base64. */
function idFromUid(uid: string | undefined): string | undefined {
  const id = uid === undefined ? '' : Buffer.from(uid, 'base64').toString()
  return /^\d+$/.test(id) ? id : undefined
}

/** The deepest category, with those above it. */
function breadcrumbsOf(item: JsonObject) {
  const paths = (asList(item.categories, asObject) ?? []).flatMap(category => {
    const name = cleanText(asTrimmed(category?.name))
    const above = asList(category?.breadcrumbs, one => cleanText(asTrimmed(at(one, 'category_name')))) ?? []
    return name === undefined ? [] : [unique([...above, name])]
  })
  const deepest = paths.toSorted((a, b) => b.length - a.length)[0] ?? []
  return deepest.map(name => ({ name }))
}

/** The catalog rates in percent. */
function ratingOf(item: JsonObject) {
  const percent = asNumber(item.rating_summary)
  const count = countInData(item.review_count)
  if (percent === undefined || percent <= 0 || count === 0) return undefined
  return { value: percent, scale: 100, count }
}

export const itemFields: StatedFields<JsonObject> = {
  name: item => cleanText(asTrimmed(item.name)),
  sku: item => asTrimmed(item.sku),
  description: item => htmlToText(asTrimmed(at(item.description, 'html'))),
  breadcrumbs: breadcrumbsOf,
  currency: currencyOf,
  price: priceOf,
  list_price: formerPriceOf,
  price_max: item => formerPrice(amountOf(item, 'maximum_price', 'final_price'), priceOf(item)),
  availability: stockOf,
  images: item =>
    unique([
      ...(asList(item.media_gallery, one => asTrimmed(at(one, 'url'))) ?? []),
      asTrimmed(at(item.image, 'url')) ?? asTrimmed(at(item.thumbnail, 'url')),
    ]),
  rating: ratingOf,
  variants: variantsOf,
}

/** For a catalog whose prices leave out the tax: the page has what a visitor pays. */
export const itemFieldsWithoutPrices: StatedFields<JsonObject> = {
  ...itemFields,
  price: () => undefined,
  list_price: () => undefined,
  price_max: () => undefined,
  variants: item => variantsOf(item)?.map(withoutAmounts),
}
