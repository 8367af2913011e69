// The sandbox shop for sneakerhub: product pages with their state, price rows, the current and the older search.
import { currencyOf, formatPrice } from '../../currencies.ts'
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
import {
  asksOf,
  isApparel,
  KIND,
  listEntryOf,
  lowestAskOf,
  olderResultOf,
  popularityOf,
  priceRowsOf,
  sectionOf,
  skuOf,
} from './market-data.ts'
import { templateOf } from './template.ts'

const SITE = 'sneakerhub'
/** Changes with each release of the real site. */
const BUILD = 'sandbox-2026-01'
const PER_PAGE = 24

export const shop = defineShop({
  site: SITE,
  about: 'Sneakers and apparel, resold: a price for every size',

  home: (request, ctx) => listPage(request, ctx, 'Most popular', allProducts(ctx)),

  handle(request, ctx) {
    const { path } = request
    if (path === '/web-api/v1/product_variants/buy_bar_data') return buyBar(request, ctx)
    if (path === '/web-api/consumer-search/get-product-search-results') return currentSearch(request, ctx)
    const older = /^\/(?:search|browse\/group_id)\/([^/]+)$/.exec(path)
    if (older) return olderSearch(request, ctx, path.startsWith('/search') ? (older[1] ?? '') : '')
    if (path === '/search') {
      const words = request.query.get('query') ?? ''
      return listPage(request, ctx, `Results for “${words}”`, search(ctx, words))
    }
    if (path === '/sneakers' || path === '/apparel') return sectionPage(request, ctx)
    const found = productAt(path, ctx)
    if (!found) return undefined
    return path.startsWith('/_next/')
      ? jsonReply({ pageProps: propsOf(found, request), __N_SSP: true })
      : htmlReply(productPage(found, request, ctx, propsOf(found, request)))
  },

  notFound(request, ctx) {
    if (request.path.startsWith('/web-api/'))
      return jsonReply({ success: false, messages: ['Not found'] }, 404)
    const body = '<h1>404</h1><p>This page could not be found.</p>'
    return htmlReply(ctx.page({ ...shellOf(request), title: 'Page not found', body }), 404)
  },

  changed(request, ctx) {
    if (request.path.startsWith('/web-api/')) return jsonReply({ result: { entries: [] } })
    const found = productAt(request.path, ctx)
    return found && htmlReply(productPage(found, request, ctx, { product: { key: found.slug } }))
  },
})

/** Finds a product by its page or data route, only in its own section. */
function productAt(path: string, ctx: ShopContext): SandboxProduct | undefined {
  const [, section, slug = ''] =
    /^(?:\/_next\/data\/[^/]+\/en-us)?\/(sneakers|apparel)\/([^/]+?)(?:\.json)?$/.exec(path) ?? []
  const product = ctx.catalog.bySlug(KIND, slug)
  return product && sectionOf(product) === section ? product : undefined
}

function allProducts(ctx: ShopContext): readonly SandboxProduct[] {
  return search(ctx, '')
}

/** The most popular first, with or without a query. */
function search(ctx: ShopContext, words: string): readonly SandboxProduct[] {
  return ctx.catalog
    .search(KIND, words)
    .map(product => ({ product, popularity: popularityOf(product) }))
    .toSorted((a, b) => b.popularity - a.popularity)
    .map(one => one.product)
}

function slice(found: readonly SandboxProduct[], page: number, perPage: number): readonly SandboxProduct[] {
  return found.slice((page - 1) * perPage, page * perPage)
}

function integerParam(query: URLSearchParams, name: string, initial: number, most: number): number {
  const value = Number(query.get(name) ?? initial)
  return Number.isInteger(value) && value >= 1 ? Math.min(value, most) : initial
}

function currentSearch({ query, origin }: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const found = search(ctx, query.get('queryString') ?? '')
  const page = integerParam(query, 'pageNumber', 1, 10_000)
  const items = slice(found, page, integerParam(query, 'pageLimit', 12, 100))
  return jsonReply({
    data: { productsList: items.map(one => listEntryOf(one, origin)), totalResults: found.length },
  })
}

function olderSearch({ query, origin }: SandboxRequest, ctx: ShopContext, words: string): SandboxResponse {
  if (!query.get('key')) return jsonReply({ message: 'A valid key is required' }, 401)
  const found = search(ctx, words)
  const perPage = integerParam(query, 'num_results_per_page', PER_PAGE, 100)
  const items = slice(found, integerParam(query, 'page', 1, 10_000), perPage)
  return jsonReply({
    response: {
      facets: [],
      groups: [],
      results: items.map(one => olderResultOf(one, origin)),
      sort_options: [],
      total_num_results: found.length,
    },
    request: { term: words, num_results_per_page: perPage },
  })
}

