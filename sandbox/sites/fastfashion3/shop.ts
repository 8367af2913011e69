// The sandbox shop for fastfashion3: article pages in the four templates that the real site has used.
import { type CurrencyCode, formatPrice } from '../../currencies.ts'
import { escapeHtml } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import {
  defineShop,
  htmlReply,
  jsonReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { type MarketContext, clothingBody, clothingShell, clothingList } from '../../clothing-list.ts'
import {
  articleScript,
  breadcrumbList,
  codeOf,
  nextState,
  productSchema,
  type ProductView,
  stockOf,
} from './article.ts'

const SITE = 'fastfashion3'
const MARKETS: Readonly<Record<string, CurrencyCode>> = { en_gb: 'GBP', en_us: 'USD', fr_fr: 'EUR' }

export const shop = defineShop({
  site: SITE,
  about: 'Clothing in three markets: /en_gb, /en_us, /fr_fr',

  home: (request, ctx) => clothingList(marketContextOf('en_gb', 'GBP', request, ctx)),

  handle(request, ctx) {
    const [, product] =
      /^\/webservices\/product\/[a-z]{2}\/availability\/(\d{7})\.json$/.exec(request.path) ?? []
    if (product !== undefined) return stockReply(product, ctx)
    const [, locale = '', rest = ''] = /^\/([a-z]{2}_[a-z]{2})(\/.*)?$/.exec(request.path) ?? []
    const currency = Object.hasOwn(MARKETS, locale) ? MARKETS[locale] : undefined
    if (!currency) return undefined
    const context = marketContextOf(locale, currency, request, ctx)
    if (['', '/', '/index.html', '/search-results.html'].includes(rest)) return clothingList(context)
    const [, id = '', colour = ''] = /^\/productpage\.(\d{7})(\d{3})\.html$/.exec(rest) ?? []
    const article = ctx.catalog.byId('clothing', id)
    return article?.colour.code === colour ? articlePage(article, locale, context) : undefined
  },
})

/** The stock of all colours, by the digits of one of them: here every colour has its own. */
function stockReply(id: string, ctx: ShopContext): SandboxResponse | undefined {
  const article = ctx.catalog.byId('clothing', id)
  return article && jsonReply(stockOf(ctx.catalog.family(article)))
}

function marketContextOf(
  locale: string,
  currency: CurrencyCode,
  request: SandboxRequest,
  ctx: ShopContext,
): MarketContext {
  const root = `${request.base}/${locale}`
  return {
    site: SITE,
    request,
    ctx,
    lang: locale.replace('_', '-'),
    currency,
    root,
    search: { path: '/search-results.html', name: 'q' },
    addressOf: product => `${root}/productpage.${codeOf(product)}.html`,
  }
}

/** Of ten pages, six use the older template, two the newer, one has only JSON-LD, one only visible text. */
function articlePage(article: SandboxProduct, locale: string, context: MarketContext): SandboxResponse {
  const { ctx, currency, request, addressOf } = context
  const colours = ctx.catalog.family(article)
  const servicePath = `${new URL(request.base).pathname.replace(/\/$/, '')}/webservices/product`
  const { origin } = request
  const view: ProductView = { article, colours, currency, locale, servicePath, origin, addressOf }
  const template = article.position % 10
  const hasJsonLd = template < 6 || template === 8
  const price = `<span data-testid="white-price">${escapeHtml(formatPrice(article.priceCents, currency))}</span>`
  return htmlReply(
    ctx.page({
      ...clothingShell(context),
      title: `${article.model} - ${article.colour.name}`,
      head: hasJsonLd ? `${breadcrumbList(view)}\n${productSchema(view)}` : '',
      body: clothingBody(context, article) + (template === 9 ? price : ''),
      scripts: template < 6 ? articleScript(view) : template < 8 ? nextState(view) : '',
      weightBytes: 220_000 + (article.id % 10) * 30_000,
    }),
  )
}
