// Reads electronicsretail's documents in the general shape, and maps its search. A product is found by searching for its SKU.
import {
  asTrimmed,
  defineProductMapping,
  type ProductGetters,
  listPrice,
  defineSearchMapping,
  money,
  type Page,
  type SearchContext,
  shaped,
} from '#kit'
import { openApiProduct } from './general-api.ts'
import { openProductPage, statedCurrency } from './general-page.ts'
import { openTile, printedCurrency } from './general-tile.ts'
import { apiProduct, hasOfficialApi, loadApiProduct, onlyApiProduct } from './official-api.ts'
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
        availability: stockOf(item),
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

function stockOf({ is_sold_out }: SearchItem) {
  return is_sold_out === undefined ? undefined : is_sold_out ? 'out_of_stock' : 'in_stock'
}
