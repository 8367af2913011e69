// Reads a product of the Store API. Amounts are digits in the shop's own minor unit, which is a setting and not ISO 4217's.
import {
  countInData,
  asFlag,
  asId,
  asList,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  cleanText,
  decimalFromMinor,
  formerPrice,
  htmlToText,
  type JsonObject,
  sizeAndColor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
} from '#kit'

export function isStoreProduct(value: unknown): value is JsonObject {
  return (
    asObject(valueAt(value, 'prices')) !== undefined &&
    valueAt(value, 'prices', 'currency_minor_unit') !== undefined
  )
}

/** Without the shop's setting nobody knows the unit: no amount then, and no guess. */
function amountOf(product: JsonObject, ...path: readonly string[]): string | undefined {
  const places = asLooseInteger(valueAt(product.prices, 'currency_minor_unit'))
  const isKnown = places !== undefined && places >= 0 && places <= PLACES_MAX
  return isKnown ? decimalFromMinor(valueAt(product.prices, ...path), places) : undefined
}

/** More than any shop shows. */
const PLACES_MAX = 8

/** A subscription has no price without its plan. */
function isSubscription(product: JsonObject): boolean {
  return asTrimmed(product.type)?.includes('subscription') === true
}

/** The price to pay; of a range, the lowest. */
export function priceOf(product: JsonObject): string | undefined {
  return isSubscription(product) ? undefined : statedPrice(product)
}

/** Of a range, the lowest regular price may be that of another variation than the lowest price. */
export function listPriceOf(product: JsonObject): string | undefined {
  const [lowest, highest] = ['min_amount', 'max_amount'].map(end => amountOf(product, 'price_range', end))
  return lowest === highest ? formerPrice(amountOf(product, 'regular_price'), priceOf(product)) : undefined
}

function statedPrice(product: JsonObject): string | undefined {
  return amountOf(product, 'price') ?? amountOf(product, 'price_range', 'min_amount')
}

/** Rows that are sold out still say that they are purchasable and on sale. */
export function stockOf(product: JsonObject): Availability | undefined {
  const inStock = asFlag(product.is_in_stock)
  if (inStock === undefined) return undefined
  if (!inStock) return 'out_of_stock'
  if (asFlag(product.is_on_backorder)) return 'backorder'
  return asLooseInteger(product.low_stock_remaining) === undefined ? 'in_stock' : 'limited'
}

/** The product lists its variations with the slugs of their options only. */
function bareVariants(product: JsonObject): ExtractedVariant[] {
  const words = optionWords(product)
  return (asList(product.variations, one => one) ?? []).flatMap(variation => {
    const options = (asList(valueAt(variation, 'attributes'), one => one) ?? []).map(attribute => {
      const name = asTrimmed(valueAt(attribute, 'name'))
      const value = asTrimmed(valueAt(attribute, 'value'))
      const known = words.get(name) ?? new Map<string, string | undefined>()
      return { name, values: value === undefined ? [...known.values()] : [known.get(value) ?? value] }
    })
    const id = asId(valueAt(variation, 'id'))
    return combinations(options).map(chosen => Object.assign({ id }, sizeAndColor(chosen)))
  })
}

interface OptionValues {
  readonly name: string | undefined
  /** Empty where the document does not name them. */
  readonly values: readonly (string | undefined)[]
}

/** More rows than this are not a choice that somebody made by hand. */
const COMBINATIONS_MAX = 200

/** A variation without a value for an option stands for all its values. */
export function combinations(options: readonly OptionValues[]) {
  let rows: { name: string | undefined; value: string | undefined }[][] = [[]]
  for (const { name, values } of options) {
    const offered = values.length > 0 ? values : [undefined]
    rows = rows.flatMap(row => offered.map(value => row.concat({ name, value }))).slice(0, COMBINATIONS_MAX)
  }
  return rows
}

/** By option, then by slug, what the shop calls the value. */
function optionWords(product: JsonObject) {
  const attributes = asList(product.attributes, one => one) ?? []
  return new Map(
    attributes.map(attribute => {
      const terms = asList(valueAt(attribute, 'terms'), one => one) ?? []
      const words = terms.map(
        one => [asTrimmed(valueAt(one, 'slug')), asTrimmed(valueAt(one, 'name'))] as const,
      )
      return [asTrimmed(valueAt(attribute, 'name')), new Map(words)] as const
    }),
  )
}

/** A variation has its options in one text: `Color: Red, Size: M`. */
function variationOptions(text: string | undefined) {
  return (text ?? '').split(', ').flatMap(part => {
    const [name, ...value] = part.split(': ')
    return value.length > 0 ? [{ name, value: value.join(': ') }] : []
  })
}

export function variationOf(variation: JsonObject): ExtractedVariant {
  const price = priceOf(variation)
  return {
    id: asId(variation.id),
    sku: asTrimmed(variation.sku),
    ...sizeAndColor(variationOptions(cleanText(asTrimmed(variation.variation)))),
    price,
    list_price: formerPrice(amountOf(variation, 'regular_price'), price),
    availability: stockOf(variation),
    url: asTrimmed(variation.permalink),
  }
}

function ratingOf(product: JsonObject) {
  const value = asLooseNumber(product.average_rating)
  const count = countInData(product.review_count)
  return value !== undefined && value > 0 ? { value, scale: 5, count } : undefined
}

export const productFields: FieldExtractors<JsonObject> = {
  url: product => asTrimmed(product.permalink),
  name: product => cleanText(asTrimmed(product.name)),
  brand: product => cleanText(asTrimmed(valueAt(product, 'brands', 0, 'name'))),
  description: product => htmlToText(asTrimmed(product.description) ?? asTrimmed(product.short_description)),
  sku: product => asTrimmed(product.sku),
  currency: product => asTrimmed(valueAt(product.prices, 'currency_code')),
  price: priceOf,
  list_price: listPriceOf,
  requires_plan: product => (isSubscription(product) ? true : undefined),
  price_max: product => formerPrice(amountOf(product, 'price_range', 'max_amount'), priceOf(product)),
  availability: stockOf,
  images: product => unique(asList(product.images, image => asTrimmed(valueAt(image, 'src')))),
  rating: ratingOf,
  breadcrumbs: product =>
    (asList(product.categories, one => one) ?? []).slice(0, 1).flatMap(one => {
      const name = cleanText(asTrimmed(valueAt(one, 'name')))
      return name === undefined ? [] : [{ name, url: asTrimmed(valueAt(one, 'link')) }]
    }),
  attributes: product =>
    (asList(product.attributes, one => one) ?? []).flatMap(attribute => {
      const name = cleanText(asTrimmed(valueAt(attribute, 'name')))
      const terms =
        asList(valueAt(attribute, 'terms'), term => cleanText(asTrimmed(valueAt(term, 'name')))) ?? []
      const value = unique(terms).join(', ')
      return name === undefined || value === '' || valueAt(attribute, 'has_variations') === true
        ? []
        : [{ name, value }]
    }),
  variants: bareVariants,
  other_prices: product => {
    const price = isSubscription(product) ? statedPrice(product) : undefined
    return price === undefined ? [] : [{ kind: 'subscription', price }]
  },
}
