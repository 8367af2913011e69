// The sandbox shop for electronicsretail: a partly filled search grid, product pages, and the official API below /api.
import { formatPrice } from '../../currencies.ts'
import { escapeHtml, pager, scriptJson } from '../../page-shell.ts'
import {
  defineShop,
  htmlReply,
  jsonReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { advertisement, type Article, articleOf, placeholder, priceCentsOf, resultTile } from './tile.ts'

const PER_PAGE = 18
/** Tiles that are filled before the user scrolls. */
const FILLED = 12

export const shop = defineShop({
  site: 'electronicsretail',
  about: 'consumer electronics, with a search page and the official interface at /api',
  handle(request, ctx) {
    const { path, query } = request
    if (path === '/') return searchPage(request, ctx, '')
    if (path === '/site/searchpage.jsp') return searchPage(request, ctx, query.get('st') ?? '')
    const [, conditions] = /^\/api\/v1\/products\((.*)\)$/s.exec(path) ?? []
    if (conditions !== undefined) return officialSearch(conditions, request, ctx)
    const [, sku] = /^\/product\/[^/]+\/[^/]+\/sku\/(\d+)(?:\/openbox)?$/.exec(path) ?? []
    const product = sku === undefined ? undefined : ctx.catalog.byId('electronics', sku)
    return product && productPage(articleOf(product), request, ctx)
  },
})

function searchPage(request: SandboxRequest, ctx: ShopContext, words: string): SandboxResponse {
  const { base } = request
  const found = ctx.catalog.search('electronics', words).map(articleOf)
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE))
  const page = pageNumber(request.query.get('cp'))
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const pageHref = (one: number): string =>
    `${base}/site/searchpage.jsp?cp=${one}&id=pcat1&st=${encodeURIComponent(words)}`
  const counted = { type: 'search,plp', name: 'Product List Page - Search PLP', listCount: found.length }
  const body = `<h1>${words ? `Results for “${escapeHtml(words)}”` : 'All products'}</h1>
${found.length === 0 ? `<p class="no-results">Your search “${escapeHtml(words)}” did not match any products. Check the spelling, or try fewer words.</p>` : grid(shown, request, ctx)}
<div class="pagination-num-found">${shown.length} of ${found.length} items</div>${pager(page, pages, pageHref)}`
  return htmlReply(
    ctx.page({
      ...shellOf(request, words),
      title: `${words || 'Everything'} - electronicsretail`,
      head: `<meta content="${escapeHtml(JSON.stringify({ page: counted }))}" name="analytics-metadata">`,
      body,
      weightBytes: 330_000,
    }),
  )
}

function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}

function grid(shown: readonly Article[], request: SandboxRequest, ctx: ShopContext): string {
  const advertised = ctx.catalog.products('electronics').slice(7, 9).map(articleOf)
  const tiles = shown.map((one, index) =>
    index < FILLED ? resultTile(one, request, index) : placeholder(one),
  )
  const divider =
    '<div class="product-list-item grid-view full-width"><div aria-hidden="true" data-brix-component-name="Divider"></div></div>'
  const [first = '', second = ''] = advertised.map(one => advertisement(one, request))
  return `<div data-component-name="ProductList"><div id="main-results"><ul class="product-grid-view-container grid p-0">
${[first, ...tiles.slice(0, 2), second, divider, ...tiles.slice(2)].join('\n')}
</ul></div></div>`
}

function shellOf({ base }: SandboxRequest, words = '') {
  const kinds = ['headphones', 'laptop', 'television', 'phone', 'camera']
  return {
    site: 'electronicsretail',
    base,
    nav: kinds.map(text => ({ href: `${base}/site/searchpage.jsp?st=${text}`, text })),
    search: { action: `${base}/site/searchpage.jsp`, name: 'st', value: words },
  }
}

