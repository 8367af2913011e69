// Reads the JSON-LD of a product page in the general shape: the only document of the shop that names the currency.
import {
  asId,
  asText,
  asTrimmed,
  cleanText,
  htmlToText,
  type ProductGetters,
  lowestPrice,
  type Page,
  readOfferPrice,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaGtin,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaRating,
} from '#kit'

/** `sku`: a page of another product does not count. */
export function openProductPage(page: Page, sku?: string): ProductGetters | undefined {
  const item = page.jsonLdOf('Product')
  if (!item || (sku !== undefined && asId(item.sku) !== sku)) return undefined
  const offers = schemaOffers(item.offers)
  const [offer] = offers
  const name = () => cleanText(asText(item.name))
  return {
    name,
    brand: () => schemaName(item.brand),
    description: () => htmlToText(asText(item.description) ?? '') || undefined,
    breadcrumbs: () => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url, name()),
    gtin: () => schemaGtin(item),
    mpn: () => schemaName(item.mpn) ?? schemaName(item.model),
    sku: () => asId(item.sku),
    color: () => asTrimmed(item.color),
    condition: () => schemaCondition(offer?.itemCondition ?? item.itemCondition),
    price: () => schemaPrices(offer).price,
    list_price: () => schemaPrices(offer).list_price,
    availability: () => schemaAvailability(offer?.availability),
    images: () => schemaImages(item.image, page.url),
    rating: () => schemaRating(item.aggregateRating),
    // The page lists open-box offers after the new article.
    other_prices: () => {
      const used = offers.slice(1).filter(one => schemaCondition(one.itemCondition) === 'used')
      const price = lowestPrice(used.map(one => schemaPrices(one).price))
      return price ? [{ kind: 'used', price, text: 'open box' }] : []
    },
  }
}

export function statedCurrency(page: Page): string | undefined {
  return schemaOffers(page.jsonLdOf('Product')?.offers)
    .map(offer => readOfferPrice(offer).currency)
    .find(Boolean)
}
