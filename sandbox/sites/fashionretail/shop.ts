// The sandbox shop for fashionretail: two page templates and the catalog service, in four countries.
import { currencies, type CurrencyCode } from '../../currencies.ts'
import { scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import {
  defineShop,
  htmlReply,
  jsonReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { slugOf } from '../../make-products.ts'
import { type MarketContext, clothingBody, clothingShell, clothingList } from '../../clothing-list.ts'
import {
  bareJsonLd,
  catalogAnswer,
  jsonLd,
  pageConfig,
  queryCache,
  type ProductView,
  stockPrices,
} from './answers.ts'

const SITE = 'fashionretail'
/** The real shop has a host per country; the sandbox has a path. */
const MARKETS: Readonly<Record<string, { readonly lang: string; readonly currency: CurrencyCode }>> = {
  de: { lang: 'de', currency: 'EUR' },
  fr: { lang: 'fr', currency: 'EUR' },
  uk: { lang: 'en', currency: 'GBP' },
  us: { lang: 'en', currency: 'USD' },
}
const SERVICE = /^\/api\/product\/catalogue\/v3\/products\/(\d+)$/

export const shop = defineShop({
  site: SITE,
  about: 'Fashion in four countries: /de, /fr, /uk, /us',

  home: (request, ctx) => clothingList(marketContextOf('uk', 'en', 'GBP', request, ctx)),

  handle(request, ctx) {
    const id = SERVICE.exec(request.path)?.[1]
    if (id) return serviceReply(id, request, ctx)
    const [, country = '', rest = ''] = /^\/([a-z]{2})(\/.*)?$/.exec(request.path) ?? []
    const market = Object.hasOwn(MARKETS, country) ? MARKETS[country] : undefined
    return market && route(rest, marketContextOf(country, market.lang, market.currency, request, ctx))
  },
})

function marketContextOf(
  country: string,
  lang: string,
  currency: CurrencyCode,
  request: SandboxRequest,
  ctx: ShopContext,
): MarketContext {
  const root = `${request.base}/${country}`
  return {
    site: SITE,
    request,
    ctx,
    lang,
    currency,
    root,
    search: { path: '/catalogue/', name: 'q' },
    // Every third product uses the second page template.
    addressOf: one => root + (one.position % 3 === 2 ? secondPath(one) : firstPath(one)),
  }
}

function firstPath(product: SandboxProduct): string {
  return `/${product.slug}.html`
}

function secondPath({ brand, model, id }: SandboxProduct): string {
  return `/${slugOf(brand)}/${slugOf(model)}/prd/${id}`
}

function route(rest: string, context: MarketContext): SandboxResponse | undefined {
  if (rest === '' || rest === '/' || rest === '/catalogue/') return clothingList(context)
  const { catalog } = context.ctx
  const slug = /^\/([^/]+)\.html$/.exec(rest)?.[1]
  const first = slug && catalog.bySlug('clothing', slug)
  if (first) return firstPage(context, productViewOf(first, context, firstPath(first)))
  const id = /^\/[^/]+\/[^/]+\/prd\/(\d+)$/.exec(rest)?.[1]
  const second = id && catalog.byId('clothing', id)
  return second ? secondPage(context, productViewOf(second, context, secondPath(second))) : undefined
}

function productViewOf(
  product: SandboxProduct,
  { currency, request }: MarketContext,
  path: string,
): ProductView {
  return { product, currency, origin: request.origin, path }
}

function serviceReply(id: string, request: SandboxRequest, ctx: ShopContext): SandboxResponse | undefined {
  const requestedCurrency = request.query.get('currency') ?? ''
  const currency = Object.hasOwn(currencies, requestedCurrency) ? (requestedCurrency as CurrencyCode) : 'GBP'
  const product = ctx.catalog.byId('clothing', id)
  return product && jsonReply(catalogAnswer({ product, currency, origin: request.origin, path: '' }))
}

function firstPage(context: MarketContext, view: ProductView): SandboxResponse {
  const { product, path } = view
  // The number in the class differs from page to page.
  const block = `<script data-re-asset type="application/json" class="re-1-${3 + (product.id % 9)}">`
  return htmlReply(
    context.ctx.page({
      ...clothingShell(context),
      title: product.name,
      head: `<meta property="og:url" content="${path}"><script type="application/ld+json">${scriptJson(jsonLd(view))}</script>`,
      body: clothingBody(context, product),
      scripts: `${block}${scriptJson(queryCache(view))}</script>`,
      weightBytes: 440_000 + (product.id % 8) * 20_000,
    }),
  )
}

function secondPage(context: MarketContext, view: ProductView): SandboxResponse {
  const { product } = view
  const related = context.ctx.catalog.family(product).filter(one => one !== product)
  const prices = quoted(JSON.stringify(stockPrices(view, related)))
  return htmlReply(
    context.ctx.page({
      ...clothingShell(context),
      title: product.name,
      head: `<script type="application/ld+json">${scriptJson(bareJsonLd(view))}</script>`,
      body: clothingBody(context, product),
      scripts: `<script>
window.shop = window.shop || {}; window.shop.pdp = window.shop.pdp || {}; window.shop.pdp.config = window.shop.pdp.config || {};
window.shop.pdp.config.product = ${scriptJson(pageConfig(view))};
window.shop.pdp.config.ratings = {"averageOverallRating":${product.rating ?? 0}};
window.shop.pdp.config.stockPriceResponse = ${prices};
</script>`,
      weightBytes: 260_000 + (product.id % 8) * 20_000,
    }),
  )
}

/** A JavaScript string literal in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('<', '\\u003c')}'`
}
