// Reads luxurymarket's pages in the general shape: the page's state, completed by its JSON-LD.
import {
  absoluteUrl,
  asId,
  asList,
  asListOrOne,
  asLooseInteger,
  asLooseText,
  asObject,
  asText,
  asTrimmed,
  attributes,
  cleanText,
  defineProductMapping,
  type JsonObject,
  type Money,
  onlyValue,
  type Page,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaGtin,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaRating,
  schemaVariant,
  priceAndFormer,
  stockState,
  unique,
  valueAt,
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
        cleanText(asText(valueAt(model, 'details', 'colors'))) ??
        schemaName(item?.color) ??
        onlyValue(asListOrOne(item?.hasVariant, one => schemaName(valueAt(one, 'color')))),
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
function readVariants({ page, model, item }: Documents) {
  const stated =
    asListOrOne(item?.hasVariant, asObject)?.map(one => one && schemaVariant(one, page.url)) ?? []
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

/** A sold-out product has a price of 0. */
function pricesOf(prices: unknown) {
  const [price, initial] = ['finalPrice', 'initialPrice'].map(key => valueAt(prices, key))
  return priceAndFormer(price, valueAt(prices, 'currencyCode'), initial)
}

function stockOf(size: unknown, isLast: boolean) {
  const quantity = asLooseInteger(valueAt(size, 'quantity'))
  const isAvailable = quantity === undefined ? undefined : quantity > 0
  return stockState(isAvailable, () => isLast || valueAt(size, 'lastInStock'))
}

/** A product without sizes has one price, in its state, or those of its offers. */
function totalsOf(found: Documents) {
  const { model, item } = found
  const variants = readVariants(found)
  if (variants.some(one => one.price)) return variantTotals(variants)
  const offers = schemaOffers(item?.offers).map(offer =>
    Object.assign(schemaPrices(offer), { availability: schemaAvailability(offer.availability) }),
  )
  const totals = variantTotals([...variants, ...offers])
  return model
    ? { ...totals, price_max: undefined, ...pricesOf(valueAt(model, 'priceInfo', 'default')) }
    : totals
}

/** A map with arbitrary keys (including "") of a text or a list of texts each. */
function textsIn(map: unknown): string[] {
  return Object.values(asObject(map) ?? {})
    .flat()
    .map(asTrimmed)
    .filter(text => text !== undefined)
}
