// WooCommerce: the Store API has the product in the shop's minor unit; variations are in the page, or in one more document.
import {
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  cleanText,
  defineAdapter,
  type DocumentExtractor,
  ifAvailable,
  type JsonObject,
  jsonOf,
  type CatalogItem,
  type ProductHit,
  type Page,
  type ShopAddress,
  documentExtractor,
} from '#kit'
import { formFields, variationForm } from './page-variations.ts'
import { isStoreProduct, listPriceOf, priceOf, productFields, stockOf, variationOf } from './store-api.ts'

/** Each of them stands in the markup or the scripts of every theme. */

/** Variations of one product, and products of one page of the list: the most that the API serves at once. */
const PAGE_SIZE = 100

/** WordPress links its API from every page; the shop may be below a path. */
function apiIn(page: Page): string | undefined {
  const link = page.first('link[rel="https://api.w.org/"]')?.attr('href')
  return link === undefined ? undefined : URL.parse(link, page.url)?.href.replace(/\/$/, '')
}

function storeApi({ base, facts }: ShopAddress): string {
  return `${facts.api ?? `${base}/wp-json`}/wc/store/v1/products`
}

/** The page names its product's id in several places, depending on theme and version. */
function productIdIn(page: Page): string | undefined {
  const shortlink = page.first('link[rel=shortlink]')?.attr('href')
  const json = page.first('link[rel=alternate][type="application/json"]')?.attr('href')
  const candidates = [
    /\/wp\/v2\/product\/(\d+)/.exec(json ?? '')?.[1],
    /[?&]p=(\d+)/.exec(shortlink ?? '')?.[1],
    /(?:^|\s)postid-(\d+)(?:\s|$)/.exec(page.first('body')?.attr('class') ?? '')?.[1],
    page.first('button[name="add-to-cart"][value]')?.attr('value'),
    page.first('form.variations_form[data-product_id]')?.attr('data-product_id'),
    page.first('input[name="add-to-cart"][value]')?.attr('value'),
  ]
  return candidates.find(one => one !== undefined && /^\d{1,15}$/.test(one))
}

function slugIn(page: Page): string | undefined {
  return new URL(page.url).pathname.split('/').findLast(part => part !== '')
}

function readProduct(document: Page | undefined): JsonObject | undefined {
  const value = jsonOf(document)
  const product = Array.isArray(value) ? (value as unknown[])[0] : value
  return isStoreProduct(product) ? product : undefined
}

export const woocommerce = defineAdapter({
  name: 'woocommerce',
  title: 'WooCommerce',
  can: { search: true, variants: true, stock: true, catalog: true },
  requests: { product: [2, 3], search: [1, 1], catalog: 1 },
  reads: '`/wp-json/wc/store/v1/products`, and the variations in the page or in one more request',
  lacks: 'GTINs. Variations after the first 100 of a product.',

  recognise: [
    '/wp-content/plugins/woocommerce/',
    'content="WooCommerce ',
    'wc_add_to_cart_params',
    'data-product_variations=',
    'woocommerce-Price-amount',
  ],
  facts: page => ({ api: apiIn(page) }),

  product: {
    async load(page, get, shop) {
      const api = storeApi(shop)
      const id = productIdIn(page)
      const ask = (url: string, query = {}) => get.optional(inner => inner(url, { accept: 'json', query }))
      const product = await (id === undefined ? ask(api, { slug: slugIn(page) }) : ask(`${api}/${id}`))
      const read = readProduct(product)
      const isVariable = (asList(read?.variations, one => one) ?? []).length > 0
      if (!read || !isVariable || variationForm(page, asId(read.id))) return { product }
      const query = { type: 'variation', parent: asId(read.id), per_page: PAGE_SIZE }
      return { product, variations: await ask(api, query) }
    },

    read(page, { product: document, variations }) {
      const product = readProduct(document)
      // The product first: it names the options in words, where the other two have them as slugs.
      const readings: DocumentExtractor[] =
        document && product ? [documentExtractor('api', document.url, product, productFields)] : []
      const rows = asList(jsonOf(variations), asObject)?.filter(isStoreProduct) ?? []
      if (variations && rows.length > 0)
        readings.push(
          documentExtractor(
            'api',
            variations.url,
            { rows },
            { variants: list => list.rows.map(variationOf) },
          ),
        )
      const form = variationForm(page, asId(product?.id) ?? productIdIn(page))
      if (form)
        readings.push(documentExtractor('embedded', 'form[data-product_variations]', form, formFields))
      return readings
    },
  },

  search: {
    async load({ query, page }, get, shop) {
      const options = { accept: 'json', query: { search: query, page, per_page: 20 } } as const
      const found = await ifAvailable(get(storeApi(shop), options))
      // Before version 8 of its blocks the API had no version in its address.
      return { list: found ?? (await get(storeApi(shop).replace('/store/v1/', '/store/'), options)) }
    },
    read({ list }, { page }) {
      const products = asList(jsonOf(list), asObject) ?? []
      return { results: products.flatMap(one => (one && listed(one)) ?? []), more: hasMore(list, page) }
    },
  },

  list: {
    load: async (after, get, shop) => ({
      list: await get(storeApi(shop), {
        accept: 'json',
        query: { page: pageNumber(after), per_page: PAGE_SIZE, orderby: 'id', order: 'asc' },
      }),
    }),
    read({ list }, after) {
      const found = (asList(jsonOf(list), asObject) ?? []).filter(isStoreProduct)
      const products = found.flatMap((one): CatalogItem[] => {
        const url = asTrimmed(one.permalink)
        return url
          ? [{ url, reading: documentExtractor('api', '/wc/store/v1/products', one, productFields) }]
          : []
      })
      const page = pageNumber(after)
      return { products, next: hasMore(list, page) ? String(page + 1) : undefined }
    },
  },
})

function pageNumber(after: string | undefined): number {
  return after !== undefined && /^[1-9]\d{0,5}$/.test(after) ? Number(after) : 1
}

function hasMore(list: Page | undefined, page: number): boolean | undefined {
  const pages = list?.header('x-wp-totalpages')
  return pages === undefined ? undefined : Number(pages) > page
}

function listed(product: JsonObject): ProductHit | undefined {
  const url = asTrimmed(product.permalink)
  const name = cleanText(asTrimmed(product.name))
  if (!url || !name) return undefined
  const price = priceOf(product)
  return {
    url,
    name,
    brand: cleanText(asTrimmed(valueAt(product, 'brands', 0, 'name'))),
    image: asTrimmed(valueAt(product, 'images', 0, 'src')),
    sku: asTrimmed(product.sku),
    currency: asTrimmed(valueAt(product.prices, 'currency_code')),
    price,
    list_price: listPriceOf(product),
    availability: stockOf(product),
  }
}
