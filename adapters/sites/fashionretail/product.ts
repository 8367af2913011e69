// Operation 16: one product with its sizes, from either page template or from the catalogue service.
import { defineOperation, Fault, must, mustHaveSome, type Page, param, withPlaceholders } from '#kit'
import { placeholders } from './placeholders.ts'
import { readCatalogue, readConfigPage } from './catalogue.ts'
import { readGraphqlCache } from './graphql-cache.ts'
import { type Product, readJsonLdProduct } from './json-ld-product.ts'
import { product as result } from './product.schema.ts'

export const product = defineOperation({
  id: 'fashionretail.product',
  number: 16,
  summary: 'One product with a price for every size',
  params: {
    url: param.productUrl('URL of the product page, or of the product in the catalogue service'),
  },
  lookup: ['url'],
  result: withPlaceholders(result, placeholders),
  core: ['/sku', '/name', '/variants'],
  mayBeNull: ['/name'],
  prices: [{ amount: '/variants/*/price', currency: '/variants/*/price_currency' }],
  freshForS: 900,
  example: { url: '/uk/linden-roe-linen-shirt-forest-td4006-310.html' },

  way: 'catalogue service',
  load({ url }, get, { settings }) {
    const id = catalogueId(url)
    return settings.catalogue_market !== undefined && id
      ? get(`/api/product/catalogue/v3/products/${id}?${settings.catalogue_market}`, { accept: 'json' })
      : get(url)
  },
  otherWay: {
    name: 'page',
    when: ({ url }, { settings }) =>
      settings.catalogue_market !== undefined && catalogueId(url) !== undefined,
    load: ({ url }, get) => get(url),
  },

  extract(page, { url }) {
    const draft = page.holdsJson() ? readCatalogue(page.json()) : readProductPage(page)
    if (!draft && isRedirectedAway(url, page.url))
      throw new Fault('not_found', 'the URL is not that of a product page')
    const { variants } = must(draft, 'JSON-LD Product')
    // A single size may lack a price, but not all of them.
    mustHaveSome(variants ?? [], one => one?.price, '/variants/*/price')
    return draft
  },
})

/** The page config or JSON-LD; if these have no prices, the GraphQL cache fills in. */
function readProductPage(page: Page): Product {
  const primary = readConfigPage(page) ?? readJsonLdProduct(page)
  const isPriced = primary?.variants?.some(one => one?.price !== undefined)
  const cached = isPriced ? undefined : readGraphqlCache(page)
  if (!primary || !cached) return cached ?? primary
  return {
    sku: primary.sku ?? cached.sku,
    name: primary.name ?? cached.name,
    brand: primary.brand ?? cached.brand,
    color: primary.color ?? cached.color,
    description: primary.description,
    manufacturer: primary.manufacturer,
    images: primary.images ?? cached.images,
    variants: cached.variants,
  }
}

/** The URL of a withdrawn product redirects to a category page. */
function isRedirectedAway(requestedUrl: string, reached: string): boolean {
  const { pathname } = new URL(reached)
  return pathname !== new URL(requestedUrl).pathname && !/\.html$|\/prd\//.test(pathname)
}

function catalogueId(address: string): string | undefined {
  return /\/prd\/([^/?#]+)/.exec(address)?.[1]
}
