// The sandbox shop for luxurymarket: products of many boutiques in four countries, with several page formats.
import type { CurrencyCode } from '../../currencies.ts'
import { scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import {
  defineShop,
  htmlReply,
  redirectReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { type MarketContext, clothingBody, clothingShell, clothingList } from '../../clothing-list.ts'
import {
  breadcrumbList,
  genderOf,
  plainProduct,
  productGroup,
  type ProductView,
  stateScript,
  viewModel,
} from './state.ts'

const SITE = 'luxurymarket'
const COUNTRIES: Readonly<Record<string, CurrencyCode>> = { uk: 'GBP', fr: 'EUR', us: 'USD', jp: 'JPY' }
const FRENCH = { women: 'Femme', men: 'Homme', kids: 'Enfant' }
const ENGLISH = { women: 'Women', men: 'Men', kids: 'Kids' }
const SOLD_OUT_NOTICE = '<p>Sorry, this piece is currently out of stock</p>'

export const shop = defineShop({
  site: SITE,
  about: 'Luxury fashion in four countries: /uk, /fr, /us, /jp',

  home: (request, ctx) => clothingList(marketContextOf('uk', 'GBP', request, ctx)),

  handle(request, ctx) {
    const [, country = 'us', rest = ''] = /^(?:\/([a-z]{2}))?(\/shopping\/.*)$/.exec(request.path) ?? []
    const currency = Object.hasOwn(COUNTRIES, country) ? COUNTRIES[country] : undefined
    return currency && route(rest, marketContextOf(country, currency, request, ctx))
  },
})

function marketContextOf(
  country: string,
  currency: CurrencyCode,
  request: SandboxRequest,
  ctx: ShopContext,
): MarketContext {
  const root = `${request.base}/${country}`
  return {
    site: SITE,
    request,
    ctx,
    kind: 'luxury',
    lang: request.query.get('lang') ?? 'en-GB',
    currency,
    root,
    search: { path: '/shopping/items.aspx', name: 'q' },
    addressOf: one => root + pathOf(one),
  }
}

function pathOf(product: SandboxProduct): string {
  return `/shopping/${genderOf(product)}/${product.slug}-item-${product.id}.aspx`
}

function route(rest: string, context: MarketContext): SandboxResponse | undefined {
  if (/^\/shopping\/(?:[a-z]+\/)?items\.aspx$/.test(rest)) return clothingList(context)
  const id = /^\/shopping\/(?:[^/]+\/[^/]+-)?item-(\d+)\.aspx$/.exec(rest)?.[1]
  const product = id && context.ctx.catalog.byId('luxury', id)
  if (!product) return undefined
  // Any other URL with the product's id redirects to its canonical URL.
  return rest === pathOf(product)
    ? pieceOrSoldOutPage(context, product)
    : redirectReply(context.addressOf(product) + context.request.url.search)
}

/** Pages of some sold-out products contain only the notice and a list of other products. */
function pieceOrSoldOutPage(context: MarketContext, product: SandboxProduct): SandboxResponse {
  const gone = product.sizes.every(size => size.quantity === 0)
  if (gone && product.position % 8 === 1) {
    const others = context.ctx.catalog.family(product).filter(one => one !== product)
    const list = {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: others.map(one => plainProduct(productViewOf(context, one))),
    }
    return page(context, product, [list], '', SOLD_OUT_NOTICE)
  }
  return piecePage(context, product, gone)
}

function piecePage(context: MarketContext, product: SandboxProduct, gone: boolean): SandboxResponse {
  const view = productViewOf(context, product)
  const { position } = product
  // A few pages have only JSON-LD, a few only the state.
  const state = position % 11 === 5 ? '' : stateScript(position, viewModel(view))
  const productBlock = position % 7 === 3 ? plainProduct(view) : productGroup(view)
  const blocks = state && position % 13 === 6 ? [] : [productBlock, breadcrumbList(view)]
  return page(context, product, blocks, state, (gone ? SOLD_OUT_NOTICE : '') + clothingBody(context, product))
}

function productViewOf(context: MarketContext, product: SandboxProduct): ProductView {
  const names = context.lang.startsWith('fr') ? FRENCH : ENGLISH
  return {
    product,
    currency: context.currency,
    origin: context.request.origin,
    root: context.root,
    genderName: names[genderOf(product)],
  }
}

function page(
  context: MarketContext,
  product: SandboxProduct,
  blocks: readonly unknown[],
  scripts: string,
  body: string,
): SandboxResponse {
  const head = blocks.map(one => `<script type="application/ld+json">${scriptJson(one)}</script>`).join('\n')
  return htmlReply(
    context.ctx.page({
      ...clothingShell(context),
      title: `${product.brand} ${product.model}`,
      head,
      body,
      scripts,
      weightBytes: 360_000 + (product.id % 9) * 25_000,
    }),
  )
}