/** Finds a product by id or slug. */
function buyBar({ query }: SandboxRequest, ctx: ShopContext): SandboxResponse | undefined {
  const wanted = query.get('productTemplateId') ?? ''
  const product = ctx.catalog.byId(KIND, wanted) ?? ctx.catalog.bySlug(KIND, wanted)
  return product && jsonReply(priceRowsOf(product, currencyOf(query.get('countryCode') ?? 'US')))
}

function shellOf({ base }: SandboxRequest) {
  return {
    site: SITE,
    base,
    lang: 'en-us',
    nav: [
      { href: `${base}/sneakers`, text: 'Sneakers' },
      { href: `${base}/apparel`, text: 'Apparel' },
    ],
    search: { action: `${base}/search`, name: 'query' },
  }
}

function sectionPage(request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const apparel = request.path === '/apparel'
  const products = allProducts(ctx).filter(one => isApparel(one) === apparel)
  return listPage(request, ctx, apparel ? 'Apparel' : 'Sneakers', products)
}

function listPage(
  request: SandboxRequest,
  ctx: ShopContext,
  title: string,
  products: readonly SandboxProduct[],
): SandboxResponse {
  const { base, path, query, origin } = request
  const page = integerParam(query, 'page', 1, 10_000)
  const link = (to: number): string => {
    const words = query.get('query')
    return `${base}${path}?${new URLSearchParams({ ...(words ? { query: words } : {}), page: String(to) })}`
  }
  const body =
    products.length === 0
      ? `<h1>${escapeHtml(title)}</h1><p>No results.</p>`
      : `<h1>${escapeHtml(title)}</h1><p>${products.length} products</p>
${productGrid(slice(products, page, PER_PAGE), origin, one => addressOf(one, base), priceOf)}
${pager(page, Math.ceil(products.length / PER_PAGE), link)}`
  return htmlReply(ctx.page({ ...shellOf(request), title, body }))
}

function addressOf(product: SandboxProduct, base: string): string {
  return `${base}/${sectionOf(product)}/${product.slug}`
}

function priceOf(product: SandboxProduct): string {
  const lowest = lowestAskOf(product)
  return lowest ? `from ${formatPrice(lowest.cents, 'USD')}` : 'Sold out'
}

function propsOf(product: SandboxProduct, { origin, base }: SandboxRequest): Record<string, unknown> {
  return {
    productTemplate: templateOf(product, origin, base),
    offers: null,
    currency: { isoCode: 'USD', symbol: '$' },
    isFashion: isApparel(product),
  }
}

function productPage(
  product: SandboxProduct,
  request: SandboxRequest,
  ctx: ShopContext,
  pageProps: Record<string, unknown>,
): string {
  const { base, origin } = request
  const state = {
    props: { pageProps, __N_SSP: true },
    page: `/${sectionOf(product)}/[productSlug]`,
    query: { productSlug: product.slug },
    buildId: BUILD,
    isFallback: false,
    locale: 'en-us',
  }
  const images = product.pictures.map(path => `<img src="${origin}${path}" alt="" loading="lazy">`)
  const rows = asksOf(product).map(
    ({ option, shoe, box, cents }) =>
      `<tr><td>${option.presentation}</td><td>${shoe.replaceAll('_', ' ')}</td><td>${box.replaceAll('_', ' ')}</td><td>${cents === undefined ? '–' : formatPrice(cents, 'USD')}</td></tr>`,
  )
  const others = ctx.catalog.family(product).filter(one => one !== product)
  const body = `<h1>${escapeHtml(product.name)}</h1><p>${skuOf(product)} · ${priceOf(product)}</p>
<div class="gallery">${images.join('')}</div><p>${escapeHtml(product.description)}</p>
<table><tr><th>Size</th><th>Condition</th><th>Box</th><th>Price</th></tr>${rows.join('')}</table>
<h2>Other colours</h2>${productGrid(others, origin, one => addressOf(one, base), priceOf)}`
  return ctx.page({
    ...shellOf(request),
    title: product.name,
    head: `<link rel="canonical" href="${addressOf(product, base)}">`,
    body,
    scripts: `<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`,
    // As large as the real pages, which vary.
    weightBytes: 180_000 + (product.id % 8) * 40_000,
  })
}
