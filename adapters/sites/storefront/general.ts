// Reads a storefront's product into the general shape, and maps its search.
import {
  asTrimmed,
  barcodeOf,
  cheapestVariant,
  defineProductMapping,
  type DocumentExtractor,
  type PresentFields,
  gtin,
  type JsonObject,
  listPrice,
  lowestPrice,
  defineSearchMapping,
  money,
  type SiteView,
  documentExtractor,
  type FieldExtractors,
  asObject,
  valueAt,
  type Page,
} from '#kit'
import {
  hostedReadings,
  priceCurrency,
  productAttributes,
  variantsIn,
  productIn,
} from '../../platforms/shopify/hosted.ts'
import { hasDecimalPrices, embeddedProduct } from './page-product.ts'
import type { StorefrontProduct } from './products.schema.ts'
import type { Loaded } from './products.ts'

type Product = NonNullable<PresentFields<StorefrontProduct>>

const onlyVariant = (product: JsonObject) => {
  const variants = variantsIn(product)
  return variants.length === 1 ? variants[0] : undefined
}

const ownFields: FieldExtractors<JsonObject> = {
  gtin: product => barcodeOf(onlyVariant(product)?.barcode),
  sku: product => asTrimmed(onlyVariant(product)?.sku),
  attributes: productAttributes,
}

/** What the operator states, where the shop does not. */
function settings(currency: string | undefined, readings: readonly DocumentExtractor[]): DocumentExtractor[] {
  const isStated = readings.some(({ value, fields }) => fields.currency?.(value))
  if (isStated || currency === undefined) return []
  const reading = documentExtractor('api', 'wares.yaml', { currency }, { currency: one => one.currency })
  return [{ ...reading, unstated: ['/price/currency'] }]
}

function urlOf(handle: string | undefined, store: string, { origins }: SiteView): string | undefined {
  const base = origins[store] ?? Object.values(origins)[0]
  return base && handle ? `${base}/products/${encodeURIComponent(handle)}` : undefined
}

export const general = {
  list: { platform: 'shopify', currency: settledCurrency },
  product: defineProductMapping({
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
          const hasStock = page && variantsIn(openProduct(page)).some(one => 'available' in one)
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
          if (!page || !product || priceCurrency(product) !== undefined) return undefined
          return get(productPageUrl(page))
        },
      },
    },
    read(loaded: Loaded, { query, site }, { stock, page }) {
      const document = mainPage(loaded)
      const product = document && openProduct(document)
      if (!document || !product) return []
      const store = storeOf(query.url, site)
      const url = urlOf(asTrimmed(product.handle), store, site)
      const readings = hostedReadings(
        {
          product,
          document,
          // Of the JSON route also those of a currency without decimals: "1200".
          hasDecimals: isJsonRoute(document) || hasDecimalPrices(product),
          stock,
          page: document.holdsJson() ? page : document,
          url,
        },
        { ...ownFields, url: () => url },
      )
      return [...readings, ...settings(settledCurrency(store, site), readings)]
    },
  }),
  search: defineSearchMapping<readonly Product[], Loaded>({
    operation: 'storefront.products',
    // Newer shops state it with each price; the page of a product would be one more request.
    currency(loaded) {
      const page = mainPage(loaded)
      return page && priceCurrency(openProduct(page))
    },
    params: ({ query, page }, { origins }) => Object.keys(origins).map(index => ({ index, query, page })),
    page(products, { site, params, currency: stated }) {
      const store = String(params.index)
      const currency = stated ?? settledCurrency(store, site)
      return {
        results: products.map(product => {
          const variants = (product.variants ?? []).map(variant => {
            const price = money(variant?.price, currency)
            return { price, list_price: listPrice(money(variant?.compare_at_price, currency), price) }
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

/** The page of the one product that was asked for; undefined for a list. */
function mainPage(loaded: Loaded): Page | undefined {
  return 'list' in loaded ? undefined : loaded.products[0]
}

function openProduct(page: Page): JsonObject | undefined {
  return page.holdsJson() ? productIn(page) : embeddedProduct(page)
}

/** `{product}`; the script route has the bare object. */
function isJsonRoute(page: Page): boolean {
  return page.holdsJson() && asObject(valueAt(page.json(), 'product')) !== undefined
}

/** `/products/lamp.json`, `.js` or the page itself: the address without its ending. */
function productPageUrl(page: Page): string {
  const url = new URL(page.url)
  return url.origin + url.pathname.replace(/\.(?:json|js)$/, '')
}

/** `EUR` for all storefronts, or `street=EUR atelier=USD` by name. */
function settledCurrency(store: string, { settings }: SiteView): string | undefined {
  const words = (settings.currency ?? '').split(/[\s,]+/)
  return (
    words.find(word => word.startsWith(`${store}=`))?.slice(store.length + 1) ??
    words.find(word => word !== '' && !word.includes('='))
  )
}

/** The storefront whose base URL contains the URL. */
function storeOf(url: string | undefined, { origins }: SiteView): string {
  const found = Object.entries(origins)
    .filter(([, base]) => url?.startsWith(`${base}/`))
    .toSorted(([, a], [, b]) => b.length - a.length)
  return found[0]?.[0] ?? 'main'
}
