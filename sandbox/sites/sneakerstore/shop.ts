// The sandbox shop for sneakerstore: a marketplace with pages, GraphQL and a search index, also as a hosted storefront.
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
import {
  hitOf,
  hostedOf,
  hostedStockOf,
  jsonLdOf,
  KIND,
  skuOf,
  pageDataFormatOf,
  templateOf,
} from './product-data.ts'

const SITE = 'sneakerstore'
const PER_PAGE = 24
const HITS = 20
const SUGGESTIONS = 10

export const shop = defineShop({
  site: SITE,
  about: 'Sneakers on consignment, as a marketplace and (under /products) on a hosted storefront',

  handle(request, ctx) {
    const { path, query } = request
    if (path === '/graphql') return request.method === 'POST' ? graphql(request, ctx) : undefined
    if (path === '/index/query') return indexQuery(request, ctx)
    if (path === '/search/suggest.json') return suggestions(request, ctx)
    if (path === '/' || path === '/search') return listPage(request, ctx, query.get('q') ?? '')
    const [, hosted, slug = '', json] = /^\/(products\/)?([^/]+?)(\.json|\.js)?$/.exec(path) ?? []
    const product = ctx.catalog.bySlug(KIND, slug)
    if (!product) return undefined
    if (json === '.js') return hosted ? jsonReply(hostedStockOf(product, request.origin)) : undefined
    if (json) return hosted ? jsonReply({ product: hostedOf(product, request.origin) }) : undefined
    return htmlReply(
      productPage(
        product,
        request,
        ctx,
        hosted ? hostedPageData(product, request) : pageData(product, request),
      ),
    )
  },

  notFound(request, ctx) {
    if (isForScripts(request)) return jsonReply({ error: 'Not found' }, 404)
    const body = '<h1>404</h1><p>We could not find this pair.</p>'
    return htmlReply(ctx.page({ ...shellOf(request), title: 'Page not found', body }), 404)
  },

  changed(request, ctx) {
    if (isForScripts(request)) return jsonReply({ items: [] })
    const product = ctx.catalog.bySlug(KIND, request.path.split('/').at(-1) ?? '')
    return product && htmlReply(productPage(product, request, ctx, { head: '', scripts: '' }))
  },
})

function isForScripts({ path }: SandboxRequest): boolean {
  return path === '/graphql' || path.startsWith('/index/') || path.endsWith('.json')
}

function graphql({ body, origin }: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const question = JSON.parse(body ?? '{}') as { operationName?: string; variables?: { slug?: string } }
  if (question.operationName !== 'getProductTemplate') {
    return jsonReply({ errors: [{ message: 'Unknown operation' }] }, 400)
  }
  const product = ctx.catalog.bySlug(KIND, question.variables?.slug ?? '')
  return jsonReply({ data: { getProductTemplate: product ? templateOf(product, origin) : null } })
}

/** Full-text search, also by SKU. Returns similar products too. */
function searchProducts(words: string, ctx: ShopContext): readonly SandboxProduct[] {
  const spoken = words.replaceAll('-', ' ').trim()
  if (spoken === '') return []
  const exact = ctx.catalog.bySku(KIND, spoken)
  const similar = ctx.catalog.search(KIND, spoken).filter(one => one !== exact)
  return exact
    ? [
        ...ctx.catalog
          .family(exact)
          .filter(one => one !== exact)
          .slice(0, 1),
        exact,
        ...similar,
      ]
    : similar
}

function indexQuery({ query, origin }: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const hits = searchProducts(query.get('query') ?? '', ctx)
  return jsonReply({
    hits: hits.slice(0, HITS).map(one => hitOf(one, origin)),
    nbHits: hits.length,
    page: 0,
    hitsPerPage: HITS,
  })
}

