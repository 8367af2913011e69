// Maps watchmarket to the general shape: one listing of one seller.
import { attributes, mapProduct, mapSearch, money, type Native } from '#kit'
import type { WatchProduct } from './product.schema.ts'
import { PAGE_SIZE } from './result-pages.ts'
import type { WatchSearch } from './search.schema.ts'

type Listing = Native<typeof WatchProduct>

/** "Unworn" and "New" are new; every grade of wear is used. */
function conditionOf(words: string | undefined) {
  if (words === undefined) return undefined
  if (/\b(?:unworn|new)\b/i.test(words)) return 'new'
  return /\b(?:used|very good|good|fair|poor|incomplete|vintage)\b/i.test(words) ? 'used' : undefined
}

function stockOf(words: string | undefined) {
  if (words === undefined) return undefined
  if (/\bin stock\b|ready to ship/i.test(words)) return 'in_stock'
  if (/procured|on order|on request/i.test(words)) return 'backorder'
  return /sold|not available|unavailable/i.test(words) ? 'out_of_stock' : undefined
}

/** These have their own fields. */
const OWN_FIELDS = new Set([
  'price',
  'brand',
  'reference_number',
  'listing_code',
  'condition',
  'slug',
  'description',
  'breadcrumbs',
])

export const general = {
  product: mapProduct<Listing>({
    operation: 'watchmarket.product',
    fields: {
      name: listing => listing.name,
      brand: listing => listing.brand,
      description: listing => listing.description,
      breadcrumbs: listing => listing.specifications?.breadcrumbs?.map(name => ({ name })),
      mpn: listing => listing.specifications?.reference_number ?? listing.sku,
      sku: listing => listing.specifications?.listing_code,
      condition: listing => conditionOf(listing.specifications?.condition),
      price: listing => money(listing.price?.amount, listing.price?.currency),
      availability: listing =>
        stockOf(listing.specifications?.availability ?? listing.seller?.shipping?.availability),
      images: listing => listing.images,
      seller: ({ seller }) => (seller?.name ? { name: seller.name, country: seller.country } : undefined),
      attributes: listing =>
        attributes(
          Object.fromEntries(
            Object.entries(listing.specifications ?? {}).filter(
              (entry): entry is [string, string] => typeof entry[1] === 'string' && !OWN_FIELDS.has(entry[0]),
            ),
          ),
        ),
    },
  }),
  search: mapSearch<Native<typeof WatchSearch>>({
    operation: 'watchmarket.search',
    params: ({ query, page }) => [{ query, page }],
    page: ({ results, stats }, { page }) => ({
      results: (results ?? []).map(one => ({
        url: one?.url,
        name: one?.title,
        image: one?.images?.[0],
        sku: one?.id,
        price: money(one?.price?.amount, one?.price?.currency),
      })),
      more: stats?.total_results === undefined ? undefined : stats.total_results > page * PAGE_SIZE,
    }),
  }),
}
