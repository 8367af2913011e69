// Maps electronicsretail to the general shape. A product is looked up by searching for its SKU.
import { listPrice, mapProduct, mapSearch, money, type SiteView } from '#kit'
import type { SearchItem } from './search.schema.ts'

const priceOf = (item: SearchItem, { settings }: SiteView) => money(item.price, settings.currency)
const formerPriceOf = (item: SearchItem, site: SiteView) =>
  listPrice(money(item.original_price, site.settings.currency), priceOf(item, site))

function stockOf({ is_sold_out }: SearchItem) {
  return is_sold_out === undefined ? undefined : is_sold_out ? 'out_of_stock' : 'in_stock'
}

/** `/site/name/6505727.p?skuId=6505727`, or `/product/name/J7HV4/sku/6505727`. */
function skuFromUrl(url: string | undefined): string | undefined {
  return /[?&]skuId=(\d+)|\/(\d+)\.p(?=$|[?#])|\/sku\/(\d+)/i
    .exec(url ?? '')
    ?.slice(1)
    .find(Boolean)
}

export const general = {
  product: mapProduct<readonly SearchItem[], SearchItem>({
    operation: 'electronicsretail.search',
    byUrl(url) {
      const sku = skuFromUrl(url)
      return sku === undefined ? undefined : { query: sku }
    },
    // An open-box offer of the same article has the same SKU but a different price.
    pick(items, { url }) {
      const own = items.filter(item => item.sku === skuFromUrl(url))
      const wantsOpenBox = /\/openbox\b/.test(url ?? '')
      return own.find(item => /\/openbox\b/.test(item.url ?? '') === wantsOpenBox)
    },
    fields: {
      url: item => item.url,
      name: item => item.name,
      sku: item => item.sku,
      mpn: item => item.model,
      condition: item => (/\/openbox\b/.test(item.url ?? '') ? 'used' : undefined),
      price: (item, { site }) => priceOf(item, site),
      list_price: (item, { site }) => formerPriceOf(item, site),
      availability: stockOf,
      images: item => (item.image ? [item.image] : []),
      rating: ({ rating, rating_count }) =>
        rating && rating_count ? { value: rating, scale: 5, count: rating_count } : undefined,
    },
  }),
  search: mapSearch<readonly SearchItem[]>({
    operation: 'electronicsretail.search',
    params: ({ query, page }) => [{ query, page }],
    page: (items, { site }) => ({
      results: items.map(item => ({
        url: item.url,
        name: item.name,
        image: item.image,
        sku: item.sku,
        mpn: item.model,
        price: priceOf(item, site),
        list_price: formerPriceOf(item, site),
        availability: stockOf(item),
      })),
    }),
  }),
}
