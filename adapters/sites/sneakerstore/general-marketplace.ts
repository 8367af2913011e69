// Reads the marketplace's documents in the general shape: its product object, its pages and its search index.
import {
  asFlag,
  asId,
  asList,
  asLooseInteger,
  asText,
  asTrimmed,
  attributes,
  type Condition,
  htmlToText,
  type JsonObject,
  lazyVariants,
  moneyFromMinor,
  type Page,
  parsePrice,
  type ProductGetters,
  readOfferPrice,
  schemaOffers,
  schemaProduct,
  stockState,
  unique,
  valueAt,
} from '#kit'

const CONDITIONS: Readonly<Record<string, Condition>> = {
  new_no_defects: 'new',
  new_with_defects: 'damaged',
  used: 'used',
}

/** Prices are in cents, without a currency. */
export function openTemplate(template: JsonObject, currency: () => string | undefined): ProductGetters {
  const cents = (value: unknown) => moneyFromMinor(asLooseInteger(value) || undefined, currency())
  const offered = () =>
    asList(template.newSizes, row => ({
      size: asTrimmed(valueAt(row, 'size', 'display')) ?? asId(valueAt(row, 'size', 'value')),
      condition: CONDITIONS[asText(valueAt(row, 'shoeCondition')) ?? ''],
      price: cents(valueAt(row, 'lowestPriceOption', 'price', 'value')),
      availability: stockState(asFlag(valueAt(row, 'lowestPriceOption', 'isAvailable'))),
    })) ?? []
  const totals = lazyVariants(offered)
  return {
    ...totals,
    // Without offers only the sizes are known.
    variants: () => {
      const offers = offered()
      if (offers.length > 0) return offers
      return asList(template.sizeOptions, one => ({ size: asTrimmed(valueAt(one, 'presentation')) })) ?? []
    },
    name: () => asTrimmed(template.name),
    brand: () => asTrimmed(template.brandName),
    description: () =>
      [template.story, template.storyHtml, template.description]
        .map(html => htmlToText(asText(html) ?? ''))
        .find(Boolean),
    breadcrumbs: () =>
      [template.taxonomyLevel1, template.taxonomyLevel2].map(level => ({ name: asTrimmed(level) })),
    mpn: () => asTrimmed(template.sku),
    sku: () => asId(template.id),
    color: () => asTrimmed(template.color),
    price: () => totals.price() ?? cents(template.newLowestPrice),
    images: () =>
      unique([
        asTrimmed(template.mainPictureUrl) ?? asTrimmed(template.pictureUrl),
        ...(asList(template.productTemplateExternalPictures, one =>
          asTrimmed(valueAt(one, 'mainPictureUrl')),
        ) ?? []),
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
      asTrimmed(valueAt(template.releaseDate, 'shortDisplay')) ??
      asTrimmed(template.releaseDate)?.slice(0, 10),
  })
}

export function openPage(page: Page): ProductGetters | undefined {
  const item = page.jsonLdOf('Product')
  return (
    item && {
      ...schemaProduct(page, item),
      mpn: () => asTrimmed(item.sku) ?? asTrimmed(item.mpn),
      sku: () => asId(item.productID),
    }
  )
}

export function openHit(hit: unknown): ProductGetters {
  return {
    name: () => asTrimmed(valueAt(hit, 'name')),
    brand: () => asTrimmed(valueAt(hit, 'brand_name')),
    description: () => htmlToText(asText(valueAt(hit, 'story'))),
    mpn: () => asTrimmed(valueAt(hit, 'sku')),
    sku: () => asId(valueAt(hit, 'product_template_id')),
    price: () => moneyFromMinor(asLooseInteger(valueAt(hit, 'lowest_price_cents_usd')) || undefined, 'USD'),
    images: () => [asTrimmed(valueAt(hit, 'main_picture_url'))],
  }
}

/** Of the page's offer, of a printed price, or of the search index, which names it in its key. */
export function currencyIn(
  page: Page | undefined,
  template: JsonObject | undefined,
  hit: unknown,
): string | undefined {
  const offers = schemaOffers(page?.jsonLdOf('Product')?.offers)
  const printed = asText(valueAt(template, 'newSizes', 0, 'lowestPriceOption', 'price', 'display'))
  const isInDollars = valueAt(hit, 'lowest_price_cents_usd') !== undefined
  return (
    offers.map(offer => readOfferPrice(offer).currency).find(Boolean) ??
    (isInDollars ? 'USD' : undefined) ??
    parsePrice(printed)?.isoCurrency ??
    undefined
  )
}
