// The sandbox shop for sneakerexchange: pages with three versions of the cache, and GraphQL for products and searches.
import { currencies, type CurrencyCode, formatPrice } from '../../currencies.ts'
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
import { answeredProduct, cachedProduct } from './product-data.ts'
import {
  activityOf,
  totalFigures,
  generationOf,
  isApparel,
  KIND,
  nodeOf,
  titleOf,
  uuidOf,
  variantsOf,
} from './market-data.ts'

const SITE = 'sneakerexchange'
const GRAPHQL = '/api/p/e'
const PER_PAGE = 40

export const shop = defineShop({
  site: SITE,
  about: 'Sneakers and streetwear: buyers bid, sellers ask',

  home: (request, ctx) => listPage(request, ctx, 'Most active', search(ctx, '')),

  handle(request, ctx) {
    const { path, query } = request
    if (path === GRAPHQL) return request.method === 'POST' ? handleGraphql(request, ctx) : undefined
    if (path === '/search') {
      const words = query.get('s') ?? ''
      return listPage(request, ctx, `Results for “${words}”`, search(ctx, words))
    }
    if (path === '/sneakers' || path === '/streetwear') {
      const apparel = path === '/streetwear'
      const products = search(ctx, '').filter(one => isApparel(one) === apparel)
      return listPage(request, ctx, apparel ? 'Streetwear' : 'Sneakers', products)
    }
    const product = ctx.catalog.bySlug(KIND, path.slice(1))
    return product && productPage(product, request, ctx, cacheOf(product, request, ctx))
  },

  notFound(request, ctx) {
    if (request.path === GRAPHQL) return jsonReply({ errors: [{ message: 'Not found' }] }, 404)
    const body = '<h1>404</h1><p>This page could not be found.</p>'
    return htmlReply(ctx.page({ ...shellOf(request), title: 'Page not found', body }), 404)
  },

  changed(request, ctx) {
    if (request.path === GRAPHQL) return jsonReply({ data: { node: { key: 'moved' } } })
    const product = ctx.catalog.bySlug(KIND, request.path.slice(1))
    return product && productPage(product, request, ctx, [{ item: { key: product.slug } }])
  },
})

/** The most active first, with or without a query. */
function search(ctx: ShopContext, words: string): readonly SandboxProduct[] {
  return ctx.catalog
    .search(KIND, words)
    .map(product => ({ product, activity: activityOf(product) }))
    .toSorted((a, b) => b.activity - a.activity)
    .map(one => one.product)
}

interface GraphqlRequest {
  readonly operationName?: string
  readonly variables?: {
    readonly id?: string
    readonly currencyCode?: string
    readonly query?: string
    readonly page?: { readonly index?: number; readonly limit?: number }
  }
}

function handleGraphql(request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const { operationName, variables = {} } = JSON.parse(request.body ?? '{}') as GraphqlRequest
  if (operationName === 'GetProduct') {
    const product = productBy(variables.id ?? '', ctx)
    const currency = (variables.currencyCode ?? 'USD') as CurrencyCode
    const known = Object.hasOwn(currencies, currency) ? currency : 'USD'
    return jsonReply({ data: { product: product ? answeredProduct(product, request.origin, known) : null } })
  }
  if (operationName === 'GetSearchResults') {
    const { index = 1, limit = PER_PAGE } = variables.page ?? {}
    const results = resultsOf(search(ctx, variables.query ?? ''), index, limit, request.origin, 'graphql')
    return jsonReply({ data: { browse: { results } } })
  }
  return jsonReply({ errors: [{ message: 'Unknown operation' }] }, 400)
}

/** Finds a product by UUID or urlKey. */
function productBy(key: string, ctx: ShopContext): SandboxProduct | undefined {
  return (
    ctx.catalog.bySlug(KIND, key) ??
    (/^[0-9a-f-]{36}$/.test(key) ? ctx.catalog.products(KIND).find(one => uuidOf(one) === key) : undefined)
  )
}

function resultsOf(
  products: readonly SandboxProduct[],
  page: number,
  limit: number,
  origin: string,
  from: 'page' | 'graphql',
) {
  const shown = products.slice((page - 1) * limit, page * limit)
  return {
    edges: shown.map(one => ({ objectId: uuidOf(one), node: nodeOf(one, origin, from) })),
    pageInfo: {
      limit,
      page,
      // The real site does not always count the pages.
      pageCount: products.length % 2 === 0 ? null : Math.ceil(products.length / limit),
      total: products.length,
    },
  }
}

