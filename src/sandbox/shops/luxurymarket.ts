// The sandbox's luxurymarket: pieces of many boutiques in four countries, on pages of several generations.
import type { CurrencyCode } from '../money.ts'
import { scriptJson } from '../page-shell.ts'
import type { Product } from '../product.ts'
import {
  defineShop,
  htmlReply,
  redirectReply,
  type ShopContext,
  type ShopReply,
  type ShopRequest,
} from '../shop.ts'
import { type Aisle, clothingBody, clothingDress, clothingList } from './clothing-list.ts'
import {
  breadcrumbList,
  genderOf,
  plainProduct,
  productGroup,
  type Sight,
  stateScript,
  viewModel,
} from './luxurymarket-state.ts'

const SITE = 'luxurymarket'
const COUNTRIES: Readonly<Record<string, CurrencyCode>> = { uk: 'GBP', fr: 'EUR', us: 'USD', jp: 'JPY' }
const FRENCH = { women: 'Femme', men: 'Homme', kids: 'Enfant' }
const ENGLISH = { women: 'Women', men: 'Men', kids: 'Kids' }
const SORRY = '<p>Sorry, this piece is currently out of stock</p>'

export const luxurymarket = defineShop({
  site: SITE,
  about: 'Luxury fashion in four countries: /uk, /fr, /us, /jp',

  home: (request, ctx) => clothingList(aisleOf('uk', 'GBP', request, ctx)),

  handle(request, ctx) {
    const [, country = 'us', rest = ''] = /^(?:\/([a-z]{2}))?(\/shopping\/.*)$/.exec(request.path) ?? []
    const currency = Object.hasOwn(COUNTRIES, country) ? COUNTRIES[country] : undefined
    return currency && route(rest, aisleOf(country, currency, request, ctx))
  },
})

function aisleOf(country: string, currency: CurrencyCode, request: ShopRequest, ctx: ShopContext): Aisle {
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

function route(rest: string, aisle: Aisle): ShopReply | undefined {
  if (/^\/shopping\/(?:[a-z]+\/)?items\.aspx$/.test(rest)) return clothingList(aisle)
  const id = /^\/shopping\/(?:[^/]+\/[^/]+-)?item-(\d+)\.aspx$/.exec(rest)?.[1]
  const product = id && aisle.ctx.catalogue.byId('luxury', id)
  if (!product) return undefined
  // Whatever stands before the number, a piece has one address.
  return rest === pathOf(product)
    ? pieceOrSorry(aisle, product)
    : redirectReply(aisle.addressOf(product) + aisle.request.url.search)
}

/** Of some pieces that are gone nothing is left but the sentence and what else there is. */
function pieceOrSorry(aisle: Aisle, product: Product): ShopReply {
  const gone = product.sizes.every(size => size.quantity === 0)
  if (gone && product.position % 8 === 1) {
    const others = aisle.ctx.catalogue.family(product).filter(one => one !== product)
    const list = {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: others.map(one => plainProduct(sightOf(aisle, one))),
    }
    return page(aisle, product, [list], '', SORRY)
  }
  return piecePage(aisle, product, gone)
}

function piecePage(aisle: Aisle, product: Product, gone: boolean): ShopReply {
  const sight = sightOf(aisle, product)
  const { position } = product
  // A few pages tell only search engines, a few only their own scripts.
  const state = position % 11 === 5 ? '' : stateScript(position, viewModel(sight))
  const told = position % 7 === 3 ? plainProduct(sight) : productGroup(sight)
  const blocks = state && position % 13 === 6 ? [] : [told, breadcrumbList(sight)]
  return page(aisle, product, blocks, state, (gone ? SORRY : '') + clothingBody(aisle, product))
}

function sightOf(aisle: Aisle, product: Product): Sight {
  const names = aisle.lang.startsWith('fr') ? FRENCH : ENGLISH
  return {
    product,
    currency: aisle.currency,
    origin: aisle.request.origin,
    root: aisle.root,
    genderName: names[genderOf(product)],
  }
}

function page(
  aisle: Aisle,
  product: Product,
  blocks: readonly unknown[],
  scripts: string,
  body: string,
): ShopReply {
  const head = blocks.map(one => `<script type="application/ld+json">${scriptJson(one)}</script>`).join('\n')
  return htmlReply(
    aisle.ctx.page({
      ...clothingDress(aisle),
      title: `${product.brand} ${product.model}`,
      head,
      body,
      scripts,
      weightBytes: 360_000 + (product.id % 9) * 25_000,
    }),
  )
}
