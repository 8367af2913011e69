// The sandbox shop for fastfashion1: model pages in three templates, the same pages as JSON, details and composition.
import type { CurrencyCode } from '../../currencies.ts'
import { scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import { slugOf } from '../../make-products.ts'
import {
  defineShop,
  htmlReply,
  jsonReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { type MarketContext, clothingBody, clothingShell, clothingList } from '../../clothing-list.ts'
import { familyIn, productGroup, productList, referenceOf, type ProductView, viewProduct } from './payload.ts'

const SITE = 'fastfashion1'
const MARKETS: Readonly<Record<string, { readonly lang: string; readonly currency: CurrencyCode }>> = {
  uk: { lang: 'en', currency: 'GBP' },
  us: { lang: 'en', currency: 'USD' },
  fr: { lang: 'fr', currency: 'EUR' },
  jp: { lang: 'ja', currency: 'JPY' },
}

export const shop = defineShop({
  site: SITE,
  about: 'Clothing in four markets: /uk/en, /us/en, /fr/fr, /jp/ja',

  home: (request, ctx) => clothingList(marketContextOf('uk', 'en', 'GBP', request, ctx)),

  handle(request, ctx) {
    const [, country = '', lang = '', rest = ''] =
      /^\/([a-z]{2})\/([a-z]{2})(\/.*)?$/.exec(request.path) ?? []
    const market = Object.hasOwn(MARKETS, country) ? MARKETS[country] : undefined
    if (market?.lang !== lang) return undefined
    return route(rest, marketContextOf(country, lang, market.currency, request, ctx))
  },
})

function marketContextOf(
  country: string,
  lang: string,
  currency: CurrencyCode,
  request: SandboxRequest,
  ctx: ShopContext,
): MarketContext {
  const root = `${request.base}/${country}/${lang}`
  return {
    site: SITE,
    request,
    ctx,
    lang,
    currency,
    root,
    search: { path: '/search', name: 'searchTerm' },
    addressOf: product => `${modelAddress(root, product)}?v1=${product.id}`,
  }
}

function modelAddress(root: string, product: SandboxProduct): string {
  return `${root}/${slugOf(product.model)}-p${referenceOf(product)}.html`
}

function route(rest: string, context: MarketContext): SandboxResponse | undefined {
  const { query } = context.request
  if (rest === '' || rest === '/' || rest === '/search') return clothingList(context)
  const reference = /^\/[^/]+-p(\d{8})\.html$/.exec(rest)?.[1]
  if (reference) {
    const view = productViewOf(context, familyIn(reference), query.get('v1'))
    if (!view) return undefined
    return query.get('ajax') === 'true' ? jsonReply({ product: viewProduct(view) }) : modelPage(view, context)
  }
  if (rest === '/products-details') return details(context, query.get('productIds') ?? '')
  const extra = /^\/product\/id\/(\d+)\/extra-detail$/.exec(rest)?.[1]
  return extra ? composition(context, extra) : undefined
}

/** The first colour unless another one is requested. */
function productViewOf(
  context: MarketContext,
  family: number,
  asked: string | null,
): ProductView | undefined {
  const { currency, request, ctx, root } = context
  const colours = ctx.catalog.products('clothing').filter(one => one.family === family)
  const [first] = colours
  return (
    first && {
      colours,
      asked: colours.find(one => String(one.id) === asked) ?? first,
      currency,
      origin: request.origin,
      address: modelAddress(root, first),
    }
  )
}

function details(context: MarketContext, id: string): SandboxResponse {
  const product = context.ctx.catalog.byId('clothing', id)
  const view = product && productViewOf(context, product.family, id)
  return jsonReply(view ? [viewProduct({ ...view, colours: [view.asked] })] : [])
}

function composition(context: MarketContext, id: string): SandboxResponse | undefined {
  const product = context.ctx.catalog.byId('clothing', id)
  const lines = product && [
    ...product.materials.map(one => `${one.percent}% ${one.name.toLowerCase()}`),
    ...product.care,
    `Made in ${product.madeIn.name}`,
  ]
  return (
    lines &&
    jsonReply([{ sectionType: 'composition', components: lines.map(value => ({ text: { value } })) }])
  )
}

function modelPage(view: ProductView, context: MarketContext): SandboxResponse {
  const { asked, address } = view
  const template = asked.family % 5
  const jsonLd = template === 3 ? undefined : template === 4 ? productList(view) : productGroup(view)
  const payload = { product: viewProduct(view), productMetaData: [], analyticsData: { hint: '};' } }
  return htmlReply(
    context.ctx.page({
      ...clothingShell(context),
      title: asked.model,
      head: `<link rel="canonical" href="${address}">${
        jsonLd === undefined ? '' : `\n<script type="application/ld+json">${scriptJson(jsonLd)}</script>`
      }`,
      body: clothingBody(context, asked),
      scripts: `<script type="text/javascript">window.shop = window.shop || {};window.shop.viewPayload = ${scriptJson(payload)};</script>`,
      weightBytes: 240_000 + (asked.id % 9) * 40_000,
    }),
  )
}