function productPage(article: Article, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const { product, title, sku } = article
  const jsonLd = [productSchema(article, request), breadcrumbSchema(article, request)]
  const facts = Object.entries(product.attributes).map(
    ([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value ?? '')}</td></tr>`,
  )
  const pictures = product.pictures.map(
    one => `<img src="${request.origin}${one}" alt="${escapeHtml(title)}" width="400" height="400">`,
  )
  const body = `<h1>${escapeHtml(title)}</h1><p>Model: ${product.sku} · SKU: ${sku}</p><p>${formatPrice(priceCentsOf(article), 'USD')}${article.soldOut ? ' · Sold Out' : ''}</p>
<div class="gallery">${pictures.join('')}</div><p>${escapeHtml(product.description)}</p><table>${facts.join('')}</table>`
  return htmlReply(
    ctx.page({
      ...shellOf(request),
      title: `${title} - electronicsretail`,
      head: jsonLd.map(one => `<script type="application/ld+json">${scriptJson(one)}</script>`).join('\n'),
      body,
      weightBytes: 280_000,
    }),
  )
}

/** The page is the only document of the shop that names the currency. */
function productSchema(article: Article, { origin }: SandboxRequest) {
  const { product, title, sku } = article
  return {
    '@context': 'http://schema.org',
    '@type': 'Product',
    name: title,
    sku,
    model: product.sku,
    gtin13: product.gtin,
    color: product.colour.name,
    brand: { '@type': 'Brand', name: product.brand },
    description: product.description,
    image: product.pictures.map(path => origin + path),
    aggregateRating: product.rating && {
      '@type': 'AggregateRating',
      ratingValue: product.rating,
      bestRating: 5,
      reviewCount: product.reviews.length,
    },
    offers: {
      '@type': 'Offer',
      price: priceCentsOf(article) / 100,
      priceCurrency: 'USD',
      availability: `https://schema.org/${article.soldOut ? 'OutOfStock' : 'InStock'}`,
      itemCondition: `https://schema.org/${article.openBox ? 'UsedCondition' : 'NewCondition'}`,
    },
  }
}

function breadcrumbSchema({ product }: Article, { base }: SandboxRequest) {
  return {
    '@context': 'http://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: product.categoryPath.map((name, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${base}/site/searchpage.jsp?st=${encodeURIComponent(name)}`,
    })),
  }
}

function officialSearch(conditions: string, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const { query, base } = request
  if (!query.get('apiKey')) return jsonReply({ errorCode: '403', errorMessage: 'The key is missing.' }, 403)
  const asked = new URLSearchParams(conditions)
  const words = asked.getAll('search').join(' ')
  const [only] = asked.getAll('sku').flatMap(sku => ctx.catalog.byId('electronics', sku) ?? [])
  const size = Math.min(100, Number(query.get('pageSize') ?? 10))
  const page = pageNumber(query.get('page'))
  const found = asked.has('sku') ? (only ? [only] : []) : ctx.catalog.search('electronics', words)
  const products = found
    .slice((page - 1) * size, page * size)
    .map(one => officialProduct(articleOf(one), base, request.origin))
  return jsonReply({
    from: (page - 1) * size + 1,
    to: (page - 1) * size + products.length,
    currentPage: page,
    total: found.length,
    totalPages: Math.ceil(found.length / size),
    partial: false,
    products,
  })
}

function officialProduct(article: Article, base: string, origin: string) {
  const { product, sku, title } = article
  const sale = product.priceCents
  const regular = product.originalPriceCents ?? sale
  return {
    sku: Number(sku),
    name: title,
    url: `${base}${article.path}`,
    image: `${origin}${product.pictures[0] ?? ''}`,
    modelNumber: product.position % 11 === 10 ? null : product.sku,
    salePrice: sale / 100,
    regularPrice: regular / 100,
    percentSavings: (((regular - sale) / regular) * 100).toFixed(2),
    customerReviewAverage: product.rating ?? null,
    customerReviewCount: product.rating === undefined ? null : product.reviews.length,
    onlineAvailability: !article.soldOut,
    active: true,
    orderable: article.soldOut ? 'SoldOut' : 'Available',
    condition: 'New',
    preowned: false,
    upc: product.gtin,
    manufacturer: product.brand,
    color: product.colour.name,
    shortDescription: product.features.join(''),
    longDescription: product.description,
    categoryPath: ['electronicsretail', ...product.categoryPath].map((name, index) => ({
      id: `cat${String(index).padStart(5, '0')}`,
      name,
    })),
    type: 'HardGood',
    largeFrontImage: `${origin}${product.pictures[0] ?? ''}`,
    angleImage: product.pictures[1] === undefined ? null : `${origin}${product.pictures[1]}`,
    backViewImage: product.pictures[2] === undefined ? null : `${origin}${product.pictures[2]}`,
  }
}
