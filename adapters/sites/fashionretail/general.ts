// Reads fashionretail's documents in the general shape: a product in one colour, with its sizes.
import {
  asId,
  asList,
  asListOrOne,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  type Availability,
  countryCode,
  defineProductMapping,
  type JsonObject,
  lazyVariants,
  listPrice,
  moneyFromMinor,
  type Page,
  type ProductGetters,
  schemaAvailability,
  schemaCondition,
  schemaImages,
  schemaOffers,
  schemaPrices,
  schemaProduct,
  shaped,
  statedRating,
  unique,
  valueAt,
} from '#kit'
import { configIn, openCatalogue, openConfigPage } from './catalogue.ts'
import { cachedParts, decoded, partsNamed, skuOf } from './graphql-cache.ts'

export const general = {
  product: defineProductMapping({
    operation: 'fashionretail.product',
    requests: 1,
    read: (page: Page) => shaped(openPage(page)),
  }),
}

function openPage(page: Page): ProductGetters | undefined {
  if (page.holdsJson()) return openCatalogue(page.json())
  const config = configIn(page)
  return config ? openConfigPage(page, config) : openCachePage(page)
}

/** The first template: JSON-LD joined with the GraphQL cache, which has the sizes, former prices and how many are left. */
function openCachePage(page: Page): ProductGetters {
  const item = page.jsonLdOf('Product')
  const parts = ownParts(page, item)
  const first = (name: string) => parts.map(part => part[name]).find(value => (value ?? '') !== '')
  const shown = schemaProduct(page, item ?? {})
  const color = () => shown.color() ?? asTrimmed(decoded(valueAt(first('color'), 'name')))
  return {
    ...lazyVariants(() => variantsOf(parts, schemaOffers(item?.offers), color())),
    name: () => shown.name() ?? asTrimmed(decoded(first('name'))),
    brand: () => shown.brand() ?? asTrimmed(decoded(valueAt(first('brand'), 'name'))),
    description: shown.description,
    breadcrumbs: shown.breadcrumbs,
    sku: () => shown.sku() ?? asId(first('sku')),
    color,
    condition: () => schemaCondition(item?.itemCondition) ?? schemaCondition(first('condition')),
    images: () => largestImages(page, shown.images(), first),
    rating: () => shown.rating() ?? familyRating(parts),
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
function largestImages(page: Page, small: string[], first: (name: string) => unknown) {
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
  const stars = Object.keys(asObject(valueAt(rating, 'distribution')) ?? {}).length
  return statedRating(valueAt(rating, 'average'), stars || undefined, valueAt(rating, 'totalCount'))
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
