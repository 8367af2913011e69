// Reads electronicsretail's documents in the general shape, and maps its search. A product is found by searching for its SKU.
import {
  asId,
  asTrimmed,
  defineProductMapping,
  defineSearchMapping,
  listPrice,
  lowestPrice,
  money,
  type Page,
  type ProductGetters,
  readOfferPrice,
  schemaCondition,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaProduct,
  type SearchContext,
  shaped,
  stockState,
  asFlag,
  asList,
  asText,
  attributes,
  type Availability,
  type Condition,
  gtin,
  htmlToText,
  type JsonObject,
  priceAndFormer,
  statedRating,
  unique,
  valueAt,
} from '#kit'
import { openTile, printedCurrency } from './general-tile.ts'
import { apiProduct, hasOfficialApi, loadApiProduct, onlyApiProduct, FACTS, VIEWS } from './official-api.ts'
import { filledTiles } from './result-grid.ts'
import type { SearchItem } from './search.schema.ts'
import { skuFromUrl } from './sku-from-url.ts'

export const general = {
  product: defineProductMapping({
    operation: 'electronicsretail.search',
    // The search, the product's page and, with a key, its details in the API.
    requests: 3,
    byUrl(url) {
      const sku = skuFromUrl(url)
      return sku === undefined ? undefined : { query: sku }
    },
    further: {
      // The page states the currency, which neither the search nor the API does.
      page: {
        holds: 'page',
        fields: ['price', 'list_price', 'gtin', 'description', 'breadcrumbs', 'images'],
        load: (_: Page, get, { query }) => (query.url === undefined ? undefined : get(query.url)),
      },
      details: {
        holds: 'json',
        fields: ['gtin', 'description', 'breadcrumbs', 'images', 'attributes'],
        load(_: Page, get, { query, site }) {
          const sku = skuFromUrl(query.url)
          return hasOfficialApi(site) && sku !== undefined ? loadApiProduct(sku, get, site) : undefined
        },
      },
    },
    read(found, { query, site }, { page, details }) {
      const described = details && apiProduct(details, skuFromUrl(query.url))
      // The API has amounts without a currency.
      const stated = () => page && statedCurrency(page)
      const currency = () => stated() ?? site.settings.currency
      const own = openFound(found, query.url, currency)
      const shown = page && openProductPage(page, own ? undefined : skuFromUrl(query.url))
      const detailed = described && openApiProduct(described, currency)
      // A search may leave out a product that has a page; the page of an open-box offer states the price of a new one.
      if (!own && (isOpenBox(query.url) || (!detailed && !shown))) return []
      const isSetting = stated() === undefined && site.settings.currency !== undefined
      // The page has all pictures, the search one.
      const pictures = shaped({ images: shown?.images }, { images: detailed?.images })
      const readings = [...pictures, ...shaped(own, detailed, shown)]
      return isSetting ? [...readings, { fields: {}, unstated: ['/price/currency'] }] : readings
    },
  }),
  search: defineSearchMapping<readonly SearchItem[], Page>({
    operation: 'electronicsretail.search',
    currency: found => (found.holdsJson() ? undefined : printedCurrency(found)),
    params: ({ query, page }) => [{ query, page }],
    page: (items, context) => ({
      results: items.map(item => ({
        url: item.url,
        name: item.name,
        image: item.image,
        sku: item.sku,
        mpn: item.model,
        price: priceOf(item, context),
        list_price: formerPriceOf(item, context),
        availability: stockState(item.is_sold_out === undefined ? undefined : !item.is_sold_out),
      })),
    }),
  }),
}

/** An open-box offer of the same article has the same SKU but another price. */
function openFound(
  found: Page,
  url: string | undefined,
  currency: () => string | undefined,
): ProductGetters | undefined {
  if (found.holdsJson()) {
    const product = foundInApi(found, url)
    // The API's own link is a redirect.
    return product && { ...openApiProduct(product, currency), url: () => url ?? asTrimmed(product.url) }
  }
  const sku = skuFromUrl(url)
  const tile = filledTiles(found).find(one => one.sku === sku && isOpenBox(one.url) === isOpenBox(url))
  return tile && openTile(tile, found.url, currency)
}

