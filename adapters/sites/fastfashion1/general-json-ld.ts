// Reads the page's JSON-LD in the general shape; its view payload adds the prices before a reduction and more pictures.
import {
  absoluteUrl,
  asId,
  asLooseText,
  asText,
  asTrimmed,
  cleanText,
  type JsonObject,
  type ProductGetters,
  lazyVariants,
  listPrice,
  type Page,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaGtin,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  unique,
} from '#kit'
import { ofColour, payloadImages, payloadVariantsIn } from './general-payload.ts'
import { askedColourName, modelOf } from './json-ld-product.ts'

export function openJsonLd(page: Page, askedColour: string | undefined): ProductGetters | undefined {
  const model = modelOf(page)
  if (!model) return undefined
  const { group, items } = model
  const variants = () => variantsOf(items, page, askedColour)
  const name = () => cleanText(asText(group.name))
  const color = () => {
    const colours = unique(items.map(colourOf))
    if (colours.length <= 1) return colours[0]
    return askedColour === undefined ? undefined : askedColourName(items, page, askedColour)
  }
  // Without a group, the articles of the requested colour describe the product.
  const described = () =>
    group === items[0] ? [...ofColour(items.map(withColour), color()).map(one => one.item), group] : [group]
  return {
    ...lazyVariants(variants, () => ofColour(variants(), color())),
    name,
    brand: () => [group, ...items].map(item => schemaName(item.brand)).find(Boolean),
    description: () => asTrimmed(described()[0]?.description),
    breadcrumbs: () => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url, name()),
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
  const known = payloadVariantsIn(page, askedColour)
  return items.map(item => {
    const read = variantOf(item, page)
    const same = known.find(one => isSame(one, read))
    return {
      ...read,
      list_price: read.list_price ?? listPrice(same?.list_price, read.price),
      url: read.url ?? same?.url,
    }
  })
}

function colourOf(item: JsonObject): string | undefined {
  return cleanText(asText(item.color))
}

function withColour(item: JsonObject) {
  return { item, color: colourOf(item) }
}

function variantOf(item: JsonObject, page: Page) {
  const [offer] = schemaOffers(item.offers)
  return {
    sku: asId(item.sku),
    gtin: schemaGtin(item),
    size: cleanText(asLooseText(item.size)),
    color: colourOf(item),
    condition: schemaCondition(offer?.itemCondition),
    ...schemaPrices(offer),
    availability: schemaAvailability(offer?.availability),
    url: absoluteUrl(asText(offer?.url) ?? asText(item.url), page.url),
  }
}

interface Article {
  readonly size?: string | undefined
  readonly color?: string | undefined
}

function isSame(article: Article, other: Article): boolean {
  return article.size === other.size && article.color?.toLowerCase() === other.color?.toLowerCase()
}
