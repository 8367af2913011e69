// The sandbox shop for sportswear: pages with their state in four markets, and the feed below /api.
import { formatPrice } from '../../currencies.ts'
import { escapeHtml, pager, productGrid, scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import {
  defineShop,
  htmlReply,
  jsonReply,
  redirectReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import {
  jsonLdOf,
  type Market,
  MARKETS,
  pageUrl,
  type MarketUrls,
  stateOf,
  styleSlug,
  threadOf,
} from './state.ts'

const PER_PAGE = 24

interface RequestContext {
  readonly request: SandboxRequest
  readonly ctx: ShopContext
  readonly urls: MarketUrls
}

export const shop = defineShop({
  site: 'sportswear',
  about: 'shoes and tops in the markets US, GB, FR and JP, with a product feed at /api',
  handle(request, ctx) {
    if (request.path === '/api/product_feed/threads/v3/') return feed(request, ctx)
    const market =
      MARKETS.find(one => one.path !== '' && `${request.path}/`.startsWith(`${one.path}/`)) ?? MARKETS[0]
    if (!market) return undefined
    const urls: MarketUrls = { market, base: request.base, origin: request.origin }
    return route({ request, ctx, urls }, request.path.slice(market.path.length) || '/')
  },
})

function route(context: RequestContext, path: string): SandboxResponse | undefined {
  if (path === '/' || path === '/w') return listPage(context)
  const [, name, sku] = /^\/t\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  if (name === undefined) return undefined
  const { catalog } = context.ctx
  if (sku === undefined) {
    const first = catalog.products('sneakers').find(one => styleSlug(one) === name)
    return first && productPage(context, first)
  }
  const product = catalog.bySku('sneakers', sku)
  if (!product) return undefined
  // Any other name before the colour redirects to the canonical URL.
  return styleSlug(product) === name
    ? productPage(context, product)
    : redirectReply(pageUrl(product, context.urls))
}

function shellOf({ urls: { base, market } }: RequestContext, words = '') {
  return {
    site: 'sportswear',
    base: base + market.path,
    lang: market.language,
    nav: MARKETS.map(one => ({ href: `${base}${one.path}/`, text: one.code })),
    search: { action: `${base}${market.path}/w`, name: 'q', value: words },
  }
}

function price(product: SandboxProduct, { currency }: Market): string {
  return formatPrice(product.priceCents, currency)
}

function listPage(context: RequestContext): SandboxResponse {
  const { request, ctx, urls } = context
  const words = request.query.get('q') ?? ''
  const found = ctx.catalog.search('sneakers', words)
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE))
  const requestedPage = request.query.get('page') ?? ''
  const page = Math.min(pages, /^[1-9]\d{0,3}$/.test(requestedPage) ? Number(requestedPage) : 1)
  const grid = productGrid(
    found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    request.origin,
    one => pageUrl(one, urls),
    one => price(one, urls.market),
  )
  const href = (one: number): string =>
    `${urls.base}${urls.market.path}/w?q=${encodeURIComponent(words)}&page=${one}`
  const body = `<h1>${words ? escapeHtml(words) : 'All products'}</h1><p>${found.length === 0 ? 'No results' : `${found.length} products`}</p>${grid}${pager(page, pages, href)}`
  return htmlReply(ctx.page({ ...shellOf(context, words), title: 'sportswear', body, weightBytes: 200_000 }))
}

function productPage(context: RequestContext, product: SandboxProduct): SandboxResponse {
  const { request, ctx, urls } = context
  const colours = ctx.catalog.family(product)
  const states = Object.fromEntries(colours.map(one => [one.sku, stateOf(one, urls)]))
  // Some pages have no selected colour; all colours are always listed.
  const selectedProduct = product.position % 13 === 5 ? null : states[product.sku]
  const state = {
    props: {
      pageProps: {
        selectedProduct,
        productGroups: [{ groupKey: product.styleCode, products: states }],
        marketPlace: urls.market.code,
        locale: { country: urls.market.code.toLowerCase() },
      },
    },
    page: '/t/[...slug]',
    buildId: 'sandbox',
  }
  const swatches = colours.map(one => `<a href="${pageUrl(one, urls)}">${escapeHtml(one.colour.name)}</a>`)
  const pictures = product.pictures.map(
    one => `<img src="${request.origin}${one}" alt="${escapeHtml(product.name)}" width="400" height="400">`,
  )
  const sizes = product.sizes.map(
    size =>
      `<label><input type="radio" name="size"${size.quantity > 0 ? '' : ' disabled'}> ${escapeHtml(size.label)}</label>`,
  )
  const body = `<h1>${escapeHtml(product.name)}</h1><p>${price(product, urls.market)}</p><p>${swatches.join(' · ')}</p>
<div class="gallery">${pictures.join('')}</div><fieldset>${sizes.join(' ')}</fieldset><p>${escapeHtml(product.description)}</p><p>Style: ${product.sku}</p>`
  return htmlReply(
    ctx.page({
      ...shellOf(context),
      title: `${product.name} - sportswear`,
      head: `<script type="application/ld+json">${scriptJson(jsonLdOf(product, urls))}</script>`,
      body,
      scripts: `<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`,
      weightBytes: 420_000,
    }),
  )
}

function feed({ query, base, origin }: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const filters = new Map(
    query.getAll('filter').map((one): [string, string] => {
      const [, name = '', value = ''] = /^([\w.]+)\((.*)\)$/.exec(one) ?? []
      return [name, value]
    }),
  )
  const market = MARKETS.find(one => one.code === filters.get('marketplace'))
  if (!market || !filters.get('language')) {
    return jsonReply(
      { errors: [{ code: 'BAD_REQUEST', message: 'marketplace and language are needed' }] },
      400,
    )
  }
  const product = ctx.catalog.bySku('sneakers', filters.get('productInfo.merchProduct.styleColor') ?? '')
  const objects = product ? [threadOf(product, { market, base, origin })] : []
  return jsonReply({
    pages: { prev: '', next: '', totalPages: objects.length, totalResources: objects.length },
    objects,
  })
}
