// Operation 20: one product of the sportswear shop, from its page or from the feed.
import { defineOperation, Fault, type Page, param, type ParamValues, type SiteView } from '../../kit/index.ts'
import { loadFeed, readFeed } from './feed.ts'
import { capital, HOME_MARKET, marketOf, marketPath, readProductUrl } from './market.ts'
import { readPage } from './page-state.ts'
import { product as result } from './product.schema.ts'

type Loaded = { readonly feed: Page } | { readonly page: Page }

export const product = defineOperation({
  id: 'sportswear.product',
  number: 20,
  summary: 'One product with its sizes, prices, texts and pictures',
  params: {
    url: param.productUrl(),
    sku: {
      ...param.name('Style and colour of the product'),
      pattern: /^[a-z0-9]{4,12}[- ][a-z0-9]{3}(?:~[a-z]+)?$/i,
      form: 'a style and a colour, such as AB1234-001',
      normalise: capital,
    },
    country: param.anyCountry("Market whose prices and texts are wanted; the URL's own, else US"),
  },
  lookup: ['url', 'sku'],
  result,
  core: ['/style_color', '/prices/currency', '/prices/current_price', '/product_info/title'],
  freshForS: 900,
  example: { sku: 'WC4011-001' },

  async load(params, get, site): Promise<Loaded> {
    const { styleColor, market, path } = askedFor(params, site)
    if (site.origins.api && styleColor) return { feed: await loadFeed(styleColor, market, get, site) }
    if (params.url && !params.country) return { page: await get(params.url) }
    return { page: await get(marketPath(market) + path) }
  },

  extract(loaded, params, site) {
    const { styleColor, market } = askedFor(params, site)
    // A magic word of the sandbox is no part of the code.
    const wanted = styleColor?.replace(/~.*$/, '')
    if ('page' in loaded) return readPage(loaded.page, wanted, shopIn(market, site))
    return readFeed(loaded.feed, wanted, shopIn(market, site))
  },
})

interface Asked {
  readonly styleColor: string | undefined
  readonly market: string
  /** From `/t/` on. */
  readonly path: string
}

function askedFor({ url, sku, country }: ParamValues, { settings }: SiteView): Asked {
  const address = typeof url === 'string' ? readProductUrl(url) : undefined
  const chosen = typeof country === 'string' ? marketOf(country) : undefined
  if (url !== undefined && address === undefined && chosen !== undefined) throw notInAMarket()
  const styleColor = typeof sku === 'string' ? sku : address?.styleColor
  return {
    styleColor,
    market: chosen ?? address?.market ?? HOME_MARKET,
    // The shop knows a colour by the last part of the path, and redirects from any name before it to the right one.
    path: address?.path ?? `/t/${settings.page_name ?? '-'}/${styleColor}`,
  }
}

function notInAMarket(): Fault {
  const message = 'with country, url must be the address of a product: /t/<name>/<style and colour>'
  return new Fault('invalid_parameter', message, { errors: [{ name: 'url', in: 'query', message }] })
}

/** Where the shop's addresses of this market begin. */
function shopIn(market: string, { origins }: SiteView): string | undefined {
  return origins.main === undefined ? undefined : origins.main + marketPath(market)
}