function shellOf({ base }: SandboxRequest) {
  return {
    site: SITE,
    base,
    nav: [
      { href: `${base}/sneakers`, text: 'Sneakers' },
      { href: `${base}/streetwear`, text: 'Streetwear' },
    ],
    search: { action: `${base}/search`, name: 's' },
  }
}

/** The cache has one entry per query of the page. */
function nextScript(data: readonly unknown[]): string {
  const queries = data.map(one => ({ state: { data: one } }))
  const state = {
    props: { pageProps: { req: { appContext: { states: { query: { value: { queries } } } } } } },
  }
  return `<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`
}

function listPage(
  request: SandboxRequest,
  ctx: ShopContext,
  title: string,
  products: readonly SandboxProduct[],
): SandboxResponse {
  const { base, path, query, origin } = request
  const requestedPage = Number(query.get('page') ?? 1)
  const page = Number.isInteger(requestedPage) && requestedPage >= 1 ? requestedPage : 1
  const link = (to: number): string => {
    const words = query.get('s')
    return `${base}${path}?${new URLSearchParams({ ...(words ? { s: words } : {}), page: String(to) })}`
  }
  const shown = products.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const count = products.length === 0 ? 'No results.' : `${products.length} products`
  const body = `<h1>${escapeHtml(title)}</h1><p>${count}</p>
${productGrid(shown, origin, one => `${base}/${one.slug}`, priceOf)}
${pager(page, Math.ceil(products.length / PER_PAGE), link)}`
  const scripts = nextScript([{ browse: { results: resultsOf(products, page, PER_PAGE, origin, 'page') } }])
  return htmlReply(ctx.page({ ...shellOf(request), title, body, scripts, weightBytes: 300_000 }))
}

function priceOf(product: SandboxProduct): string {
  const { lowestAskCents } = totalFigures(product)
  return lowestAskCents === undefined ? 'No asks' : `Lowest ask ${formatPrice(lowestAskCents, 'USD')}`
}

/** The cache also has other colours under `product`, and the product itself again with fewer fields. */
function cacheOf(product: SandboxProduct, { origin }: SandboxRequest, ctx: ShopContext): readonly unknown[] {
  const others = ctx.catalog.family(product).filter(one => one !== product)
  return [
    ...others.map(one => ({ product: nodeOf(one, origin, 'page') })),
    { product: cachedProduct(product, origin) },
    { product: { id: uuidOf(product), urlKey: product.slug, minimumBid: 25 } },
  ]
}

function scriptOf(product: SandboxProduct, data: readonly unknown[]): string {
  if (generationOf(product) !== '2023-12') return nextScript(data)
  const json = scriptJson({ queries: data.map(one => ({ state: { data: one } })) })
  return product.id % 2 === 0
    ? `<script data-name="query" type="application/json">${json}</script>`
    : `<script data-name="query">window.q${product.id % 997} = ${json};</script>`
}

function productPage(
  product: SandboxProduct,
  request: SandboxRequest,
  ctx: ShopContext,
  data: readonly unknown[],
): SandboxResponse {
  const { base, origin } = request
  const images = product.pictures.map(path => `<img src="${origin}${path}" alt="" loading="lazy">`)
  const dollars = (cents: number | undefined): string =>
    cents === undefined ? '–' : formatPrice(cents, 'USD')
  const rows = variantsOf(product)
    .filter(one => !one.hidden)
    .map(
      ({ size, figures }) =>
        `<tr><td>${size.label}</td><td>${dollars(figures.lowestAskCents)}</td><td>${dollars(figures.highestBidCents)}</td></tr>`,
    )
  const others = ctx.catalog.family(product).filter(one => one !== product)
  const body = `<h1>${escapeHtml(titleOf(product))}</h1><p>${escapeHtml(priceOf(product))}</p>
<div class="gallery">${images.join('')}</div><p>${escapeHtml(product.description)}</p>
<table><tr><th>Size</th><th>Lowest ask</th><th>Highest bid</th></tr>${rows.join('')}</table>
<h2>Other colours</h2>${productGrid(others, origin, one => `${base}/${one.slug}`, priceOf)}`
  return htmlReply(
    ctx.page({
      ...shellOf(request),
      title: titleOf(product),
      head: `<link rel="canonical" href="${base}/${product.slug}">`,
      body,
      scripts: scriptOf(product, data),
      // As large as the real pages, which vary.
      weightBytes: 200_000 + (product.id % 8) * 40_000,
    }),
  )
}
