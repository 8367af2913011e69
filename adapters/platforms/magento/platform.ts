// Magento 2 and Adobe Commerce: the public GraphQL catalog by GET where it is open, and the configuration of the page.
import {
  asInteger,
  asTrimmed,
  valueAt,
  cleanText,
  defineAdapter,
  type DocumentExtractor,
  type Get,
  type JsonObject,
  jsonOf,
  type CatalogItem,
  type ProductHit,
  type Page,
  type ShopAddress,
  documentExtractor,
} from '#kit'
import {
  currencyOf,
  formerPriceOf,
  itemFields,
  itemFieldsWithoutPrices,
  itemsIn,
  LIST_QUERY,
  priceOf,
  PRODUCT_QUERY,
  SEARCH_QUERY,
  stockOf,
} from './graphql-catalog.ts'
import { boxFields, optionConfig, optionFields, priceBox } from './page-config.ts'

const STATIC = /\/static\/version\d+\/frontend\//

/** Variables keep the shop's words out of the query's text. */
function ask(get: Get, { base }: ShopAddress, query: string, variables: JsonObject): Promise<Page> {
  return get(`${base}/graphql`, { accept: 'json', query: { query, variables: JSON.stringify(variables) } })
}

function urlKeyOf(page: Page): string | undefined {
  const last = new URL(page.url).pathname.split('/').findLast(part => part !== '')
  return last?.replace(/\.\w{3,5}$/, '')
}

/** Whether the catalog's price is the one that the page gives as without tax. */
function leavesOutTax(item: JsonObject, page: readonly DocumentExtractor[]): boolean {
  const price = priceOf(item)
  const bases = page.flatMap(({ fields, value }) => fields.other_prices?.(value) ?? [])
  return (
    price !== undefined &&
    bases.some(one => one.kind === 'without_tax' && Number(one.price) === Number(price))
  )
}

function pageReadings(page: Page): DocumentExtractor[] {
  const options = optionConfig(page)
  const box = priceBox(page)
  const sku = asTrimmed(page.first('form[data-product-sku]')?.attr('data-product-sku'))
  return [
    ...(options
      ? [documentExtractor('embedded', 'script[type="text/x-magento-init"]', options, optionFields)]
      : []),
    ...(box ? [documentExtractor('page', '.price-box, .stock', box, boxFields)] : []),
    ...(sku ? [documentExtractor('page', 'form[data-product-sku]', { sku }, { sku: one => one.sku })] : []),
  ]
}

export const magento = defineAdapter({
  name: 'magento',
  title: 'Magento 2 / Adobe Commerce',
  can: { search: true, variants: true, stock: true, catalog: true },
  requests: { product: [2, 2], search: [1, 1], catalog: 1 },
  reads: '`/graphql` by GET, and the options, the price box and the stock box of the page',
  lacks: 'Search and catalog where the shop closes `/graphql`. Prices of other store views than the page’s.',

  recognise: [
    'text/x-magento-init',
    'data-mage-init',
    'Magento_Catalog/',
    'Magento_Theme/',
    'Magento_Ui/',
    { text: '/static/version', exact: page => STATIC.exec(page.text())?.[0] },
  ],

  product: {
    async load(page, get, shop) {
      const key = urlKeyOf(page)
      if (key === undefined) return {}
      return { catalog: await get.optional(inner => ask(inner, shop, PRODUCT_QUERY, { key })) }
    },

    read(page, { catalog }) {
      const ofPage = pageReadings(page)
      const [item] = itemsIn(jsonOf(catalog))
      if (!catalog || !item) return ofPage
      const fields = leavesOutTax(item, ofPage) ? itemFieldsWithoutPrices : itemFields
      return [documentExtractor('api', catalog.url, item, fields), ...ofPage]
    },
  },

  search: {
    load: async ({ query, page }, get, shop) => ({
      list: await ask(get, shop, SEARCH_QUERY, { words: query, page }),
    }),
    read({ list }, _, shop) {
      const value = jsonOf(list)
      const pages = valueAt(value, 'data', 'products', 'page_info')
      const [page, last] = [
        asInteger(valueAt(pages, 'current_page')),
        asInteger(valueAt(pages, 'total_pages')),
      ]
      const more = page === undefined || last === undefined ? undefined : page < last
      return { results: itemsIn(value).flatMap(item => listed(item, shop) ?? []), more }
    },
  },

  list: {
    mayBeNet: true,
    load: async (after, get, shop) => ({
      list: await ask(get, shop, LIST_QUERY, { page: pageNumber(after) }),
    }),
    read({ list }, after, shop) {
      const value = jsonOf(list)
      const last = asInteger(valueAt(value, 'data', 'products', 'page_info', 'total_pages')) ?? 0
      const page = pageNumber(after)
      const products = itemsIn(value).flatMap((item): CatalogItem[] => {
        const url = listed(item, shop)?.url
        const fields = shop.facts.isNet ? itemFieldsWithoutPrices : itemFields
        return url ? [{ url, reading: documentExtractor('api', '/graphql', item, fields) }] : []
      })
      return { products, next: page < last ? String(page + 1) : undefined }
    },
  },
})

function pageNumber(after: string | undefined): number {
  return after !== undefined && /^[1-9]\d{0,5}$/.test(after) ? Number(after) : 1
}

function listed(item: JsonObject, { base }: ShopAddress): ProductHit | undefined {
  const key = asTrimmed(item.url_key)
  const name = cleanText(asTrimmed(item.name))
  if (!key || !name) return undefined
  return {
    url: `${base}/${key}${asTrimmed(item.url_suffix) ?? ''}`,
    name,
    image: asTrimmed(valueAt(item.image, 'url')),
    sku: asTrimmed(item.sku),
    currency: currencyOf(item),
    price: priceOf(item),
    list_price: formerPriceOf(item),
    availability: stockOf(item),
  }
}
