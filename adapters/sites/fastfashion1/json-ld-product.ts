// Reads the product in the page's JSON-LD, into both shapes: a ProductGroup, a single Product, or a list of Products.
import {
  absoluteUrl,
  asId,
  asImageUrl,
  asListOrOne,
  asLooseText,
  asName,
  asObject,
  asText,
  asTrimmed,
  cleanText,
  type Draft,
  type JsonObject,
  lazyVariants,
  listPrice,
  type Page,
  type ProductGetters,
  readOfferPrice,
  schemaCondition,
  schemaGroup,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaProduct,
  schemaVariant,
  type Static,
  unique,
  withMissingRows,
} from '#kit'
import type { product } from './product.schema.ts'
import {
  colourId,
  colourName,
  coloursIn,
  ofColour,
  payloadImages,
  payloadVariants,
  pickRequested,
} from './view-payload.ts'

type Product = Draft<Static<typeof product>>
type Item = JsonObject | undefined

export function readJsonLdProduct(page: Page, askedColour: string | undefined): Product {
  const group = schemaGroup(page)
  if (group) return fromGroup(group, page, askedColour)
  const products = productsIn(page)
  return products.length > 0 ? fromProducts(products, page, askedColour) : undefined
}

function productsIn(page: Page): JsonObject[] {
  // Offers identify a product too: a page with changed types must not be treated as one without JSON-LD.
  const all = page.jsonLdItems().filter(isProduct)
  // A block that only names an article is a stub; it counts only if there is nothing else.
  const complete = all.filter(item => 'sku' in item || 'offers' in item)
  return complete.length > 0 ? complete : all
}

/** How many rows of the product lists are empty. */
function emptyRows(page: Page): number {
  const lists = page.scripts({ type: 'application/ld+json' }).filter(block => Array.isArray(block))
  const ofProducts = lists.filter(list => list.some(isProduct))
  return ofProducts.flat().filter(one => Object.keys(asObject(one) ?? {}).length === 0).length
}

function isProduct(item: unknown): boolean {
  const given = asObject(item) ?? {}
  return given['@type'] === 'Product' || 'offers' in given
}

function fromGroup(group: JsonObject, page: Page, askedColour: string | undefined): Product {
  const variants = asListOrOne(group.hasVariant, asObject)
  const image = imageOf(group, page)
  return {
    sku: asId(group.productGroupID),
    name: asName(group.name),
    color: variants && askedColourName(variants, page, askedColour),
    image,
    description: asTrimmed(group.description),
    variants: variants?.map(one => one && variantOf(one, 'image' in one ? imageOf(one, page) : image)),
  }
}

/** Without a group, the first product gives the model's fields and the requested one the fields of its colour. */
function fromProducts(products: JsonObject[], page: Page, askedColour: string | undefined): Product {
  const [first] = products
  const requestedProduct = products.some(colourIdOf)
    ? pickRequested(products, colourIdOf, askedColour)
    : first
  return {
    sku: asId(first?.sku),
    name: asName(first?.name),
    color: colorOf(requestedProduct),
    image: requestedProduct && imageOf(requestedProduct, page),
    description: asTrimmed(requestedProduct?.description),
    variants: withMissingRows(
      products.map(one => variantOf(one, imageOf(one, page))),
      { unread: emptyRows(page) },
    ),
  }
}

function variantOf(variant: JsonObject, image: string | undefined) {
  const { price, currency } = readOfferPrice(offerOf(variant))
  return {
    sku: asId(variant.sku),
    size: cleanText(asLooseText(variant.size)),
    color: colorOf(variant),
    image,
    price,
    price_currency: currency,
  }
}

/**
 * Variants rarely state their colour id. If none does, the page's view payload may have the name of the requested colour.
 * If nothing on the page distinguishes the colours, the first variant's colour is used.
 */
function askedColourName(variants: Item[], page: Page, askedColour: string | undefined): string | undefined {
  const idOf = (one: Item) => one && colourIdOf(one)
  if (variants.some(idOf)) return colorOf(pickRequested(variants, idOf, askedColour))
  const colours = askedColour === undefined ? undefined : coloursIn(page)
  if (!colours) return colorOf(variants[0])
  const name = colourName(pickRequested(colours, colourId, askedColour))?.toLowerCase()
  return variants.map(colorOf).find(color => color !== undefined && color.toLowerCase() === name)
}

function colorOf(item: Item): string | undefined {
  return cleanText(asText(item?.color))
}

function colourIdOf(variant: JsonObject): string | undefined {
  const address = asText(offerOf(variant)?.url) ?? asText(variant.url)
  return address === undefined ? undefined : /[?&]v1=(\d+)/.exec(address)?.[1]
}

function offerOf(variant: JsonObject): Item {
  return asListOrOne(variant.offers, asObject)?.[0]
}

function imageOf(item: JsonObject, page: Page): string | undefined {
  const [first] = asListOrOne(item.image, asImageUrl) ?? []
  return absoluteUrl(first, page.url)
}

/** The payload adds the prices before a reduction and more pictures. */
export function openJsonLd(page: Page, askedColour: string | undefined): ProductGetters | undefined {
  const stated = schemaGroup(page)
  const all = stated ? (asListOrOne(stated.hasVariant, asObject) ?? []) : productsIn(page)
  const items = all.filter(item => item !== undefined)
  const group = stated ?? items[0]
  if (!group || items.length === 0) return undefined
  const { name, breadcrumbs } = schemaProduct(page, group)
  const variants = () => variantsOf(items, page, askedColour)
  const color = () => {
    const colours = unique(items.map(colorOf))
    if (colours.length <= 1) return colours[0]
    return askedColour === undefined ? undefined : askedColourName(items, page, askedColour)
  }
  // Without a group, the articles of the requested colour describe the product.
  const described = () => {
    if (stated) return [stated]
    const shown = color()
    return [...items.filter(one => shown === undefined || colorOf(one) === shown), group]
  }
  return {
    ...lazyVariants(variants, () => ofColour(variants(), color())),
    name,
    brand: () => [group, ...items].map(item => schemaName(item.brand)).find(Boolean),
    description: () => asTrimmed(described()[0]?.description),
    breadcrumbs,
    // The SKU of an article is not that of a model with several.
    sku: () => asId(group.productGroupID) ?? (items.length === 1 ? asId(items[0]?.sku) : undefined),
    color,
    condition: () => schemaCondition(schemaOffers(items[0]?.offers)[0]?.itemCondition),
    images: () => {
      const images = [...described(), ...items].flatMap(item => schemaImages(item.image, page.url))
      return unique(images.length > 0 ? images : payloadImages(page, askedColour))
    },
  }
}

/** The payload knows the same articles under other SKUs. */
function variantsOf(items: readonly JsonObject[], page: Page, askedColour: string | undefined) {
  const known = coloursIn(page) === undefined ? [] : payloadVariants(page, askedColour)
  return items.map(item => {
    const read = schemaVariant(item, page.url)
    const same = known.find(
      one => one.size === read.size && one.color?.toLowerCase() === read.color?.toLowerCase(),
    )
    return {
      ...read,
      list_price: read.list_price ?? listPrice(same?.list_price, read.price),
      url: read.url ?? same?.url,
    }
  })
}
