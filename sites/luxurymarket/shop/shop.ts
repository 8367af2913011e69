// The sandbox's luxurymarket: pieces of many boutiques in four countries, on pages of several generations.
import type { CurrencyCode } from '#stage/currencies'
import { scriptJson } from '#stage/page-shell'
import type { Product } from '#stage/product'
import {
  defineShop,
  htmlReply,
  redirectReply,
  type ShopContext,
  type ShopReply,
  type ShopRequest,
} from '#stage/define-shop'
import { type MarketContext, clothingBody, clothingShell, clothingList } from '#stage/clothing-list'
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
  request: ShopRequest,
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

function pathOf(product: Product): string {
  return `/shopping/${genderOf(product)}/${product.slug}-item-${product.id}.aspx`
}

function route(rest: string, context: MarketContext): ShopReply | undefined {
  if (/^\/shopping\/(?:[a-z]+\/)?items\.aspx$/.test(rest)) return clothingList(context)
  const id = /^\/shopping\/(?:[^/]+\/[^/]+-)?item-(\d+)\.aspx$/.exec(rest)?.[1]
  const product = id && context.ctx.catalogue.byId('luxury', id)
  if (!product) return undefined
  // Whatever stands before the number, a piece has one address.
  return rest === pathOf(product)
    ? pieceOrSoldOutPage(context, product)
    : redirectReply(context.addressOf(product) + context.request.url.search)
}

/** Of some pieces that are gone nothing is left but the sentence and what else there is. */
function pieceOrSoldOutPage(context: MarketContext, product: Product): ShopReply {
  const gone = product.sizes.every(size => size.quantity === 0)
  if (gone && product.position % 8 === 1) {
    const others = context.ctx.catalogue.family(product).filter(one => one !== product)
    const list = {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: others.map(one => plainProduct(productViewOf(context, one))),
    }
    return page(context, product, [list], '', SOLD_OUT_NOTICE)
  }
  return piecePage(context, product, gone)
}

function piecePage(context: MarketContext, product: Product, gone: boolean): ShopReply {
  const sight = productViewOf(context, product)
  const { position } = product
  // A few pages tell only search engines, a few only their own scripts.
  const state = position % 11 === 5 ? '' : stateScript(position, viewModel(sight))
  const productBlock = position % 7 === 3 ? plainProduct(sight) : productGroup(sight)
  const blocks = state && position % 13 === 6 ? [] : [productBlock, breadcrumbList(sight)]
  return page(context, product, blocks, state, (gone ? SOLD_OUT_NOTICE : '') + clothingBody(context, product))
}

function productViewOf(context: MarketContext, product: Product): ProductView {
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
  product: Product,
  blocks: readonly unknown[],
  scripts: string,
  body: string,
): ShopReply {
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
