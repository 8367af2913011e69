// The sandbox shop for storefront: three merchants on one platform, at `/` and two sub-paths, each with its own products.
import { convertAmount, currencies, type CurrencyCode } from '../../currencies.ts'
import { escapeHtml, pager, productGrid, scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import {
  defineShop,
  htmlReply,
  jsonReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { handleOf, listItem, productAnswer, type Merchant } from '../../hosted-product.ts'
import { scriptAnswer } from '../../hosted-script-product.ts'

const MERCHANTS: readonly Merchant[] = [
  { path: '', title: 'Home & Table', kind: 'general', currency: 'USD', offset: '-05:00' },
  { path: '/street', title: 'Street Corner', kind: 'sneakers', currency: 'GBP', offset: '+00:00' },
  { path: '/atelier', title: 'Atelier Nord', kind: 'clothing', currency: 'EUR', offset: '+01:00' },
]
const SUGGESTIONS = 10
const PAGE_SIZE = 24

interface RequestContext {
  readonly merchant: Merchant
  readonly request: SandboxRequest
  readonly ctx: ShopContext
  /** URL of this merchant. */
  readonly base: string
}

export const shop = defineShop({
  site: 'storefront',
  about: 'three merchants on a hosted platform: /, /street and /atelier',
  handle(request, ctx) {
    const merchant =
      MERCHANTS.find(one => one.path !== '' && `${request.path}/`.startsWith(`${one.path}/`)) ?? MERCHANTS[0]
    if (!merchant) return undefined
    const context: RequestContext = { merchant, request, ctx, base: request.base + merchant.path }
    return route(context, request.path.slice(merchant.path.length) || '/')
  },
})

function route(context: RequestContext, path: string): SandboxResponse | undefined {
  if (path === '/' || path === '/collections/all')
    return listPage(context, context.request.query.get('q') ?? '')
  if (path === '/search') return listPage(context, context.request.query.get('q') ?? '')
  if (path === '/products.json') return listRoute(context)
  if (path === '/search/suggest.json') return suggestRoute(context)
  const [, handle = '', ending] = /^\/products\/([^/]+?)(\.json|\.js)?$/.exec(path) ?? []
  const product = context.ctx.catalog.bySlug(context.merchant.kind, handle)
  if (!product) return undefined
  const { merchant, request } = context
  if (ending === '.json') return escapedJson({ product: productAnswer(product, merchant, request.origin) })
  if (ending === '.js') return jsonReply(scriptAnswer(product, merchant, request.origin))
  return productPage(context, product)
}

function merchantProducts({ ctx, merchant }: RequestContext): readonly SandboxProduct[] {
  return ctx.catalog.products(merchant.kind)
}

function integerParam(text: string | null, fallback: number, max: number): number {
  const number = text !== null && /^\d{1,6}$/.test(text) ? Number(text) : fallback
  return Math.min(Math.max(number, 1), max)
}

function listRoute(context: RequestContext): SandboxResponse {
  const { merchant, request } = context
  const limit = integerParam(request.query.get('limit'), 30, 250)
  const page = integerParam(request.query.get('page'), 1, 100_000)
  const products = merchantProducts(context).slice((page - 1) * limit, page * limit)
  return jsonReply({ products: products.map(one => listItem(one, merchant, request.origin)) })
}

function suggestRoute(context: RequestContext): SandboxResponse {
  const { merchant, request, ctx } = context
  const words = request.query.get('q') ?? ''
  const found = words.trim() === '' ? [] : ctx.catalog.search(merchant.kind, words)
  const products = found.slice(0, SUGGESTIONS).map(one => ({
    available: one.sizes.some(size => size.quantity > 0),
    handle: handleOf(one),
    image: request.origin + (one.pictures[0] ?? ''),
    price: convertAmount(one.priceCents, merchant.currency).toFixed(2),
    title: one.name,
    url: `${merchant.path}/products/${handleOf(one)}?_pos=1&_psq=${encodeURIComponent(words)}&_ss=e&_v=1.0`,
  }))
  return jsonReply({ resources: { results: { products } } })
}

/** The platform escapes angle brackets and slashes in a product's JSON. */
function escapedJson(value: unknown): SandboxResponse {
  const body = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('/', '\\/')
  return { ...jsonReply(null), body }
}

function price(dollarCents: number, code: CurrencyCode): string {
  return `${currencies[code].symbol}${convertAmount(dollarCents, code).toFixed(2)}`
}

function shellOf({ merchant, base }: RequestContext, words = '') {
  return {
    site: merchant.title,
    base,
    nav: [
      { href: `${base}/collections/all`, text: 'All products' },
      { href: `${base}/products.json?limit=5`, text: 'products.json' },
    ],
    search: { action: `${base}/search`, name: 'q', value: words },
  }
}

function listPage(context: RequestContext, words: string): SandboxResponse {
  const { merchant, request, ctx, base } = context
  const found = ctx.catalog.search(merchant.kind, words)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = integerParam(request.query.get('page'), 1, pages)
  const grid = productGrid(
    found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    request.origin,
    one => `${base}/products/${handleOf(one)}`,
    one => price(one.priceCents, merchant.currency),
  )
  const links = pager(page, pages, one => `${base}/search?q=${encodeURIComponent(words)}&page=${one}`)
  const heading = words ? `Results for “${escapeHtml(words)}”` : 'All products'
  const body = `<h1>${heading}</h1><p>${found.length === 0 ? 'No results' : `${found.length} products`}</p>${grid}${links}`
  return htmlReply(
    ctx.page({ ...shellOf(context, words), title: merchant.title, body, weightBytes: 180_000 }),
  )
}

function productPage(context: RequestContext, product: SandboxProduct): SandboxResponse {
  const { merchant, request, ctx, base } = context
  const { name, brand, description, priceCents } = product
  const cost = convertAmount(priceCents, merchant.currency)
  const offers = { '@type': 'Offer', price: cost.toFixed(2), priceCurrency: merchant.currency }
  const jsonLd = { '@context': 'http://schema.org/', '@type': 'Product', name, description, brand, offers }
  const pictures = product.pictures.map(
    one => `<img src="${request.origin}${one}" alt="${escapeHtml(name)}" width="400" height="400">`,
  )
  const body = `<h1>${escapeHtml(name)}</h1><p>${escapeHtml(brand)} · ${price(priceCents, merchant.currency)}</p>
<div class="gallery">${pictures.join('')}</div><p>${escapeHtml(description)}</p>
<form><select name="id">${product.sizes.map(size => `<option${size.quantity ? '' : ' disabled'}>${escapeHtml(size.label)}</option>`).join('')}</select></form>
<p><a href="${base}/products/${handleOf(product)}.json">As JSON</a></p>`
  return htmlReply(
    ctx.page({
      ...shellOf(context),
      title: `${name} – ${merchant.title}`,
      head: `<script type="application/ld+json">${scriptJson(jsonLd)}</script>
<script>var Shopify = Shopify || {}; Shopify.currency = ${scriptJson({ active: merchant.currency, rate: '1.0' })};</script>`,
      body,
      weightBytes: 240_000 + (product.position % 40) * 4_000,
    }),
  )
}
