// Operation 20: one product of the sportswear shop, from its page or from the feed.
import {
  defineOperation,
  Fault,
  type Get,
  type Page,
  param,
  type ParamValues,
  type SiteView,
  withPlaceholders,
} from '#kit'
import { placeholders } from './placeholders.ts'
import { loadFeed, readFeed } from './feed.ts'
import { upperCaseStyleColor, HOME_MARKET, marketOf, marketPath, readProductUrl } from './market.ts'
import { readPage } from './page-state.ts'
import { product as result } from './product.schema.ts'

export type Loaded = { readonly feed: Page } | { readonly page: Page }

export const product = defineOperation({
  id: 'sportswear.product',
  number: 20,
  summary: 'One product with its sizes, prices, texts and pictures',
  params: {
    url: param.productUrl(undefined, {
      path: /\/t\/[^/?#]/i,
      form: '/<country>/t/<name>/<style and colour>',
    }),
    sku: {
      ...param.identifier('Style and colour code of the product'),
      pattern: /^[A-Za-z0-9]{4,12}[- ][A-Za-z0-9]{3}$/,
      form: 'a style and a colour, such as AB1234-001',
      normalise: upperCaseStyleColor,
    },
    country: param.anyCountry('Market of the prices and texts; defaults to the market in the URL, or US'),
  },
  lookup: ['url', 'sku'],
  result: withPlaceholders(result, placeholders),
  core: ['/style_color', '/prices/currency', '/prices/current_price', '/product_info/title'],
  mayBeNull: ['/product_info/title'],
  prices: [
    { amount: '/prices/current_price', currency: '/prices/currency' },
    { amount: '/prices/initial_price', currency: '/prices/currency' },
  ],
  freshForS: 900,
  example: { sku: 'WC4011-001' },

  way: 'feed',
  async load(params, get, site): Promise<Loaded> {
    const { styleColor, market, path } = requestedProduct(params, site)
    if (site.origins.api && styleColor) return { feed: await loadFeed(styleColor, market, get, site) }
    return { page: await getPage(params, market, path, get) }
  },
  otherWay: {
    name: 'page',
    when: (params, site) =>
      site.origins.api !== undefined && requestedProduct(params, site).styleColor !== undefined,
    async load(params, get, site): Promise<Loaded> {
      const { market, path } = requestedProduct(params, site)
      return { page: await getPage(params, market, path, get) }
    },
  },

  extract(loaded, params, site) {
    const { styleColor, market } = requestedProduct(params, site)
    const base = shopBaseUrl(market, site)
    return 'page' in loaded
      ? readPage(loaded.page, styleColor, base)
      : readFeed(loaded.feed, styleColor, base)
  },
})

function getPage({ url, country }: ParamValues, market: string, path: string, get: Get): Promise<Page> {
  return get(typeof url === 'string' && country === undefined ? url : marketPath(market) + path)
}

interface RequestedProduct {
  readonly styleColor: string | undefined
  readonly market: string
  /** The path from `/t/` on. */
  readonly path: string
}

export function requestedProduct(
  { url, sku, country }: ParamValues,
  { settings }: SiteView,
): RequestedProduct {
  const address = typeof url === 'string' ? readProductUrl(url) : undefined
  const chosen = typeof country === 'string' ? marketOf(country) : undefined
  if (url !== undefined && address === undefined && chosen !== undefined) throw urlWithoutMarket()
  const styleColor = typeof sku === 'string' ? sku : address?.styleColor
  return {
    styleColor,
    market: chosen ?? address?.market ?? HOME_MARKET,
    // The shop finds a colour by the last segment of the path and redirects to the right name.
    path: address?.path ?? `/t/${settings.page_name ?? '-'}/${styleColor}`,
  }
}

function urlWithoutMarket(): Fault {
  const message = 'with country, url must be a product URL: /t/<name>/<style and colour>'
  return new Fault('invalid_parameter', message, { errors: [{ name: 'url', in: 'query', message }] })
}

/** The base URL of the shop in this market. */
export function shopBaseUrl(market: string, { origins }: SiteView): string | undefined {
  return origins.main === undefined ? undefined : origins.main + marketPath(market)
}
