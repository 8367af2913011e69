// Reads pages of the first template in the general shape: JSON-LD joined with the GraphQL cache, which has the sizes,
// the prices before a reduction and how many are left.
import {
  asId,
  asList,
  asListOrOne,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  type Availability,
  countryCode,
  htmlToText,
  type JsonObject,
  type ProductGetters,
  lazyVariants,
  listPrice,
  moneyFromMinor,
  type Page,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaRating,
  unique,
} from '#kit'
import { cachedParts, decoded, partsNamed, skuOf } from './graphql-cache.ts'

export function openCachePage(page: Page): ProductGetters {
  const item = page.jsonLdOf('Product')
  const parts = ownParts(page, item)
  const first = (name: string) => parts.map(part => part[name]).find(value => (value ?? '') !== '')
  const name = () => asTrimmed(item?.name) ?? asTrimmed(decoded(first('name')))
  const color = () => asTrimmed(item?.color) ?? asTrimmed(decoded(valueAt(first('color'), 'name')))
  return {
    ...lazyVariants(() => variantsOf(parts, schemaOffers(item?.offers), color())),
    name,
    brand: () => schemaName(item?.brand) ?? asTrimmed(decoded(valueAt(first('brand'), 'name'))),
    description: () => htmlToText(asText(item?.description) ?? '') || undefined,
    breadcrumbs: () => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url, name()),
    sku: () => asId(item?.sku) ?? asId(first('sku')),
    color,
    condition: () => schemaCondition(item?.itemCondition) ?? schemaCondition(first('condition')),
    images: () => largestImages(page, item, first),
    rating: () => schemaRating(item?.aggregateRating) ?? familyRating(parts),
    seller: () => sellerOf(page, parts),
    attributes: () => attributesOf(first('attributeSuperClusters')),
  }
}

/** Also the cached responses without a number of their own whose query names the product. */
function ownParts(page: Page, item: JsonObject | undefined): JsonObject[] {
  const parts = cachedParts(page)
  const sku = asId(item?.sku) ?? parts.map(skuOf).find(Boolean)
  const named = sku === undefined ? [] : partsNamed(page, sku)
  return [...parts, ...named.filter(part => !parts.includes(part))]
}

/** One row per size: a sold-out product has fewer offers than sizes, and an older page no cached sizes. */
function variantsOf(parts: readonly JsonObject[], offers: readonly JsonObject[], color: string | undefined) {
  const simples = parts.flatMap(part => asList(part.simples, one => one) ?? [])
  const skus = unique([...simples, ...offers].map(one => asId(valueAt(one, 'sku'))))
  return skus.map(sku => {
    const own = simples.filter(one => asId(valueAt(one, 'sku')) === sku)
    const offer = offers.find(one => asId(one.sku) === sku)
    const cached = cachedPrices(own)
    const { price = cached.price } = schemaPrices(offer)
    return {
      sku,
      size: own.map(one => asTrimmed(decoded(valueAt(one, 'size')))).find(Boolean),
      color,
      price,
      list_price: listPrice(cached.original, price),
      availability: cachedStock(own) ?? schemaAvailability(offer?.availability),
    }
  })
}

/** Several responses have the same size, each with other fields. Other sellers offer it at their own prices. */
function cachedPrices(simples: readonly unknown[]) {
  const prices = simples
    .flatMap(simple => [
      valueAt(simple, 'offer'),
      ...(asList(valueAt(simple, 'allOffers'), offer => offer) ?? []).filter(
        offer => valueAt(offer, 'isDefaultOffer') === true,
      ),
    ])
    .map(offer => valueAt(offer, 'price'))
    .filter(price => asLooseInteger(valueAt(price, 'original', 'amount')) !== undefined)
  const currency = prices.map(price => asTrimmed(valueAt(price, 'original', 'currency'))).find(Boolean)
  const minor = (price: unknown) =>
    moneyFromMinor(asLooseInteger(valueAt(price, 'amount')) || undefined, currency)
  const original = minor(valueAt(prices[0], 'original'))
  const promotion = prices.map(price => valueAt(price, 'promotional') ?? undefined).find(Boolean)
  // An unreadable promotion must not be reported as the full price.
  return { original, price: promotion === undefined ? original : minor(promotion) }
}

const QUANTITIES: Readonly<Record<string, Availability>> = {
  OUT_OF_STOCK: 'out_of_stock',
  NONE: 'out_of_stock',
  ONE: 'limited',
  TWO: 'limited',
  THREE: 'limited',
  FEW: 'limited',
  MANY: 'in_stock',
}

function cachedStock(simples: readonly unknown[]): Availability | undefined {
  return simples
    .map(one => QUANTITIES[asText(valueAt(one, 'offer', 'stock', 'quantity')) ?? ''])
    .find(Boolean)
}

/** The same pictures stand in the page in several sizes; those of the JSON-LD are thumbnails. */
function largestImages(page: Page, item: JsonObject | undefined, first: (name: string) => unknown) {
  const small = schemaImages(item?.image, page.url)
  const large = ['galleryMediaZoom', 'galleryMedia', 'media'].map(name =>
    schemaImages(
      asListOrOne(first(name), image => asText(valueAt(image, 'uri'))),
      page.url,
    ),
  )
  return large.find(images => images.length > 0 && images.length >= small.length) ?? small
}

function familyRating(parts: readonly JsonObject[]) {
  const rating = parts
    .map(part => valueAt(part.family, 'rating'))
    .find(one => asLooseNumber(valueAt(one, 'average')))
  const value = asLooseNumber(valueAt(rating, 'average'))
  if (!value) return undefined
  const stars = Object.keys(asObject(valueAt(rating, 'distribution')) ?? {}).length
  return { value, scale: stars || undefined, count: asLooseInteger(valueAt(rating, 'totalCount')) }
}

/** A partner of the shop. `isSoldBy<Shop>` is true for what the shop sells itself. */
function sellerOf(page: Page, parts: readonly JsonObject[]) {
  const partner = parts
    .flatMap(
      part => asList(part.simples, one => asList(valueAt(one, 'allOffers'), offer => offer) ?? []) ?? [],
    )
    .flat()
    .find(offer =>
      Object.entries(asObject(offer) ?? {}).some(
        ([key, value]) => key.startsWith('isSoldBy') && value === false,
      ),
    )
  const name = asTrimmed(decoded(valueAt(partner, 'merchant', 'name')))
  if (name === undefined) return undefined
  const country = parts
    .map(part => asTrimmed(valueAt(part.fulfillmentLabel, 'merchant', 'address', 'country', 'name')))
    .find(Boolean)
  return { name, country: countryCode(country, languageOf(page)) ?? country }
}

function languageOf(page: Page): string | undefined {
  return /<html[^>]{0,200}\slang="([\w-]{2,10})"/.exec(page.text().slice(0, 2000))?.[1]
}

function attributesOf(groups: unknown) {
  return (
    asList(
      groups,
      group => asList(valueAt(group, 'clusters'), cluster => valueAt(cluster, 'attributes')) ?? [],
    ) ?? []
  )
    .flat(2)
    .map(one => ({
      name: asTrimmed(decoded(valueAt(one, 'key'))),
      value: asTrimmed(decoded(valueAt(one, 'value'))),
    }))
    .filter(one => one.name !== undefined && one.value !== undefined)
}
