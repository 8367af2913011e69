// Reads the catalogue service's answer, and the pages of the second template, in the general shape.
import {
  asFlag,
  asId,
  asList,
  asListOrOne,
  asLooseInteger,
  asLooseNumber,
  asText,
  asTrimmed,
  valueAt,
  attributes,
  type Availability,
  gtin,
  htmlToText,
  type JsonObject,
  type ProductGetters,
  lazyVariants,
  listPrice,
  money,
  type Page,
  schemaCondition,
  schemaCrumbs,
  schemaImages,
  schemaName,
  unique,
} from '#kit'
import { imagesOf } from './catalogue-response.ts'

export function openCatalogue(body: unknown): ProductGetters {
  const variants = () => asList(valueAt(body, 'variants'), variant => readVariant(variant, variant)) ?? []
  const totals = lazyVariants(variants)
  return {
    ...totals,
    name: () => asTrimmed(valueAt(body, 'name')),
    brand: () => schemaName(valueAt(body, 'brand')),
    description: () => textOf(valueAt(body, 'description')),
    gtin: () => onlyGtin(variants()),
    sku: () => asId(valueAt(body, 'productCode')) ?? asId(valueAt(body, 'id')),
    color: () => onlyColour(variants()),
    price: () => totals.price() ?? readPrices(valueAt(body, 'price')).price,
    list_price: () => totals.list_price() ?? readPrices(valueAt(body, 'price')).list_price,
    availability: () =>
      valueAt(body, 'isDeadProduct') === true ? 'discontinued' : (totals.availability() ?? stockOf(body)),
    images: () => imagesOf(valueAt(body, 'media', 'images')),
    rating: () => readRating(valueAt(body, 'rating')),
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

/** The page has sizes in one object, prices and stock in another, and the rest in its JSON-LD. */
export function openConfigPage(page: Page, config: JsonObject): ProductGetters {
  const item = page.jsonLdOf('Product')
  const stocks =
    asListOrOne(page.assigned('*.pdp.config.stockPriceResponse'), product =>
      valueAt(product, 'variants'),
    )?.flat() ?? []
  const variants = () =>
    (asList(config.variants, one => one) ?? []).map(variant => {
      const id = idOf(variant)
      const stock = stocks.find(one => id !== undefined && idOf(one) === id)
      return readVariant(variant, stock)
    })
  const totals = lazyVariants(variants)
  return {
    ...totals,
    name: () => asTrimmed(item?.name) ?? asTrimmed(config.name),
    brand: () => schemaName(item?.brand) ?? asTrimmed(config.brandName),
    description: () => textOf(item?.description),
    breadcrumbs: () => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url, asText(item?.name)),
    gtin: () => onlyGtin(variants()),
    sku: () => asId(item?.sku) ?? asId(config.productCode) ?? asId(config.id),
    color: () => asTrimmed(item?.color) ?? onlyColour(variants()),
    condition: () => schemaCondition(item?.itemCondition),
    availability: () => totals.availability() ?? stockOf(config),
    images: () => imagesOf(config.images) ?? schemaImages(item?.image, page.url),
    rating: () => readRating(page.assigned('*.pdp.config.ratings')),
    attributes: () => attributes({ gender: asTrimmed(config.gender) }),
  }
}

/** `stock` holds the price and the stock: the variant itself, or its entry in another list. */
function readVariant(variant: unknown, stock: unknown) {
  return {
    sku: asId(valueAt(variant, 'sku')) ?? asId(valueAt(stock, 'sku')),
    gtin: gtin(asId(valueAt(variant, 'ean'))),
    size: ['displaySizeText', 'brandSize', 'size'].map(key => asTrimmed(valueAt(variant, key))).find(Boolean),
    color: asTrimmed(valueAt(variant, 'colour')),
    ...readPrices(valueAt(stock, 'price')),
    availability: stockOf(stock),
  }
}

/** The price before a reduction, or the maker's recommended one. */
function readPrices(price: unknown) {
  const currency = asTrimmed(valueAt(price, 'currency'))
  const [current, previous, rrp] = ['current', 'previous', 'rrp'].map(kind =>
    money(asLooseNumber(valueAt(price, kind, 'value')) || undefined, currency),
  )
  return { price: current, list_price: listPrice(previous, current) ?? listPrice(rrp, current) }
}

function stockOf(given: unknown): Availability | undefined {
  const inStock = asFlag(valueAt(given, 'isInStock'))
  if (inStock === undefined) return undefined
  return inStock ? (valueAt(given, 'isLowInStock') === true ? 'limited' : 'in_stock') : 'out_of_stock'
}

function readRating(rating: unknown) {
  const value = asLooseNumber(valueAt(rating, 'averageOverallRating'))
  if (!value) return undefined
  return {
    value,
    scale: asLooseNumber(valueAt(rating, 'maxRatingValue')),
    count: asLooseInteger(valueAt(rating, 'totalReviewCount')),
  }
}

function onlyColour(variants: readonly { readonly color?: string | undefined }[]): string | undefined {
  const colours = unique(variants.map(one => one.color))
  return colours.length === 1 ? colours[0] : undefined
}

function onlyGtin(variants: readonly { readonly gtin?: string | undefined }[]): string | undefined {
  return variants.length === 1 ? variants[0]?.gtin : undefined
}

/** The two lists name the id differently. */
function idOf(variant: unknown): string | undefined {
  return asId(valueAt(variant, 'variantId')) ?? asId(valueAt(variant, 'id'))
}

function textOf(html: unknown): string | undefined {
  return htmlToText(asText(html) ?? '') || undefined
}
