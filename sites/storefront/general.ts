// Maps storefront to the general shape. The upstream gives no currency: the operator configures it in the setting `currency`.
import {
  gtin,
  attributes,
  type Given,
  highestPrice,
  htmlToText,
  listPrice,
  lowestPrice,
  mapProduct,
  mapSearch,
  money,
  type SiteView,
  unique,
} from '#kit'
import type { StorefrontProduct } from './products.schema.ts'

type Product = NonNullable<Given<StorefrontProduct>>
type Variant = NonNullable<Product['variants']>[number]

/** `EUR` for all storefronts, or `street=EUR atelier=USD` by name. */
function currencyOf(store: string, { settings }: SiteView): string | undefined {
  const words = (settings.currency ?? '').split(/[\s,]+/)
  return (
    words.find(word => word.startsWith(`${store}=`))?.slice(store.length + 1) ??
    words.find(word => !word.includes('='))
  )
}

/** The storefront whose base URL contains the URL. */
function storeOf(url: string | undefined, { origins }: SiteView): string {
  const found = Object.entries(origins)
    .filter(([, base]) => url?.startsWith(`${base}/`))
    .toSorted(([, a], [, b]) => b.length - a.length)
  return found[0]?.[0] ?? 'main'
}

const variantsOf = (product: Product): readonly Variant[] => product.variants ?? []
const onlyVariant = (product: Product) => (product.variants?.length === 1 ? product.variants[0] : undefined)
const prices = (product: Product, currency: string | undefined) =>
  variantsOf(product).map(one => money(one?.price, currency))
const formerPrices = (product: Product, currency: string | undefined) =>
  variantsOf(product).map(one =>
    listPrice(money(one?.compare_at_price, currency), money(one?.price, currency)),
  )

/** The product's SKU: that of its only variant, or the common stem of all SKUs before the option value. */
function productSku(product: Product): string | undefined {
  const stems = variantsOf(product).map(one => stemOf(one))
  const [first] = stems
  return variantsOf(product).length === 1
    ? onlyVariant(product)?.sku
    : stems.every(stem => stem === first)
      ? first
      : undefined
}

/** `AB1234-001-9` of size 9 becomes `AB1234-001`. */
function stemOf(variant: Variant): string | undefined {
  const end = `-${variant?.option1 ?? ''}`
  return variant?.sku && end !== '-' && variant.sku.endsWith(end)
    ? variant.sku.slice(0, -end.length)
    : undefined
}

/** The variant's value for the option with a matching name; options are numbered from 1. */
function optionOf(product: Product, variant: Variant, name: RegExp): string | undefined {
  const place = (product.options ?? []).findIndex(option => name.test(option?.name ?? ''))
  const value = [variant?.option1, variant?.option2, variant?.option3][place]
  return value ?? undefined
}

function urlOf(product: Product, store: string, { origins }: SiteView): string | undefined {
  const base = origins[store] ?? Object.values(origins)[0]
  return base && product.handle ? `${base}/products/${encodeURIComponent(product.handle)}` : undefined
}

const SIZE = /^(?:size|taille|größe|talla|taglia)$/i
const COLOR = /^colou?r$|^couleur$|^farbe$|^colore?$/i

export const general = {
  product: mapProduct<readonly Product[], Product>({
    operation: 'storefront.products',
    byUrl: url => ({ query: url }),
    pick: products => products[0],
    fields: {
      url: (product, { query, site }) => urlOf(product, storeOf(query.url, site), site),
      name: product => product.title,
      brand: product => product.vendor,
      description: product => product.body_html && htmlToText(product.body_html),
      gtin: product => gtin(onlyVariant(product)?.barcode),
      sku: productSku,
      price: (product, { query, site }) =>
        lowestPrice(prices(product, currencyOf(storeOf(query.url, site), site))),
      list_price: (product, { query, site }) =>
        lowestPrice(formerPrices(product, currencyOf(storeOf(query.url, site), site))),
      price_max: (product, { query, site }) =>
        highestPrice(prices(product, currencyOf(storeOf(query.url, site), site))),
      images: product => unique((product.images ?? []).map(image => image?.src)),
      attributes: product => attributes({ type: product.product_type, tags: product.tags }),
      variants: (product, { query, site }) =>
        variantsOf(product).map(one => ({
          sku: one?.sku,
          gtin: gtin(one?.barcode),
          size: optionOf(product, one, SIZE),
          color: optionOf(product, one, COLOR),
          price: money(one?.price, currencyOf(storeOf(query.url, site), site)),
        })),
    },
  }),
  search: mapSearch<readonly Product[]>({
    operation: 'storefront.products',
    params: ({ query, page }, { origins }) => Object.keys(origins).map(index => ({ index, query, page })),
    page(products, { site, params }) {
      const store = String(params.index)
      const currency = currencyOf(store, site)
      return {
        results: products.map(product => ({
          url: urlOf(product, store, site),
          name: product.title,
          brand: product.vendor,
          image: product.images?.[0]?.src,
          sku: productSku(product),
          gtin: gtin(onlyVariant(product)?.barcode),
          price: lowestPrice(prices(product, currency)),
          list_price: lowestPrice(formerPrices(product, currency)),
        })),
      }
    },
  }),
}
