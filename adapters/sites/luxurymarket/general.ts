// Reads luxurymarket's pages in the general shape: the page's state, completed by its JSON-LD.
import {
  absoluteUrl,
  asId,
  asList,
  asListOrOne,
  asLooseInteger,
  asLooseNumber,
  asLooseText,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  attributes,
  type Availability,
  cleanText,
  type JsonObject,
  listPrice,
  money,
  type Money,
  type Page,
  defineProductMapping,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaGtin,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaRating,
  unique,
  variantTotals,
} from '#kit'
import { findItem } from './json-ld-product.ts'
import { saysOutOfStock } from './out-of-stock.ts'
import { findModel, largestImage } from './page-state.ts'

interface Documents {
  readonly page: Page
  /** The view model in the page's state. */
  readonly model: JsonObject | undefined
  /** The product in the JSON-LD. */
  readonly item: JsonObject | undefined
}

export const general = {
  product: defineProductMapping({
    operation: 'luxurymarket.product',
    requests: 1,
    byUrl: url => ({ url, mode: 'extended' }),
    open(page: Page): Documents | undefined {
      const [model, item] = [findModel(page), findItem(page)]
      return model || item ? { page, model, item } : undefined
    },
    fields: {
      url: ({ page }) => page.url,
      name: nameOf,
      brand: ({ model, item }) =>
        cleanText(asText(valueAt(model, 'designerDetails', 'name'))) ?? schemaName(item?.brand),
      description: ({ model, item }) =>
        asTrimmed(valueAt(model, 'details', 'description')) ?? asTrimmed(item?.description),
      breadcrumbs: breadcrumbsOf,
      gtin: ({ item }) => schemaGtin(item),
      mpn: ({ model, item }) => asId(valueAt(model, 'designerDetails', 'designerStyleId')) ?? asId(item?.mpn),
      sku: ({ page, model, item }) =>
        asId(valueAt(model, 'details', 'productId')) ??
        asId(item?.productGroupID) ??
        asId(item?.sku) ??
        /-item-(\d+)/.exec(page.url)?.[1],
      color: ({ model, item }) =>
        cleanText(asText(valueAt(model, 'details', 'colors'))) ?? schemaName(item?.color) ?? onlyColour(item),
      condition: ({ item }) =>
        schemaCondition(item?.itemCondition) ?? schemaCondition(schemaOffers(item?.offers)[0]?.itemCondition),
      price: found => totalsOf(found).price,
      list_price: found => totalsOf(found).list_price,
      price_max: found => totalsOf(found).price_max,
      availability: found =>
        totalsOf(found).availability ?? (saysOutOfStock(found.page) ? 'out_of_stock' : undefined),
      images: ({ page, model, item }) => {
        const own = asList(valueAt(model, 'images', 'main'), image =>
          absoluteUrl(largestImage(image), page.url),
        )
        return own && own.length > 0 ? unique(own) : schemaImages(item?.image, page.url)
      },
      rating: ({ item }) => schemaRating(item?.aggregateRating),
      attributes: ({ model, item }) =>
        attributes({
          gender: asTrimmed(valueAt(model, 'details', 'genderName')),
          category: textsIn(valueAt(model, 'categories', 'all')).at(-1) ?? schemaName(item?.category),
          materials:
            textsIn(valueAt(model, 'composition', 'materials')).join(', ') || schemaName(item?.material),
          care: textsIn(valueAt(model, 'care', 'instructions')).join(', '),
          'made in': asTrimmed(valueAt(model, 'details', 'madeInLabel')),
          'size scale': asTrimmed(valueAt(model, 'sizes', 'scaleDescription')),
        }),
      variants: readVariants,
    },
  }),
}

function nameOf({ model, item }: Documents): string | undefined {
  return cleanText(asText(valueAt(model, 'details', 'shortDescription'))) ?? schemaName(item?.name)
}

function breadcrumbsOf(found: Documents) {
  const { page, model } = found
  const own = asList(model?.breadcrumb, crumb => ({
    name: cleanText(asText(valueAt(crumb, 'text'))),
    url: absoluteUrl(asText(valueAt(crumb, 'href')), page.url),
  }))
  return own && own.length > 0 ? own : schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url, nameOf(found))
}

