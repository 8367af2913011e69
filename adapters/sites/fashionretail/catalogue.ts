// Reads the catalogue service's answer, and the pages of the second template, which have parts of the same objects.
import {
  asFlag,
  asId,
  asList,
  asListOrOne,
  asLooseNumber,
  asName,
  asObject,
  asText,
  asTrimmed,
  attributes,
  cleanText,
  gtin,
  htmlToText,
  type JsonObject,
  lazyVariants,
  must,
  onlyValue,
  type Page,
  type ProductGetters,
  schemaName,
  schemaProduct,
  priceAndFormer,
  statedRating,
  stockState,
  valueAt,
} from '#kit'
import { brandOf, type Product, readJsonLdProduct } from './json-ld-product.ts'

/** The service has everything in one object. */
export function readCatalogue(body: unknown): Product {
  return {
    sku: asId(valueAt(body, 'productCode') ?? valueAt(body, 'id')),
    name: asName(valueAt(body, 'name')),
    brand: brandOf(valueAt(body, 'brand')),
    color: cleanText(asText(valueAt(body, 'variants', 0, 'colour'))),
    description: asTrimmed(valueAt(body, 'description')),
    // The service does not name the manufacturer.
    manufacturer: undefined,
    images: imagesOf(valueAt(body, 'media', 'images')),
    variants: asList(valueAt(body, 'variants'), asObject)?.map(one => one && sizeOf(one, one)),
  }
}

/** The page has sizes in one object, prices and stock in another, and the rest in its JSON-LD. Undefined for another template. */
export function readConfigPage(page: Page): Product {
  const config = configIn(page)
  if (!config) return undefined
  const described = must(readJsonLdProduct(page), 'JSON-LD Product')
  const stocks = must(stocksIn(page), 'stockPriceResponse')
  return {
    ...described,
    images: imagesOf(config.images) ?? described.images,
    variants: asList(config.variants, asObject)?.map(variant => {
      if (!variant) return undefined
      const { stock, currency } = stockFor(variant, stocks) ?? {}
      return sizeOf(variant, stock, currency)
    }),
  }
}

export function configIn(page: Page): JsonObject | undefined {
  return asObject(page.assigned('*.pdp.config.product'))
}

/** `stock` holds the price and the stock: the variant itself, or its entry in another list. */
function sizeOf(variant: JsonObject, stock: unknown, currency?: string) {
  return {
    sku: asId(variant.sku) ?? asId(valueAt(stock, 'sku')),
    price: asLooseNumber(valueAt(stock, 'price', 'current', 'value')),
    price_currency: asTrimmed(valueAt(stock, 'price', 'currency')) ?? currency,
  }
}

/** Prices of all variants, including those of related products, which are never looked up. */
function stocksIn(page: Page) {
  const products = asListOrOne(page.assigned('*.pdp.config.stockPriceResponse'), product => {
    const currency = asTrimmed(valueAt(product, 'productPrice', 'currency'))
    return (asList(valueAt(product, 'variants'), one => one) ?? []).map(stock => ({ stock, currency }))
  })
  return products?.flat()
}

/** The two lists name the id differently. */
function stockFor(variant: unknown, stocks: NonNullable<ReturnType<typeof stocksIn>>) {
  const idOf = (one: unknown) => asId(valueAt(one, 'variantId')) ?? asId(valueAt(one, 'id'))
  const id = idOf(variant)
  return id === undefined ? undefined : stocks.find(one => idOf(one.stock) === id)
}

function imagesOf(images: unknown): (string | undefined)[] | undefined {
  return asList(images, image => withScheme(asTrimmed(valueAt(image, 'url'))))
}

/** The service sends `images.example/1`, without a scheme. */
function withScheme(address: string | undefined): string | undefined {
  if (address === undefined || /^https?:/i.test(address)) return address
  return `https://${address.replace(/^\/\//, '')}`
}

