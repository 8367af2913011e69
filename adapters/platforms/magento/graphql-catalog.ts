// The public GraphQL catalog: its query, and what its products mean. Amounts are numbers in units of the currency.
import {
  countInData,
  asId,
  asList,
  asNumber,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  cleanText,
  decimalOf,
  formerPrice,
  htmlToText,
  type JsonObject,
  minorUnits,
  sizeAndColor,
  type FieldExtractors,
  type ExtractedVariant,
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
  const products = valueAt(value, 'data', 'products') ?? valueAt(value, 'products') ?? value
  return (asList(valueAt(products, 'items'), asObject) ?? []).filter(one => one !== undefined).filter(isItem)
}

function isItem(value: unknown): value is JsonObject {
  return asObject(valueAt(value, 'price_range', 'minimum_price')) !== undefined
}

export function currencyOf(item: JsonObject): string | undefined {
  const least = valueAt(item.price_range, 'minimum_price')
  return (
    asTrimmed(valueAt(least, 'final_price', 'currency')) ??
    asTrimmed(valueAt(least, 'regular_price', 'currency'))
  )
}

/** Calculated prices keep more decimals than the currency has: `210.852001`. */
function amountOf(item: JsonObject, ...path: readonly string[]): string | undefined {
  const currency = currencyOf(item)
  return decimalOf(valueAt(item.price_range, ...path, 'value'), currency ? minorUnits(currency) : 3)
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

function variantsOf(item: JsonObject): ExtractedVariant[] | undefined {
  const options = new Map(
    asList(item.configurable_options, one => [
      asTrimmed(valueAt(one, 'attribute_code')),
      asTrimmed(valueAt(one, 'label')),
    ]),
  )
  const variants = asList(item.variants, one => {
    const product = asObject(valueAt(one, 'product')) ?? {}
    const chosen = asList(valueAt(one, 'attributes'), attribute => {
      const code = asTrimmed(valueAt(attribute, 'code'))
      // The code says what the option is in every language; the label may be anything.
      return { name: `${code} ${options.get(code)}`, value: asTrimmed(valueAt(attribute, 'label')) }
    })
    return { ...memberOf(product), ...sizeAndColor(chosen ?? []) }
  })
  const members = asList(item.items, one => {
    const product = asObject(valueAt(one, 'product')) ?? {}
    return { ...memberOf(product), size: cleanText(asTrimmed(product.name)) }
  })
  return variants ?? members
}

function memberOf(product: JsonObject): ExtractedVariant {
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
    const above =
      asList(category?.breadcrumbs, one => cleanText(asTrimmed(valueAt(one, 'category_name')))) ?? []
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

export const itemFields: FieldExtractors<JsonObject> = {
  name: item => cleanText(asTrimmed(item.name)),
  sku: item => asTrimmed(item.sku),
  description: item => htmlToText(asTrimmed(valueAt(item.description, 'html'))),
  breadcrumbs: breadcrumbsOf,
  currency: currencyOf,
  price: priceOf,
  list_price: formerPriceOf,
  price_max: item => formerPrice(amountOf(item, 'maximum_price', 'final_price'), priceOf(item)),
  availability: stockOf,
  images: item =>
    unique([
      ...(asList(item.media_gallery, one => asTrimmed(valueAt(one, 'url'))) ?? []),
      asTrimmed(valueAt(item.image, 'url')) ?? asTrimmed(valueAt(item.thumbnail, 'url')),
    ]),
  rating: ratingOf,
  variants: variantsOf,
}

/** For a catalog whose prices leave out the tax: the page has what a visitor pays. */
export const itemFieldsWithoutPrices: FieldExtractors<JsonObject> = {
  ...itemFields,
  price: () => undefined,
  list_price: () => undefined,
  price_max: () => undefined,
  variants: item => variantsOf(item)?.map(withoutAmounts),
}