function suggestions({ query, origin }: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const products = searchProducts(query.get('q') ?? '', ctx)
    .slice(0, SUGGESTIONS)
    .map(searchProduct => ({
      available: searchProduct.sizes.some(size => size.quantity > 0),
      handle: searchProduct.slug,
      image: origin + (searchProduct.pictures[0] ?? ''),
      price: (searchProduct.priceCents / 100).toFixed(2),
      title: searchProduct.name,
      url: `/products/${searchProduct.slug}?_pos=1&_ss=e&_v=1.0`,
    }))
  return jsonReply({ resources: { results: { products } } })
}

function shellOf({ base }: SandboxRequest) {
  return {
    site: SITE,
    base,
    nav: [{ href: `${base}/search?q=low`, text: 'Low tops' }],
    search: { action: `${base}/search`, name: 'q' },
  }
}

function listPage(request: SandboxRequest, ctx: ShopContext, words: string): SandboxResponse {
  const { base, query, origin } = request
  const products = ctx.catalog.search(KIND, words)
  const pages = Math.max(1, Math.ceil(products.length / PER_PAGE))
  const requestedPage = Number(query.get('page') ?? 1)
  const page = Number.isInteger(requestedPage) ? Math.min(Math.max(requestedPage, 1), pages) : 1
  const title = words ? `Results for “${words}”` : 'All pairs'
  const grid = productGrid(
    products.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    origin,
    one => `${base}/${one.slug}`,
    one => formatPrice(one.priceCents, 'USD'),
  )
  const links = pager(page, pages, to => `${base}/search?q=${encodeURIComponent(words)}&page=${to}`)
  const count = products.length === 0 ? 'No results.' : `${products.length} products`
  const body = `<h1>${escapeHtml(title)}</h1><p>${count}</p>${grid}${links}`
  return htmlReply(ctx.page({ ...shellOf(request), title, body, weightBytes: 150_000 }))
}

interface PageData {
  readonly head: string
  readonly scripts: string
}

function jsonLdScript(value: unknown): string {
  return `<script type="application/ld+json">${scriptJson(value)}</script>`
}

function pageData(product: SandboxProduct, { origin }: SandboxRequest): PageData {
  const format = pageDataFormatOf(product)
  const { productID, sku, ...little } = jsonLdOf(product, origin)
  const state = { props: { pageProps: { productTemplate: templateOf(product, origin) } }, buildId: 'sandbox' }
  return {
    head: jsonLdScript(format === 'json-ld' ? { ...little, productID, sku } : little),
    scripts:
      format === 'next-data'
        ? `<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`
        : '',
  }
}

function hostedPageData(product: SandboxProduct, { origin }: SandboxRequest): PageData {
  const { name, description, brand, offers, image } = jsonLdOf(product, origin)
  return {
    head: jsonLdScript({
      '@context': 'http://schema.org/',
      '@type': 'Product',
      name,
      description,
      brand,
      offers,
      image,
    }),
    scripts: '',
  }
}

function productPage(
  product: SandboxProduct,
  request: SandboxRequest,
  ctx: ShopContext,
  data: PageData,
): string {
  const { base, origin } = request
  const images = product.pictures.map(path => `<img src="${origin}${path}" alt="" loading="lazy">`)
  const sizes = product.sizes.map(
    size =>
      `<li>${escapeHtml(size.label)}: ${size.quantity > 0 ? formatPrice(product.priceCents, 'USD') : 'sold out'}</li>`,
  )
  const others = ctx.catalog.family(product).filter(one => one !== product)
  const body = `<h1>${escapeHtml(product.name)}</h1><p>${skuOf(product)}</p>
<div class="gallery">${images.join('')}</div><p>${escapeHtml(product.description)}</p><ul>${sizes.join('')}</ul>
<p><a href="${base}/products/${product.slug}">On the hosted storefront</a></p>
<h2>Other colours</h2>${productGrid(
    others,
    origin,
    one => `${base}/${one.slug}`,
    one => formatPrice(one.priceCents, 'USD'),
  )}`
  return ctx.page({
    ...shellOf(request),
    title: product.name,
    head: data.head,
    body,
    scripts: data.scripts,
    weightBytes: 160_000 + (product.id % 8) * 40_000,
  })
}
