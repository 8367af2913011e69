// Ecwid: a shop inside another page. Its documents need a token, so the page is all there is.
import {
  asFlag,
  asId,
  asList,
  asNumber,
  asObject,
  asTrimmed,
  at,
  type Availability,
  certainCurrency,
  cleanText,
  currencyInText,
  decimalOf,
  defineAdapter,
  formerPrice,
  htmlToText,
  type JsonObject,
  sizeAndColor,
  type StatedFields,
  statedProducts,
  type StatedVariant,
  unique,
} from '#kit'

function stockOf(one: JsonObject): Availability | undefined {
  if (asFlag(one.unlimited) === true) return 'in_stock'
  const inStock = asFlag(one.inStock)
  const count = asNumber(one.quantity)
  if (inStock === undefined) return count === undefined ? undefined : count > 0 ? 'in_stock' : 'out_of_stock'
  return inStock ? 'in_stock' : 'out_of_stock'
}

function variantOf(combination: JsonObject, product: JsonObject): StatedVariant {
  const options = asList(combination.options, one => ({
    name: asTrimmed(at(one, 'name')),
    value: asTrimmed(at(one, 'value')),
  }))
  const price =
    decimalOf(combination.defaultDisplayedPrice) ?? decimalOf(combination.price) ?? decimalOf(product.price)
  const variant = {
    id: asId(combination.id),
    list_price: formerPrice(decimalOf(combination.compareToPrice), price),
    sku: asTrimmed(combination.sku),
    ...sizeAndColor(options ?? []),
  }
  return { ...variant, price, availability: stockOf(combination) }
}

const fields: StatedFields<JsonObject> = {
  url: product => asTrimmed(product.url),
  name: product => cleanText(asTrimmed(product.name)),
  description: product => htmlToText(asTrimmed(product.description)),
  sku: product => asTrimmed(product.sku),
  currency: product => certainCurrency(asTrimmed(product.defaultDisplayedPriceFormatted)),
  currency_hint: product =>
    currencyInText(asTrimmed(product.defaultDisplayedPriceFormatted), {
      url: asTrimmed(product.url) ?? '',
      language: undefined,
    }),
  price: product => decimalOf(product.defaultDisplayedPrice) ?? decimalOf(product.price),
  list_price: product =>
    formerPrice(
      decimalOf(product.compareToPrice),
      decimalOf(product.defaultDisplayedPrice) ?? decimalOf(product.price),
    ),
  availability: stockOf,
  images: product => unique([asTrimmed(product.imageUrl) ?? asTrimmed(product.originalImageUrl)]),
  attributes: product =>
    (asList(product.attributes, one => one) ?? []).flatMap(one => {
      const [name, value] = ['name', 'value'].map(key => cleanText(asTrimmed(at(one, key))))
      return name && value ? [{ name, value }] : []
    }),
  variants: product =>
    (asList(product.combinations, asObject) ?? []).flatMap(one => (one ? [variantOf(one, product)] : [])),
}

/** Hidden products are listed too. */
function isShown(value: unknown): value is JsonObject {
  return at(value, 'defaultDisplayedPriceFormatted') !== undefined && at(value, 'enabled') !== false
}

export const ecwid = defineAdapter({
  name: 'ecwid',
  title: 'Ecwid',
  can: { search: false, variants: false, stock: false, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The structured data of the page',
  lacks: 'Shops that scripts put into another page (`#!/…/p/<id>`) need `render: browser`.',
  recognise: ['app.ecwid.com/script.js', 'window.ecwid_script_defer'],
  product: {
    read: () => [],
  },

  readDocument(value, where) {
    const products = (asList(at(value, 'items'), one => one) ?? [value]).filter(isShown)
    return statedProducts('api', where, products, fields)
  },
})
