// SAP Commerce Cloud: products of its OCC API, which is usually on a host of its own; of a page, its structured data.
import {
  asList,
  asNumber,
  asObject,
  asTrimmed,
  at,
  type Availability,
  barcodeOf,
  cleanText,
  countInData,
  decimalOf,
  defineAdapter,
  formerPrice,
  htmlToText,
  type JsonObject,
  minorUnits,
  type StatedFields,
  statedProducts,
  unique,
} from '#kit'

/** The value may have more decimals than the shop prints: 17.894 is shown and sold as 17.89. */
function amountOf(price: unknown): string | undefined {
  const currency = asTrimmed(at(price, 'currencyIso'))
  return decimalOf(at(price, 'value'), currency ? minorUnits(currency) : 2)
}

function priceOf(product: JsonObject): string | undefined {
  return amountOf(product.priceWithTax) ?? amountOf(product.price)
}

/** The other amounts of the product are then without tax, and not to be compared with its price. */
function isNet(product: JsonObject): boolean {
  return formerPrice(priceOf(product), amountOf(product.price)) !== undefined
}

function attributesOf(product: JsonObject) {
  const classes = asList(
    product.classifications,
    one => asList(at(one, 'features'), feature => feature) ?? [],
  )
  return (classes ?? []).flat().flatMap(feature => {
    const name = cleanText(asTrimmed(at(feature, 'name')))
    const values = asList(at(feature, 'featureValues'), one => cleanText(asTrimmed(at(one, 'value')))) ?? []
    const value = unique(values).join(', ')
    return name === undefined || value === '' ? [] : [{ name, value }]
  })
}

const STATES: Readonly<Record<string, Availability>> = {
  inStock: 'in_stock',
  lowStock: 'limited',
  outOfStock: 'out_of_stock',
}

const fields: StatedFields<JsonObject> = {
  name: product => cleanText(htmlToText(asTrimmed(product.name) ?? '')),
  brand: product => cleanText(asTrimmed(product.manufacturer)),
  description: product => htmlToText(asTrimmed(product.description) ?? asTrimmed(product.summary)),
  gtin: product => barcodeOf(product.ean),
  sku: product => asTrimmed(product.code),
  currency: product => asTrimmed(at(product.price, 'currencyIso')),
  price: priceOf,
  list_price: product =>
    isNet(product) ? undefined : formerPrice(amountOf(product.basePrice), priceOf(product)),
  price_max: product =>
    isNet(product) ? undefined : formerPrice(amountOf(at(product.priceRange, 'maxPrice')), priceOf(product)),
  availability: product => STATES[asTrimmed(at(product.stock, 'stockLevelStatus')) ?? ''],
  images: product => unique(asList(product.images, one => asTrimmed(at(one, 'url')))),
  attributes: attributesOf,
  rating: product => {
    const value = asNumber(product.averageRating)
    return value === undefined || value <= 0
      ? undefined
      : { value, scale: 5, count: countInData(product.numberOfReviews) }
  },
  other_prices: product => {
    const net = amountOf(product.priceWithoutTax)
    return formerPrice(priceOf(product), net) === undefined ? [] : [{ kind: 'without_tax', price: net }]
  },
}

function isProduct(value: unknown): value is JsonObject {
  return asTrimmed(at(value, 'code')) !== undefined && asObject(at(value, 'price'))?.currencyIso !== undefined
}

export const sap = defineAdapter({
  name: 'sap',
  title: 'SAP Commerce Cloud',
  can: { search: false, variants: false, stock: false, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The structured data of the page',
  lacks: 'Its API is on another host than the shop. Pages without server rendering need `render: browser`.',
  recognise: [
    {
      text: 'occ-backend-base-url',
      by: 'meta occ-backend-base-url',
      exact: page => page.first('meta[name="occ-backend-base-url"]') !== undefined,
    },
    { text: '<cx-storefront', by: '<cx-storefront>' },
  ],
  product: {
    read: () => [],
  },

  readDocument(value, where) {
    const products = (asList(at(value, 'products'), one => one) ?? [value]).filter(isProduct)
    return statedProducts('api', where, products, fields)
  },
})