export function openCatalogue(body: unknown): ProductGetters {
  const variants = () => asList(valueAt(body, 'variants'), variant => variantOf(variant, variant)) ?? []
  const totals = lazyVariants(variants)
  const textOf = (html: unknown) => htmlToText(asText(html))
  return {
    ...totals,
    name: () => asTrimmed(valueAt(body, 'name')),
    brand: () => schemaName(valueAt(body, 'brand')),
    description: () => textOf(valueAt(body, 'description')),
    gtin: () => onlyGtin(variants()),
    sku: () => asId(valueAt(body, 'productCode')) ?? asId(valueAt(body, 'id')),
    color: () => onlyValue(variants().map(one => one.color)),
    price: () => totals.price() ?? pricesOf(body).price,
    list_price: () => totals.list_price() ?? pricesOf(body).list_price,
    availability: () =>
      valueAt(body, 'isDeadProduct') === true ? 'discontinued' : (totals.availability() ?? stockOf(body)),
    images: () => imagesOf(valueAt(body, 'media', 'images')),
    rating: () => ratingOf(valueAt(body, 'rating')),
    attributes: () =>
      attributes({
        type: asTrimmed(valueAt(body, 'productType', 'name')),
        gender: asTrimmed(valueAt(body, 'gender')),
        'country of manufacture': asTrimmed(valueAt(body, 'countryOfManufacture')),
        about: textOf(valueAt(body, 'info', 'aboutMe')),
        fit: textOf(valueAt(body, 'info', 'sizeAndFit')),
        care: textOf(valueAt(body, 'info', 'careInfo')),
      }),
  }
}

/** What the config states, and what only the JSON-LD does. */
export function openConfigPage(page: Page, config: JsonObject): ProductGetters {
  const stocks = stocksIn(page) ?? []
  const variants = () =>
    asList(config.variants, variant => variantOf(variant, stockFor(variant, stocks)?.stock)) ?? []
  const totals = lazyVariants(variants)
  const item = page.jsonLdOf('Product') ?? {}
  const { description, breadcrumbs, condition, images } = schemaProduct(page, item)
  return {
    ...totals,
    description,
    breadcrumbs,
    condition,
    name: () => asTrimmed(item.name) ?? asTrimmed(config.name),
    brand: () => schemaName(item.brand) ?? asTrimmed(config.brandName),
    gtin: () => onlyGtin(variants()),
    sku: () => asId(item.sku) ?? asId(config.productCode) ?? asId(config.id),
    color: () => asTrimmed(item.color) ?? onlyValue(variants().map(one => one.color)),
    availability: () => totals.availability() ?? stockOf(config),
    images: () => imagesOf(config.images) ?? images(),
    rating: () => ratingOf(page.assigned('*.pdp.config.ratings')),
    attributes: () => attributes({ gender: asTrimmed(config.gender) }),
  }
}

function variantOf(variant: unknown, stock: unknown) {
  return {
    sku: asId(valueAt(variant, 'sku')) ?? asId(valueAt(stock, 'sku')),
    gtin: gtin(asId(valueAt(variant, 'ean'))),
    size: ['displaySizeText', 'brandSize', 'size'].map(key => asTrimmed(valueAt(variant, key))).find(Boolean),
    color: asTrimmed(valueAt(variant, 'colour')),
    ...pricesOf(stock),
    availability: stockOf(stock),
  }
}

/** The price before a reduction, or the maker's recommended one. */
function pricesOf(stock: unknown) {
  const price = valueAt(stock, 'price')
  const [current, previous, rrp] = ['current', 'previous', 'rrp'].map(kind => valueAt(price, kind, 'value'))
  return priceAndFormer(current, valueAt(price, 'currency'), previous, rrp)
}

function stockOf(given: unknown) {
  return stockState(asFlag(valueAt(given, 'isInStock')), () => valueAt(given, 'isLowInStock'))
}

function ratingOf(rating: unknown) {
  const scale = valueAt(rating, 'maxRatingValue')
  return statedRating(valueAt(rating, 'averageOverallRating'), scale, valueAt(rating, 'totalReviewCount'))
}

function onlyGtin(variants: readonly { readonly gtin?: string | undefined }[]): string | undefined {
  return variants.length === 1 ? variants[0]?.gtin : undefined
}
