// Maps sneakerexchange to the general shape. Prices are in the currency that market data is requested in.
import {
  gtin,
  attributes,
  highestPrice,
  lowestPrice,
  mapProduct,
  mapSearch,
  money,
  type Native,
  type SiteView,
  unique,
} from '#kit'
import type { product } from './product.schema.ts'

type Product = Native<typeof product>
type Market = Product['market']

interface Listed {
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly sku?: string
  readonly brand?: string
  readonly image?: string
}

const askOf = (market: Market, { settings }: SiteView) =>
  money(market?.bids?.lowest_ask, settings.currency ?? 'USD')
const asks = (product: Product, site: SiteView) =>
  (product.variants ?? []).map(one => askOf(one?.market, site))
const urlOf = (slug: string | undefined, { origins }: SiteView) =>
  slug && origins.main ? `${origins.main}/${encodeURIComponent(slug)}` : undefined

/** An ask means that somebody is selling. */
function stockOf(market: Market) {
  const { lowest_ask, number_asks } = market?.bids ?? {}
  if (lowest_ask !== undefined || (number_asks ?? 0) > 0) return 'in_stock'
  return number_asks === 0 ? 'out_of_stock' : undefined
}

export const general = {
  product: mapProduct<Product>({
    operation: 'sneakerexchange.product',
    fields: {
      url: (product, { site }) => urlOf(product.slug, site),
      name: product => product.name,
      brand: product => product.brand,
      mpn: product => product.sku,
      sku: product => product.id,
      color: product => product.traits?.find(trait => trait?.name === 'Colorway')?.value,
      price: (product, { site }) => askOf(product.market, site) ?? lowestPrice(asks(product, site)),
      list_price: (product, { site }) =>
        money(
          product.traits?.find(trait => trait?.name === 'Retail Price')?.value?.replace(/^\$/, ''),
          site.settings.currency ?? 'USD',
        ),
      price_max: (product, { site }) => highestPrice(asks(product, site)),
      availability: product => stockOf(product.market),
      images: product => unique([product.image, ...(product['360_images'] ?? [])]),
      attributes: product =>
        attributes({
          model: product.model,
          gender: product.gender,
          category: product.category,
          ...Object.fromEntries((product.traits ?? []).map(trait => [trait?.name ?? '', trait?.value])),
        }),
      variants: (product, { site }) =>
        product.variants?.map(one => ({
          sku: one?.id,
          gtin: unique((one?.gtins ?? []).map(code => gtin(code?.identifier)))[0],
          size: one?.sizes?.[0]?.size ?? one?.traits?.size,
          price: askOf(one?.market, site),
          availability: stockOf(one?.market),
        })),
    },
  }),
  search: mapSearch<readonly Listed[]>({
    operation: 'sneakerexchange.search',
    params: ({ query, page }) => [{ query, page }],
    page: (products, { site }) => ({
      results: products.map(one => ({
        url: urlOf(one.slug, site),
        name: one.name,
        brand: one.brand,
        image: one.image,
        sku: one.id,
        mpn: one.sku,
      })),
    }),
  }),
}
