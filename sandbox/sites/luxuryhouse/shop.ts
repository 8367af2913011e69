// The sandbox shop for luxuryhouse: two page templates in three locales, and a beauty part on another platform.
import type { CurrencyCode } from '../../currencies.ts'
import { scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import {
  defineShop,
  htmlReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { type MarketContext, clothingBody, clothingShell, clothingList } from '../../clothing-list.ts'
import { codeOf, elementsOf, trackingOf } from './elements.ts'

const SITE = 'luxuryhouse'
const LOCALES: Readonly<Record<string, CurrencyCode>> = { en_gb: 'GBP', fr_fr: 'EUR', en_us: 'USD' }

export const shop = defineShop({
  site: SITE,
  about: 'A fashion house in three locales: /en_gb, /fr_fr, /en_us',

  home: (request, ctx) => clothingList(marketContextOf('en_gb', 'GBP', request, ctx)),

  handle(request, ctx) {
    const [, locale = '', rest = ''] = /^\/([a-z]{2}_[a-z]{2})(\/.*)?$/.exec(request.path) ?? []
    const currency = Object.hasOwn(LOCALES, locale) ? LOCALES[locale] : undefined
    return currency && route(rest, marketContextOf(locale, currency, request, ctx))
  },
})

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
    kind: 'luxury',
    lang: locale.slice(0, 2),
    currency,
    root,
    search: { path: '/fashion/search', name: 'q' },
    // Every fourth product still has its URL of 2021.
    addressOf: one =>
      `${root}${one.position % 4 === 3 ? '/products/couture-' : '/fashion/products/'}${codeOf(one)}`,
  }
}

function route(rest: string, context: MarketContext): SandboxResponse | undefined {
  if (rest === '' || rest === '/' || rest === '/fashion/search') return clothingList(context)
  if (/^\/beauty(\/|$)/.test(rest)) return beautyPage(context)
  const [, older, code] = /^\/(?:fashion\/products\/|products\/(couture-))([A-Z0-9]+_\d+)$/.exec(rest) ?? []
  const product = code && context.ctx.catalog.bySku('luxury', code)
  return product ? productPage(context, product, older !== undefined) : undefined
}

function productPage(context: MarketContext, product: SandboxProduct, older: boolean): SandboxResponse {
  const { ctx, request, currency } = context
  const elements = elementsOf(product, ctx.catalog.family(product), currency, request.origin)
  const identifier = codeOf(product)
  const props = older
    ? { pageProps: { identifier }, initialReduxState: { CONTENT: { cmsContent: { elements } } } }
    : { pageProps: { identifier, cmsContent: { elements } } }
  const state = { props: { ...props, tracking: trackingOf(product) }, page: '/product', buildId: 'sandbox' }
  return htmlReply(
    ctx.page({
      ...clothingShell(context),
      title: product.model,
      body: clothingBody(context, product),
      scripts: `<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`,
      weightBytes: 320_000 + (product.id % 8) * 30_000,
    }),
  )
}

/** Another platform: the page contains no product data for scripts. */
function beautyPage(context: MarketContext): SandboxResponse {
  const body = '<h1>Beauty</h1><p>Creams and perfumes have a shop of their own.</p>'
  return htmlReply(
    context.ctx.page({ ...clothingShell(context), title: 'Beauty', body, weightBytes: 90_000 }),
  )
}
