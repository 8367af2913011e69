// Reads a product of UCP: amounts in the minor unit of their currency, variants by their options.
import {
  preferredOffers,
  asFlag,
  asInteger,
  asList,
  asNumber,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  barcodeOf,
  bestAvailability,
  cleanText,
  countInData,
  formerPrice,
  htmlToText,
  type JsonObject,
  type ProductHit,
  moneyFromMinor,
  sizeAndColor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
  withoutAmounts,
} from '#kit'

/** Decimal text in units of the currency; 0 is a free item. */
function amountOf(price: unknown): string | undefined {
  return moneyFromMinor(asInteger(valueAt(price, 'amount')), asTrimmed(valueAt(price, 'currency')))?.amount
}

const STATUSES: Readonly<Record<string, Availability>> = {
  in_stock: 'in_stock',
  limited: 'limited',
  low_stock: 'limited',
  backorder: 'backorder',
  preorder: 'preorder',
  out_of_stock: 'out_of_stock',
  discontinued: 'discontinued',
}

/** `available` decides whether it can be bought, `status` says more about it. */
function availabilityOf(variant: unknown): Availability | undefined {
  const available = asFlag(valueAt(variant, 'availability', 'available'))
  const status = STATUSES[asTrimmed(valueAt(variant, 'availability', 'status'))?.toLowerCase() ?? '']
  const canBeBought = status !== undefined && status !== 'out_of_stock' && status !== 'discontinued'
  if (available === true) return canBeBought ? status : 'in_stock'
  if (available === false) return canBeBought || status === undefined ? 'out_of_stock' : status
  return status
}

function variantOf(variant: unknown): ExtractedVariant {
  const options = (asList(valueAt(variant, 'options'), one => one) ?? []).map(one => ({
    name: asTrimmed(valueAt(one, 'name')),
    value: asTrimmed(valueAt(one, 'label')),
  }))
  const price = amountOf(valueAt(variant, 'price'))
  return {
    id: asTrimmed(valueAt(variant, 'id')),
    sku: asTrimmed(valueAt(variant, 'sku')),
    gtin: (asList(valueAt(variant, 'barcodes'), one => barcodeOf(valueAt(one, 'value'))) ?? []).find(Boolean),
    ...sizeAndColor(options),
    price,
    list_price: formerPrice(amountOf(valueAt(variant, 'list_price')), price),
    availability: availabilityOf(variant),
    url: asTrimmed(valueAt(variant, 'url')),
  }
}

function currencyOf(product: JsonObject): string | undefined {
  return (
    asTrimmed(valueAt(product, 'price_range', 'min', 'currency')) ??
    asTrimmed(valueAt(variantsOf(product)[0], 'price', 'currency'))
  )
}

function statedVariants(product: JsonObject): ExtractedVariant[] {
  const currency = currencyOf(product)
  return variantsOf(product).map(variant => {
    const own = asTrimmed(valueAt(variant, 'price', 'currency')) ?? currency
    return own === currency ? variantOf(variant) : withoutAmounts(variantOf(variant))
  })
}

export function variantsOf(product: JsonObject): readonly unknown[] {
  return asList(product.variants, one => one) ?? []
}

function images(of: unknown): string[] {
  return unique(
    asList(valueAt(of, 'media'), one =>
      valueAt(one, 'type') === 'image' ? asTrimmed(valueAt(one, 'url')) : undefined,
    ),
  )
}

/** The shop's own category, as a path. */
function crumbsOf(product: JsonObject) {
  const categories = asList(product.categories, asObject) ?? []
  const own = categories.find(one => [undefined, 'merchant'].includes(asTrimmed(one?.taxonomy)))
  return (asTrimmed(own?.value) ?? '').split('>').flatMap(part => {
    const name = cleanText(part)
    return name === undefined ? [] : [{ name }]
  })
}

/** What a measure costs, where the shop compares by it: `100 ml`. */
function unitPrices(product: JsonObject) {
  const unit = valueAt(variantsOf(product)[0], 'unit_price')
  const price = amountOf(unit)
  const value = asInteger(valueAt(unit, 'reference', 'value'))
  if (price === undefined || value === undefined) return []
  const scale = asInteger(valueAt(unit, 'reference', 'scale')) ?? 0
  const name =
    asTrimmed(valueAt(unit, 'reference', 'display_text')) ?? asTrimmed(valueAt(unit, 'reference', 'unit'))
  return [{ kind: 'unit' as const, price, text: `per ${value / 10 ** scale} ${name ?? ''}`.trim() }]
}

export const productFields: FieldExtractors<JsonObject> = {
  url: product => asTrimmed(product.url),
  name: product => cleanText(asTrimmed(product.title)),
  description(product) {
    const html = asTrimmed(valueAt(product, 'description', 'html'))
    const plain = asTrimmed(valueAt(product, 'description', 'plain'))
    return plain ?? (html ? htmlToText(html) : asTrimmed(valueAt(product, 'description', 'markdown')))
  },
  breadcrumbs: crumbsOf,
  currency: currencyOf,
  price: product => amountOf(valueAt(product, 'price_range', 'min')),
  price_max(product) {
    const [lowest, highest] = ['min', 'max'].map(end => valueAt(product, 'price_range', end))
    const isOne = valueAt(lowest, 'currency') === valueAt(highest, 'currency')
    return isOne ? formerPrice(amountOf(highest), amountOf(lowest)) : undefined
  },
  // Of a range, the lowest list price may be that of another variant than the lowest price.
  list_price(product) {
    const ends = ['price_range', 'list_price_range'].map(range =>
      ['min', 'max'].map(end => amountOf(valueAt(product, range, end))),
    )
    const [price, list] = ends.map(([min, max]) => (min === max || max === undefined ? min : undefined))
    return formerPrice(list, price)
  },
  images: product => unique([...images(product), ...variantsOf(product).flatMap(images)]),
  rating(product) {
    const value = asNumber(valueAt(product, 'rating', 'value'))
    const scale = asNumber(valueAt(product, 'rating', 'scale_max'))
    if (value === undefined || scale === undefined) return undefined
    return { value, scale, count: countInData(valueAt(product, 'rating', 'count')) }
  },
  attributes: product =>
    Object.entries(asObject(product.metadata) ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [{ name, value: value.trim() }] : [],
    ),
  variants: statedVariants,
  other_prices: unitPrices,
}

/** Undefined for a product without a page: nobody could open it. */
export function listedProduct(product: JsonObject): ProductHit | undefined {
  const url = asTrimmed(product.url)
  const name = cleanText(asTrimmed(product.title))
  if (!url || !name) return undefined
  const variants = statedVariants(product)
  const priced = variants.filter(one => one.price !== undefined)
  const [cheapest] = preferredOffers(priced, one => one).toSorted((a, b) => Number(a.price) - Number(b.price))
  const stocks = variants.map(one => one.availability)
  return {
    url,
    name,
    image: images(product)[0],
    sku: variants.length === 1 ? variants[0]?.sku : undefined,
    gtin: variants.length === 1 ? variants[0]?.gtin : undefined,
    currency: currencyOf(product),
    price: cheapest?.price ?? amountOf(valueAt(product, 'price_range', 'min')),
    list_price: cheapest?.list_price,
    availability: bestAvailability(stocks),
  }
}
