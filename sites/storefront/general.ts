// Reads a storefront's product into the general shape, and maps its search.
import {
  asTrimmed,
  barcodeOf,
  cheapestVariant,
  defineReading,
  type Given,
  gtin,
  highestVariantPrice,
  hostedCurrency,
  hostedFields,
  hostedOffers,
  hostedPlanPrices,
  hostedPriceCurrency,
  type HostedProduct,
  hostedVariants,
  hostedVariantsIn,
  type JsonObject,
  listPrice,
  lowestPrice,
  mapSearch,
  money,
  type SiteView,
} from '#kit'
import {
  currencyOf,
  isJsonRoute,
  mainPage,
  openProduct,
  productPageUrl,
  settledCurrency,
  storeOf,
} from './documents.ts'
import { hasDecimalPrices } from './page-product.ts'
import type { StorefrontProduct } from './products.schema.ts'
import type { Loaded } from './products.ts'

type Product = NonNullable<Given<StorefrontProduct>>

const onlyVariant = (product: JsonObject) => {
  const variants = hostedVariantsIn(product)
  return variants.length === 1 ? variants[0] : undefined
}

function urlOf(handle: string | undefined, store: string, { origins }: SiteView): string | undefined {
  const base = origins[store] ?? Object.values(origins)[0]
  return base && handle ? `${base}/products/${encodeURIComponent(handle)}` : undefined
}

export const general = {
  list: { platform: 'shopify', currency: settledCurrency },
  product: defineReading({
    operation: 'storefront.products',
    // The JSON route, the script route, and the page when the product states no currency.
    requests: 3,
    byUrl: url => ({ query: url }),
    further: {
      stock: {
        holds: 'json',
        fields: ['availability', 'variants'],
        load(loaded: Loaded, get) {
          const page = mainPage(loaded)
          const hasStock = page && hostedVariantsIn(openProduct(page)).some(one => 'available' in one)
          if (!page || hasStock) return undefined
          return get(`${productPageUrl(page)}.js`, { accept: 'json' })
        },
      },
      page: {
        holds: 'page',
        fields: ['price', 'list_price', 'variants'],
        load(loaded: Loaded, get) {
          const page = mainPage(loaded)
          const product = page?.holdsJson() ? openProduct(page) : undefined
          if (!page || !product || hostedPriceCurrency(product) !== undefined) return undefined
          return get(productPageUrl(page))
        },
      },
    },
    open(loaded: Loaded, _, { stock, page }): HostedProduct | undefined {
      const main = mainPage(loaded)
      const product = main && openProduct(main)
      if (!main || !product) return undefined
      return {
        product,
        // Of the JSON route also those of a currency without decimals: "1200".
        hasDecimals: isJsonRoute(main) || hasDecimalPrices(product),
        stock: stock && openProduct(stock),
        page: main.holdsJson() ? page : main,
      }
    },
    unstated: (hosted, { query, site }) =>
      hostedCurrency(hosted) === undefined && currencyOf(hosted, query.url, site) !== undefined
        ? ['/price/currency']
        : [],
    fields: {
      ...hostedFields,
      url: ({ product }, { query, site }) => urlOf(asTrimmed(product.handle), storeOf(query.url, site), site),
      gtin: ({ product }) => barcodeOf(onlyVariant(product)?.barcode),
      sku: ({ product }) => asTrimmed(onlyVariant(product)?.sku),
      price: (hosted, { query, site }) =>
        cheapestVariant(hostedOffers(hosted, currencyOf(hosted, query.url, site)))?.price,
      list_price: (hosted, { query, site }) =>
        cheapestVariant(hostedOffers(hosted, currencyOf(hosted, query.url, site)))?.list_price,
      price_max: (hosted, { query, site }) =>
        highestVariantPrice(hostedOffers(hosted, currencyOf(hosted, query.url, site))),
      variants(hosted, { query, site }) {
        const url = urlOf(asTrimmed(hosted.product.handle), storeOf(query.url, site), site)
        return hostedVariants(hosted, currencyOf(hosted, query.url, site), url)
      },
      other_prices: (hosted, { query, site }) =>
        hostedPlanPrices(hosted, currencyOf(hosted, query.url, site)),
    },
  }),
  search: mapSearch<readonly Product[], Loaded>({
    operation: 'storefront.products',
    // Newer shops state it with each price; the page of a product would be one more request.
    currency(loaded) {
      const page = mainPage(loaded)
      return page && hostedPriceCurrency(openProduct(page))
    },
    params: ({ query, page }, { origins }) => Object.keys(origins).map(index => ({ index, query, page })),
    page(products, { site, params, currency: stated }) {
      const store = String(params.index)
      const currency = stated ?? settledCurrency(store, site)
      return {
        results: products.map(product => {
          const variants = (product.variants ?? []).map(one => {
            const price = money(one?.price, currency)
            return { price, list_price: listPrice(money(one?.compare_at_price, currency), price) }
          })
          const only = product.variants?.length === 1 ? product.variants[0] : undefined
          return {
            url: urlOf(product.handle, store, site),
            name: product.title,
            brand: product.vendor,
            image: product.images?.[0]?.src,
            sku: only?.sku,
            gtin: gtin(only?.barcode),
            price: lowestPrice(variants.map(one => one.price)),
            list_price: cheapestVariant(variants)?.list_price,
          }
        }),
      }
    },
  }),
}
