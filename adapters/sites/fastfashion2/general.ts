// Reads fastfashion2's documents in the general shape: the catalogue with the variants of one country, or the newer API.
import {
  absoluteUrl,
  asFlag,
  asId,
  asList,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  type Availability,
  currencyOfCountry,
  defineProductMapping,
  gtin,
  htmlToText,
  type JsonObject,
  lazyVariants,
  listPrice,
  money,
  onlyValue,
  type Page,
  parsePrice,
  type ProductGetters,
  shaped,
  statedRating,
  stockState,
  valueAt,
} from '#kit'
import { catalogueProduct } from './catalogue.ts'
import { openCommerce } from './commerce-api.ts'
import { type CataloguePages, type Loaded, requestedId } from './product.ts'
import { variantMap } from './variants.ts'

export const general = {
  product: defineProductMapping({
    operation: 'fastfashion2.product',
    requests: 2,
    read(pages: Loaded, { params, query }) {
      const product = 'detail' in pages ? openCommerce(pages) : openCatalogue(pages, requestedId(params))
      const own = 'detail' in pages ? pages.detail : pages.catalogue
      // Looked up by id, a product without a page of its own is where it was found.
      return shaped(product, { url: () => query.url ?? own.url })
    },
  }),
}

function openCatalogue({ catalogue, variants }: CataloguePages, id: string): ProductGetters {
  const product = catalogueProduct(catalogue, id)
  const totals = lazyVariants(() => (variants ? readVariants(variants) : []))
  return {
    ...totals,
    url: () => absoluteUrl(asText(product.ProductPageUrl), catalogue.url),
    name: () => asTrimmed(product.Name),
    brand: () => asTrimmed(valueAt(product.Brand, 'Name')),
    description: () => htmlToText(asText(product.Description)),
    gtin: () => onlyValue([...texts(product.EANs), ...texts(product.UPCs)].map(gtin)),
    mpn: () => texts(product.ManufacturerPartNumbers)[0] ?? texts(product.ModelNumbers)[0],
    sku: () => asId(product.Id),
    availability: () => (product.Disabled === true ? 'discontinued' : totals.availability()),
    images: () => [absoluteUrl(asText(product.ImageUrl), catalogue.url)],
    rating: () => {
      const [average, range, count] = ['AverageOverallRating', 'OverallRatingRange', 'TotalReviewCount'].map(
        key => valueAt(product.ReviewStatistics, key),
      )
      return statedRating(average, range, count)
    },
    attributes: () => attributesOf(product),
  }
}

/** The order of the map is not guaranteed. */
function readVariants(page: Page) {
  return Object.entries(variantMap(page) ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => readVariant(entry, page.url))
}

function readVariant(entry: unknown, url: string) {
  return {
    sku: asId(valueAt(entry, 'id')),
    size: asTrimmed(valueAt(entry, 'attributes', 'size')),
    color: asTrimmed(valueAt(entry, 'attributes', 'color')),
    ...pricesOf(valueAt(entry, 'pricing'), url),
    availability: stockOf(valueAt(entry, 'availability')),
  }
}

function pricesOf(pricing: unknown, url: string) {
  const written = ['formattedSale', 'formattedStandard'].map(key => parsePrice(asText(valueAt(pricing, key))))
  const currency = written.map(one => one?.isoCurrency).find(Boolean) ?? marketCurrency(url)
  const [price, standard] = ['sale', 'standard'].map((key, index) => {
    const units = asLooseNumber(valueAt(pricing, key))
    return money(units === undefined || units === 0 ? written[index]?.amount : units, currency)
  })
  return { price: price ?? standard, list_price: listPrice(standard, price) }
}

/** `Sites-GB-Site`, or a page below `/uk/en/`. */
function marketCurrency(url: string): string | undefined {
  const [, shop, path] = /\/Sites-([A-Z]{2})-Site\/|\/([a-z]{2})\/[a-z]{2}\//.exec(url) ?? []
  return currencyOfCountry(shop ?? path)
}

const STATES: Readonly<Record<string, Availability>> = {
  PREORDER: 'preorder',
  BACKORDER: 'backorder',
  NOT_AVAILABLE: 'out_of_stock',
}

function stockOf(availability: unknown): Availability | undefined {
  const stated = STATES[asText(valueAt(availability, 'status')) ?? '']
  const inStock = asFlag(valueAt(availability, 'inStock')) ?? asFlag(valueAt(availability, 'isAvailable'))
  return stated ?? stockState(inStock, () => valueAt(availability, 'lowInStock'))
}

/** `{"FABRIC": {"Id": "FABRIC", "Values": [{"Value": "Cotton"}]}}` */
function attributesOf({ CategoryId, Attributes }: JsonObject) {
  const own = Object.entries(asObject(Attributes) ?? {}).map(([name, one]) => ({
    name,
    value: (asList(valueAt(one, 'Values'), value => asTrimmed(valueAt(value, 'Value'))) ?? [])
      .filter(Boolean)
      .join(', '),
  }))
  return [{ name: 'category', value: asTrimmed(CategoryId) ?? '' }, ...own].filter(one => one.value !== '')
}

function texts(list: unknown): string[] {
  return (asList(list, asId) ?? []).filter(one => one !== undefined)
}
