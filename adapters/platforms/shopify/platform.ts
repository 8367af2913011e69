// Shopify: the product's `.js` has all variants with their stock, the page has the currency; `.json` stands in for either.
import {
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  defineAdapter,
  type DocumentExtractor,
  type JsonObject,
  jsonOf,
  type Page,
  productJsonUrl,
  readRelaxedJsonAt,
  documentExtractor,
} from '#kit'
import { list, search } from './search-and-list.ts'
import { isProduct, planOnly, productFields } from './product.ts'

function currencyIn(page: Page): string | undefined {
  return asTrimmed(page.assigned('Shopify.currency', ['active']))
}

function jsonAddress(page: Page): string | undefined {
  const canonical = page.first('link[rel=canonical]')?.attr('href')
  const addresses = [page.url, canonical].flatMap(one => URL.parse(one ?? '', page.url) ?? [])
  // With and without `www.` is one shop.
  const nameOf = ({ host }: URL) => host.replace(/^www\./, '')
  const own = nameOf(new URL(page.url))
  const found = addresses.filter(one => nameOf(one) === own).map(productJsonUrl)
  return found.find(one => one !== undefined)
}

/** Themes and apps write the whole product into some script, with the stock that `var meta` lacks. */
function themeProduct(page: Page, id: string | undefined): JsonObject | undefined {
  const start = id === undefined ? -1 : page.text().indexOf(`{"id":${id},"title":`)
  const product = start < 0 ? undefined : readRelaxedJsonAt(page.text(), start, { syntax: 'json' })?.value
  return isProduct(product) ? product : undefined
}

function pageReadings(page: Page, url: string | undefined, plans: readonly string[]): DocumentExtractor[] {
  const currency = currencyIn(page)
  const stating = currency
    ? [
        documentExtractor(
          'embedded',
          'Shopify.currency',
          { active: currency },
          { currency: one => one.active },
        ),
      ]
    : []
  const meta = asObject(page.assigned('meta', ['product']))
  if (!meta || !asList(meta.variants, one => one)) return stating
  const whole = themeProduct(page, asId(meta.id))
  const product = whole
    ? documentExtractor('embedded', 'script product', whole, productFields({ url, plans }))
    : documentExtractor('embedded', 'meta.product', meta, productFields({ url, plans }))
  return [product, ...stating]
}

/** A withdrawn product may lead to another one: its document is then not of this page. */
function isOf(url: string | undefined, product: JsonObject): boolean {
  const asked = /\/products\/([^/?#]+)/.exec(url ?? '')?.[1]
  const handle = asTrimmed(product.handle)
  return asked === undefined || handle === undefined || decoded(asked) === decoded(handle)
}

function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle).toLowerCase()
  } catch {
    return handle.toLowerCase()
  }
}

export const shopify = defineAdapter({
  name: 'shopify',
  title: 'Shopify',
  can: { search: true, variants: true, stock: true, catalog: true },
  requests: { product: [2, 3], search: [1, 5], catalog: 1 },
  reads:
    '`/products/<handle>.js`, and `.json` where the page states no currency; `/search/suggest.json`; `/products.json`',
  lacks:
    'Quantities. Many shops forbid `/search` in robots.txt: then a search reads up to 1,000 products of the list.',

  recognise: [
    { header: 'x-shopid' },
    { header: 'x-shopify-stage' },
    { header: 'x-sorting-hat-shopid' },
    { text: 'Shopify.shop =', by: 'Shopify.shop' },
    { text: 'ShopifyAnalytics.meta =', by: 'ShopifyAnalytics.meta' },
  ],
  facts: page => ({ currency: currencyIn(page) }),

  product: {
    async load(page, get) {
      const address = jsonAddress(page)
      if (!address) return {}
      const ask = (url: string) => get.optional(inner => inner(url, { accept: 'json' }))
      const js = await ask(address.replace(/\.json$/, '.js'))
      if (js && currencyIn(page) !== undefined) return { js }
      return { js, json: await ask(address) }
    },

    read(page, { js, json }) {
      const url = jsonAddress(page)?.replace(/\.json$/, '')
      const found = [js, json].flatMap(document => {
        const value = jsonOf(document)
        const product = asObject(valueAt(value, 'product')) ?? value
        return document && isProduct(product) && isOf(url, product) ? [{ document, product }] : []
      })
      const plans = found.flatMap(({ product }) => planOnly(product))
      const documents = found.map(({ document, product }) =>
        documentExtractor('api', document.url, product, productFields({ url, plans })),
      )
      return [...documents, ...pageReadings(page, url, plans)]
    },
  },

  search,
  list,
})