/** The product of a URL; without one, of an answer with only one. */
function foundInApi(found: Page, url: string | undefined) {
  if (!found.holdsJson()) return undefined
  return url === undefined ? onlyApiProduct(found) : apiProduct(found, skuFromUrl(url))
}

function isOpenBox(url: string | undefined): boolean {
  return /\/openbox\b/.test(url ?? '')
}

const currencyIn = ({ site, currency }: SearchContext) => site.settings.currency ?? currency
const priceOf = (item: SearchItem, context: SearchContext) => money(item.price, currencyIn(context))
const formerPriceOf = (item: SearchItem, context: SearchContext) =>
  listPrice(money(item.original_price, currencyIn(context)), priceOf(item, context))

/** The only document of the shop that names the currency. `sku`: a page of another product does not count. */
function openProductPage(page: Page, sku?: string): ProductGetters | undefined {
  const item = page.jsonLdOf('Product')
  if (!item || (sku !== undefined && asId(item.sku) !== sku)) return undefined
  const [offer, ...others] = schemaOffers(item.offers)
  return {
    ...schemaProduct(page, item),
    mpn: () => schemaName(item.mpn) ?? schemaName(item.model),
    condition: () => schemaCondition(offer?.itemCondition ?? item.itemCondition),
    // The page lists open-box offers after the new article.
    other_prices: () => {
      const used = others.filter(one => schemaCondition(one.itemCondition) === 'used')
      const price = lowestPrice(used.map(one => schemaPrices(one).price))
      return price ? [{ kind: 'used', price, text: 'open box' }] : []
    },
  }
}

function statedCurrency(page: Page): string | undefined {
  return schemaOffers(page.jsonLdOf('Product')?.offers)
    .map(offer => readOfferPrice(offer).currency)
    .find(Boolean)
}

function openApiProduct(product: JsonObject, currency: () => string | undefined): ProductGetters {
  const prices = () => priceAndFormer(product.salePrice, currency(), product.regularPrice)
  return {
    name: () => asTrimmed(product.name),
    brand: () => asTrimmed(product.manufacturer),
    description: () =>
      [product.longDescription, product.description, product.shortDescription]
        .map(html => htmlToText(asText(html) ?? ''))
        .find(Boolean),
    breadcrumbs: () => asList(product.categoryPath, one => ({ name: asTrimmed(valueAt(one, 'name')) })),
    gtin: () => gtin(asId(product.upc)),
    mpn: () => asTrimmed(product.modelNumber),
    sku: () => asId(product.sku),
    color: () => asTrimmed(product.color),
    condition: () => conditionOf(product),
    price: () => prices().price,
    list_price: () => prices().list_price,
    availability: () => stockOf(product),
    images: () => unique(PICTURES.map(name => asTrimmed(product[name]))),
    rating: () => statedRating(product.customerReviewAverage, 5, product.customerReviewCount),
    attributes: () => attributes(Object.fromEntries(FACTS.map(name => [name, asTrimmed(product[name])]))),
  }
}

/** One per picture: `largeImage`, `mediumImage` and `thumbnailImage` are smaller copies. */
const PICTURES = ['image', ...VIEWS, 'accessoriesImage', 'remoteControlImage', 'energyGuideImage']

/** "New", "Refurbished", "Pre-Owned". */
function conditionOf({ condition, preowned }: JsonObject): Condition | undefined {
  const words = asText(condition) ?? ''
  if (asFlag(preowned) === true || /pre-?owned|used|open.?box/i.test(words)) return 'used'
  if (/refurb/i.test(words)) return 'refurbished'
  return /\bnew\b/i.test(words) ? 'new' : undefined
}

const STATES: Readonly<Record<string, Availability>> = {
  available: 'in_stock',
  soldout: 'out_of_stock',
  comingsoon: 'out_of_stock',
  preorder: 'preorder',
  backorder: 'backorder',
}

/** `active` is false for what the shop no longer sells. */
function stockOf({ active, orderable, onlineAvailability }: JsonObject): Availability | undefined {
  if (asFlag(active) === false) return 'discontinued'
  const isAvailable = asFlag(onlineAvailability)
  const stated = STATES[(asText(orderable) ?? '').toLowerCase().replace(/[^a-z]/g, '')]
  if (isAvailable === false && (stated ?? 'in_stock') === 'in_stock') return 'out_of_stock'
  return stated ?? (isAvailable === undefined ? undefined : 'in_stock')
}