/** Sizes of the JSON-LD, which also lists the sold-out ones, and of the state, which has the quantities. */
function readVariants({ model, item }: Pick<Documents, 'model' | 'item'>) {
  const stated = asListOrOne(item?.hasVariant, asObject)?.map(one => one && schemaVariant(one)) ?? []
  const sized = sizesIn(model)
  const skus = unique([...stated, ...sized].map(one => one?.sku))
  return skus.map(sku => {
    const schema = stated.find(one => one?.sku === sku)
    const own = sized.find(one => one.sku === sku)
    const { price, list_price } = priceOfSize(own, schema)
    return {
      sku,
      gtin: schema?.gtin,
      size: own?.size ?? schema?.size,
      color: own?.color ?? schema?.color,
      condition: schema?.condition,
      price,
      list_price,
      availability: own?.availability ?? schema?.availability,
    }
  })
}

interface Prices {
  readonly price?: Money | undefined
  readonly list_price?: Money | undefined
}

/** What is stated for the size itself counts before the default price: merchants have their own. */
function priceOfSize(
  own: (Prices & { readonly usual: Prices }) | undefined,
  schema: Prices | undefined,
): Prices {
  const stated = own?.price ? own : schema?.price ? schema : undefined
  const { price, list_price } = stated ?? own?.usual ?? {}
  const isUsual = price !== undefined && price.amount === own?.usual.price?.amount
  return { price, list_price: list_price ?? (isUsual ? own?.usual.list_price : undefined) }
}

function schemaVariant(variant: JsonObject) {
  const [offer] = schemaOffers(variant.offers)
  return {
    sku: asId(variant.sku),
    gtin: schemaGtin(variant),
    size: cleanText(asLooseText(variant.size)),
    color: schemaName(variant.color),
    condition: schemaCondition(offer?.itemCondition),
    ...schemaPrices(offer),
    availability: schemaAvailability(offer?.availability),
  }
}

/** Sizes are a map by id. */
function sizesIn(model: JsonObject | undefined) {
  return Object.entries(asObject(valueAt(model, 'sizes', 'available')) ?? {}).map(([key, size]) =>
    sizeOf(model, asId(valueAt(size, 'sizeId')) ?? key, size),
  )
}

/** A merchant's own price stands under the id of the size, beside the default one. */
function sizeOf(model: JsonObject | undefined, sizeId: string, size: unknown) {
  const productId = asId(valueAt(model, 'details', 'productId'))
  return {
    sku: productId && `${productId}-${sizeId}`,
    size: cleanText(asLooseText(valueAt(size, 'description'))),
    color: cleanText(asText(valueAt(model, 'details', 'colors'))),
    ...pricesOf(valueAt(model, 'priceInfo', sizeId)),
    usual: pricesOf(valueAt(model, 'priceInfo', 'default')),
    availability: stockOf(size, valueAt(model, 'sizes', 'isOnlyOneLeft') === true),
  }
}

/** A price of 0 is that of a sold-out product. */
function pricesOf(prices: unknown) {
  const [price, initial] = ['finalPrice', 'initialPrice'].map(key =>
    money(asLooseNumber(valueAt(prices, key)) || undefined, asTrimmed(valueAt(prices, 'currencyCode'))),
  )
  return { price, list_price: listPrice(initial, price) }
}

function stockOf(size: unknown, isLast: boolean): Availability | undefined {
  const quantity = asLooseInteger(valueAt(size, 'quantity'))
  if (quantity === undefined) return undefined
  if (quantity <= 0) return 'out_of_stock'
  return isLast || valueAt(size, 'lastInStock') === true ? 'limited' : 'in_stock'
}

/** A product without sizes has one price, in its state, or those of its offers. */
function totalsOf({ model, item }: Documents) {
  const variants = readVariants({ model, item })
  if (variants.some(one => one.price)) return variantTotals(variants)
  const offers = schemaOffers(item?.offers).map(offer =>
    Object.assign(schemaPrices(offer), { availability: schemaAvailability(offer.availability) }),
  )
  const totals = variantTotals([...variants, ...offers])
  return model
    ? { ...totals, price_max: undefined, ...pricesOf(valueAt(model, 'priceInfo', 'default')) }
    : totals
}

function onlyColour(item: JsonObject | undefined): string | undefined {
  const colours = unique(asListOrOne(item?.hasVariant, one => schemaName(valueAt(one, 'color'))))
  return colours.length === 1 ? colours[0] : undefined
}

/** A map with arbitrary keys (including "") of a text or a list of texts each. */
function textsIn(map: unknown): string[] {
  return Object.values(asObject(map) ?? {})
    .flat()
    .map(asTrimmed)
    .filter(text => text !== undefined)
}
