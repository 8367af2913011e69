// The sandbox shop for departmentstore: the product API, the reviews route, and pages that embed the same object.
import { formatPrice } from '../../currencies.ts'
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
import { isMaster, productJson, pathOf, reviewsOf } from './product-data.ts'

const PER_PAGE = 24

export const shop = defineShop({
  site: 'departmentstore',
  about: 'home, clothing and travel goods, with a product interface at /xapi and reviews',
  handle(request, ctx) {
    const { path, query } = request
    if (path === '/' || path === '/shop/search') return listPage(request, ctx)
    const [, requestedId, reviews] = /^\/xapi\/digital\/v1\/product\/(\d+)(\/reviews)?$/.exec(path) ?? []
    const inPage = path.startsWith('/shop/product/') ? query.get('ID') : null
    const product = ctx.catalog.byId('general', requestedId ?? inPage ?? '')
    if (!product) return undefined
    if (reviews) return jsonReply({ review: reviewsOf(product, request.origin) })
    return requestedId === undefined
      ? productPage(product, request, ctx)
      : jsonReply(productResponse(product, request, ctx))
  },
})

function productResponse(product: SandboxProduct, { origin }: SandboxRequest, { catalog }: ShopContext) {
  const family = catalog.family(product)
  // A set comes with its members, the set itself first.
  const members = isMaster(product) ? [product, ...family.filter(one => one !== product)] : [product]
  return {
    product: members.map(one => productJson(one, family, origin)),
    meta: { analytics: { data: { page_type: 'product', product_id: [String(product.id)] } } },
    uiKillSwitches: { responsiveBagNewUrlEnabled: true },
  }
}

function shellOf({ base }: SandboxRequest, words = '') {
  return {
    site: 'departmentstore',
    base,
    nav: ['kitchen', 'bath', 'bags', 'robes', 'slippers'].map(text => ({
      href: `${base}/shop/search?keyword=${text}`,
      text,
    })),
    search: { action: `${base}/shop/search`, name: 'keyword', value: words },
  }
}

function listPage(request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const { base, query } = request
  const words = query.get('keyword') ?? ''
  const found = ctx.catalog.search('general', words)
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE))
  const requestedPage = query.get('page') ?? ''
  const page = Math.min(pages, /^[1-9]\d{0,3}$/.test(requestedPage) ? Number(requestedPage) : 1)
  const grid = productGrid(
    found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    request.origin,
    one => base + pathOf(one),
    one => formatPrice(one.priceCents, 'USD'),
  )
  const href = (one: number): string => `${base}/shop/search?keyword=${encodeURIComponent(words)}&page=${one}`
  const body = `<h1>${words ? escapeHtml(words) : 'All products'}</h1><p>${found.length === 0 ? 'No results' : `${found.length} products`}</p>${grid}${pager(page, pages, href)}`
  return htmlReply(
    ctx.page({ ...shellOf(request, words), title: 'departmentstore', body, weightBytes: 220_000 }),
  )
}

function productPage(product: SandboxProduct, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const { name, brand, priceCents, rating } = product
  const pictures = product.pictures.map(
    one => `<img src="${request.origin}${one}" alt="${escapeHtml(name)}" width="400" height="400">`,
  )
  const reviews = product.reviews.map(
    one => `<li><strong>${escapeHtml(one.title)}</strong> (${one.rating} of 5) ${escapeHtml(one.text)}</li>`,
  )
  const body = `<h1>${escapeHtml(name)}</h1><p>${escapeHtml(brand)} · ${formatPrice(priceCents, 'USD')}</p><div class="gallery">${pictures.join('')}</div>
<p>${escapeHtml(product.description)}</p><h2>Reviews${rating === undefined ? '' : `: ${rating} of 5`}</h2><ul>${reviews.join('')}</ul>
<p><a href="${request.base}/xapi/digital/v1/product/${product.id}">As JSON</a></p>`
  return htmlReply(
    ctx.page({
      ...shellOf(request),
      title: `${name} - departmentstore`,
      body,
      scripts: `<script>window.__INITIAL_STATE__ = ${scriptJson(productResponse(product, request, ctx))};</script>`,
      weightBytes: 380_000,
    }),
  )
}
