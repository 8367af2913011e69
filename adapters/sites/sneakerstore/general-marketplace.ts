// Reads the marketplace's documents in the general shape: its product object, its pages and its search index.
import {
  asFlag,
  asId,
  asList,
  asLooseInteger,
  asText,
  asTrimmed,
  at,
  attributes,
  type Condition,
  htmlToText,
  type JsonObject,
  type LazyProduct,
  lazyVariants,
  moneyFromMinor,
  type Page,
  parsePrice,
  readOfferPrice,
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

const CONDITIONS: Readonly<Record<string, Condition>> = {
  new_no_defects: 'new',
  new_with_defects: 'damaged',
  used: 'used',
}

/** Prices are in cents, without a currency. */
export function openTemplate(template: JsonObject, currency: () => string | undefined): LazyProduct {
  const cents = (value: unknown) => moneyFromMinor(asLooseInteger(value) || undefined, currency())
  const offered = () =>
    (asList(template.newSizes, one => one) ?? []).map(row => {
      const isAvailable = asFlag(at(row, 'lowestPriceOption', 'isAvailable'))
      return {
        size: asTrimmed(at(row, 'size', 'display')) ?? asId(at(row, 'size', 'value')),
        condition: CONDITIONS[asText(at(row, 'shoeCondition')) ?? ''],
        price: cents(at(row, 'lowestPriceOption', 'price', 'value')),
        availability:
          isAvailable === undefined
            ? undefined
            : isAvailable
              ? ('in_stock' as const)
              : ('out_of_stock' as const),
      }
    })
  const totals = lazyVariants(offered)
  return {
    ...totals,
    // Without offers only the sizes are known.
    variants: () => {
      const offers = offered()
      if (offers.length > 0) return offers
      return asList(template.sizeOptions, one => ({ size: asTrimmed(at(one, 'presentation')) })) ?? []
    },
    name: () => asTrimmed(template.name),
    brand: () => asTrimmed(template.brandName),
    description: () =>
      [template.story, template.storyHtml, template.description]
        .map(html => htmlToText(asText(html) ?? ''))
        .find(Boolean),
    breadcrumbs: () =>
      [template.taxonomyLevel1, template.taxonomyLevel2].flatMap(level => {
        const name = asTrimmed(level)
        return name === undefined ? [] : [{ name }]
      }),
    mpn: () => asTrimmed(template.sku),
    sku: () => asId(template.id),
    color: () => asTrimmed(template.color),
    price: () => totals.price() ?? cents(template.newLowestPrice),
    images: () =>
      unique([
        asTrimmed(template.mainPictureUrl) ?? asTrimmed(template.pictureUrl),
        ...(asList(template.productTemplateExternalPictures, one => asTrimmed(at(one, 'mainPictureUrl'))) ??
          []),
      ]),
    attributes: () => templateAttributes(template),
    other_prices: () => {
      const price = cents(template.usedLowestPrice)
      return price ? [{ kind: 'used', price, text: 'used' }] : []
    },
  }
}

function templateAttributes(template: JsonObject) {
  return attributes({
    category: asTrimmed(template.productCategory),
    'size category': asTrimmed(template.sizeCategory),
    silhouette: asTrimmed(template.silhouette),
    colorway: asTrimmed(template.details),
    designer: asTrimmed(template.designer),
    'upper material': asTrimmed(template.upperMaterial),
    gender: asTrimmed(template.singleGender),
    'release date':
      asTrimmed(at(template.releaseDate, 'shortDisplay')) ?? asTrimmed(template.releaseDate)?.slice(0, 10),
  })
}

export function openPage(page: Page): LazyProduct | undefined {
  const item = page.jsonLdOf('Product')
  if (!item) return undefined
  const [offer] = schemaOffers(item.offers)
  const name = () => schemaName(item.name)
  return {
    name,
    brand: () => schemaName(item.brand),
    description: () => htmlToText(asText(item.description) ?? '') || undefined,
    breadcrumbs: () => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url, name()),
    mpn: () => asTrimmed(item.sku) ?? asTrimmed(item.mpn),
    sku: () => asId(item.productID),
    color: () => schemaName(item.color),
    condition: () => schemaCondition(item.itemCondition) ?? schemaCondition(offer?.itemCondition),
    price: () => schemaPrices(offer).price,
    list_price: () => schemaPrices(offer).list_price,
    availability: () => schemaAvailability(offer?.availability),
    images: () => schemaImages(item.image, page.url),
    rating: () => schemaRating(item.aggregateRating),
  }
}

export function openHit(hit: unknown): LazyProduct {
  return {
    name: () => asTrimmed(at(hit, 'name')),
    brand: () => asTrimmed(at(hit, 'brand_name')),
    description: () => htmlToText(asText(at(hit, 'story')) ?? '') || undefined,
    mpn: () => asTrimmed(at(hit, 'sku')),
    sku: () => asId(at(hit, 'product_template_id')),
    price: () => moneyFromMinor(asLooseInteger(at(hit, 'lowest_price_cents_usd')) || undefined, 'USD'),
    images: () => [asTrimmed(at(hit, 'main_picture_url'))],
  }
}

/** Of the page's offer, of a printed price, or of the search index, which names it in its key. */
export function currencyIn(
  page: Page | undefined,
  template: JsonObject | undefined,
  hit: unknown,
): string | undefined {
  const offers = schemaOffers(page?.jsonLdOf('Product')?.offers)
  const printed = asText(at(template, 'newSizes', 0, 'lowestPriceOption', 'price', 'display'))
  const isInDollars = at(hit, 'lowest_price_cents_usd') !== undefined
  return (
    offers.map(offer => readOfferPrice(offer).currency).find(Boolean) ??
    (isInDollars ? 'USD' : undefined) ??
    parsePrice(printed)?.isoCurrency ??
    undefined
  )
}
