// The sandbox shop for fastfashion2: variants and pages in two countries, and the catalog service on the same origin.
import type { CurrencyCode } from '../../currencies.ts'
import { slugOf } from '../../make-products.ts'
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
import { type MarketContext, clothingBody, clothingShell, clothingList } from '../../clothing-list.ts'
import { catalogEntry, catalogIdIn, idOf, variantMap } from './answers.ts'

const SITE = 'fastfashion2'

interface Market {
  readonly path: string
  readonly lang: string
  readonly currency: CurrencyCode
}

const UK: Market = { path: '/uk/en', lang: 'en-GB', currency: 'GBP' }
const FR: Market = { path: '/fr/fr', lang: 'fr-FR', currency: 'EUR' }
const VARIANTS = '/on/demandware.store/Sites-'

export const shop = defineShop({
  site: SITE,
  about: 'Clothing in two countries, /uk/en and /fr/fr, with a catalog service',

  home: (request, ctx) => clothingList(marketContextOf(UK, request, ctx)),

  handle(request, ctx) {
    const { path } = request
    if (path === '/data/products.json') return catalogAnswer(request, ctx)
    if (path.startsWith(VARIANTS)) return variantsAnswer(request, ctx)
    const market = [UK, FR].find(one => `${path}/`.startsWith(`${one.path}/`))
    if (!market) return undefined
    const context = marketContextOf(market, request, ctx)
    const rest = path.slice(market.path.length)
    if (rest === '' || rest === '/' || rest === '/search') return clothingList(context)
    const product = productOf(/^\/product\/[^/]*?(\d{6})\.html$/.exec(rest)?.[1], ctx)
    return product && productPage(product, context)
  },
})

function productOf(id: string | undefined, ctx: ShopContext): SandboxProduct | undefined {
  return id === undefined ? undefined : ctx.catalog.byId('clothing', catalogIdIn(id))
}

function marketContextOf(market: Market, request: SandboxRequest, ctx: ShopContext): MarketContext {
  const root = request.base + market.path
  return {
    site: SITE,
    request,
    ctx,
    lang: market.lang,
    currency: market.currency,
    root,
    search: { path: '/search', name: 'q' },
    addressOf: product => addressIn(root, product),
  }
}

function addressIn(root: string, product: SandboxProduct): string {
  return `${root}/product/${slugOf(product.model)}-${idOf(product)}.html`
}

/** Returns a list for every id, an empty one for an unknown id. */
function catalogAnswer({ query, origin, base }: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const product = productOf(/^id:(.+)$/.exec(query.get('filter') ?? '')?.[1], ctx)
  // Some responses include the other colours of the model.
  const found = product && product.position % 6 === 1 ? ctx.catalog.family(product) : product ? [product] : []
  const results = found.map(one => catalogEntry(one, origin, addressIn(base + UK.path, one)))
  return jsonReply({
    Limit: 10,
    Offset: 0,
    TotalResults: results.length,
    Locale: 'en_GB',
    Results: results,
    Includes: {},
    HasErrors: false,
    Errors: [],
  })
}

/** Returns an empty map for an unknown id. */
function variantsAnswer({ path, query }: SandboxRequest, ctx: ShopContext): SandboxResponse | undefined {
  const [, country] =
    /^\/on\/demandware\.store\/Sites-(GB-Site\/en_GB|FR-Site\/fr_FR)\/Product-GetVariants$/.exec(path) ?? []
  if (country === undefined) return undefined
  const product = productOf(query.get('pid') ?? '', ctx)
  const { currency } = country.startsWith('FR') ? FR : UK
  const map = product ? variantMap(coloursOf(product, ctx), currency) : {}
  // Some responses come from a template, with leading white space and unquoted keys.
  const body = product && product.position % 7 === 3 ? unquotedJson(map) : JSON.stringify(map)
  return { ...jsonReply(null), body }
}

function unquotedJson(map: unknown): string {
  return `\n\n\t${JSON.stringify(map, undefined, 1).replace(/^( {2,})"(\w+)":/gm, '$1$2:')}\n`
}

/** The requested colour first. */
function coloursOf(product: SandboxProduct, ctx: ShopContext): readonly SandboxProduct[] {
  return [product, ...ctx.catalog.family(product).filter(one => one !== product)]
}

function productPage(product: SandboxProduct, context: MarketContext): SandboxResponse {
  const map = variantMap(coloursOf(product, context.ctx), context.currency)
  return htmlReply(
    context.ctx.page({
      ...clothingShell(context),
      title: product.model,
      head: `<link rel="canonical" href="${context.addressOf(product)}">`,
      body: clothingBody(context, product),
      scripts: `<script>var pdpVariationsJSON = ${scriptJson(map)};</script>`,
      weightBytes: 260_000 + (product.id % 7) * 40_000,
    }),
  )
}
