// The sandbox shop for watchmarket: search with filters, brand and model pages, and listings of dealers and private sellers.
import { currencies } from '../../currencies.ts'
import { escapeHtml, pager, scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'
import {
  defineShop,
  htmlReply,
  redirectReply,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../../define-shop.ts'
import { cardOfG2, cardOfG3 } from './cards.ts'
import { listingBody, listingGraph } from './listing.ts'
import { matchesFilters } from './filters.ts'
import {
  brandPath,
  parseCurrency,
  sortListings,
  isTakenDown,
  listingPath,
  listings,
  modelPath,
  priceOf,
  titleOf,
} from './listing-data.ts'

const SEARCH_WEIGHT = 640_000

interface ResultList {
  readonly title: string
  readonly watches: readonly SandboxProduct[]
  readonly page: number
  /** URL of another page of the same list. */
  readonly href: (page: number) => string
}

export const shop = defineShop({
  site: 'watchmarket',
  about: 'pre-owned watches from dealers and private sellers',
  home: (request, ctx) => resultsPage(request, ctx, searchResults(request, ctx)),
  handle(request, ctx) {
    const { path } = request
    if (path === '/search/index.htm') return search(request, ctx)
    const id = /--id(\d+)\.htm$/.exec(path)?.[1]
    if (id !== undefined) return listing(request, ctx, id)
    const list = brandOrModelResults(request, ctx)
    return list && resultsPage(request, ctx, list)
  },
})

/** A query that is exactly a brand, or a brand and a model, redirects to that page and keeps the URL's query string. */
function search(request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const words = (request.query.get('query') ?? '').trim().toLowerCase()
  const page = pageOf(request)
  const watches = listings(ctx)
  const model = watches.find(one => titleOf(one).toLowerCase() === words)
  const brand = watches.find(one => one.brand.toLowerCase() === words)?.brand
  const path = model ? modelPath(model, page) : brand && brandPath(brand)
  if (path) return redirectReply(`${request.base}${path}${request.url.search}`)
  return resultsPage(request, ctx, searchResults(request, ctx))
}

function searchResults(request: SandboxRequest, ctx: ShopContext): ResultList {
  const words = request.query.get('query') ?? ''
  const found = ctx.catalog.search('watches', words)
  return {
    title: words.trim() === '' ? 'All watches' : `Watches for “${words}”`,
    watches: found.filter(one => !isTakenDown(one) && matchesFilters(one, request.query)),
    page: pageOf(request),
    href: page => withPage(request, '/search/index.htm', page),
  }
}

/** `/brand/index.htm`, `/brand/model--mod12.htm`, `/brand/model--mod12-2.htm`. */
function brandOrModelResults(request: SandboxRequest, ctx: ShopContext): ResultList | undefined {
  const [, plain = '', number] = /^(.+--mod\d+)(?:-(\d+))?\.htm$/.exec(request.path) ?? []
  const first = plain ? `${plain}.htm` : request.path
  const watches = listings(ctx).filter(one => first === brandPath(one.brand) || first === modelPath(one))
  const [sample] = watches
  if (!sample) return undefined
  return {
    title: plain ? titleOf(sample) : sample.brand,
    watches: watches.filter(one => matchesFilters(one, request.query)),
    page: number ? Number(number) : pageOf(request),
    href: page =>
      plain
        ? `${request.base}${modelPath(sample, page)}${request.url.search}`
        : withPage(request, brandPath(sample.brand), page),
  }
}

function pageOf({ query }: SandboxRequest): number {
  const page = query.get('showPage') ?? query.get('showpage') ?? '1'
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1
}

function withPage({ base, query }: SandboxRequest, path: string, page: number): string {
  const next = new URLSearchParams(query)
  next.set('showPage', String(page))
  return `${base}${path}?${next}`
}

function resultsPage(request: SandboxRequest, ctx: ShopContext, list: ResultList): SandboxResponse {
  const { base, origin, query } = request
  const size = query.get('pageSize') === '120' ? 120 : 60
  const currency = parseCurrency(query.get('currencyId'))
  const sorted = sortListings(list.watches, query.get('sortorder'))
  const shown = sorted.slice((list.page - 1) * size, list.page * size)
  // Every second page still has the markup of early 2026, whose state includes the number of results.
  const isOld = list.page % 2 === 0
  const cards = shown.map(one => (isOld ? cardOfG2 : cardOfG3)(one, { base, origin, currency }))
  const counted = { numResult: list.watches.length, pageSize: size, page: list.page }
  return htmlReply(
    ctx.page({
      ...shellOf(request),
      title: list.title,
      head: `${STYLE}\n${state(currency, isOld ? { searchResult: counted } : {})}\n${jsonLd([breadcrumbsOf(request, list), ...offersOf(request, list, shown)])}`,
      body: resultsBody(request, list, cards, size),
      weightBytes: shown.length === 0 ? 150_000 : SEARCH_WEIGHT,
    }),
  )
}

function resultsBody(
  { base }: SandboxRequest,
  list: ResultList,
  cards: readonly string[],
  size: number,
): string {
  const total = list.watches.length
  const pills = QUICK_FILTERS.map(
    ([text, filter]) =>
      `<a href="${base}/search/index.htm?${filter}&amp;sortorder=0&amp;pageSize=60&amp;dosearch=true" class="m-r-1 pill pill-lg js-quick-filter-pill">${text}</a>`,
  )
  const pages = Math.max(1, Math.ceil(total / size))
  return `<h1 class="d-inline">${escapeHtml(list.title)}</h1>
<div class="container result-list">
<p>${pills.join(' ')}</p>
<div class="d-flex justify-content-between align-items-center m-t-4 m-t-md-5 m-b-4">
   <div>
      <span class="text-lg">
         <strong>${total.toLocaleString('en-US')} listings</strong> including promoted listings</span>
   </div>
</div>
<div class="js-article-item-list article-item-list article-list m-b-4" id="wt-watches">
${cards.join('\n')}
</div>
${total === 0 ? '<p>Nothing fits. Try fewer words or filters.</p>' : pager(list.page, pages, list.href)}
</div>`
}

const QUICK_FILTERS = [
  ['Black dial', 'dialColor=702'],
  ['Steel', 'caseMaterials=4'],
  ['Automatic', 'movementTypes=1'],
  ['From private sellers', 'sellerType=PrivateSeller'],
  ['Japan', 'countryIds=JP'],
] as const

function breadcrumbsOf({ base, url }: SandboxRequest, { title }: ResultList): unknown {
  const steps = [
    [base, 'Watch market'],
    [url.href, title],
  ]
  const items = steps.map(([address, name], index) => ({
    '@type': 'ListItem',
    item: { '@id': address, name },
    position: index + 1,
  }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}

/** The price range of all results, and the offers of this page; the count is that of the page. */
function offersOf(
  { base, query, origin }: SandboxRequest,
  list: ResultList,
  shown: readonly SandboxProduct[],
): unknown[] {
  const currency = parseCurrency(query.get('currencyId'))
  const amounts = list.watches.flatMap(one => priceOf(one, currency) ?? [])
  const offers = shown.flatMap(one => {
    const amount = priceOf(one, currency)
    if (amount === undefined) return []
    const picture = `${origin}${one.pictures[0]?.replace('.svg', '-ExtraLarge.svg')}`
    return {
      '@type': 'Offer',
      availability: 'http://schema.org/InStock',
      image: { '@type': 'ImageObject', contentUrl: picture },
      name: `${titleOf(one)} ${one.sku} `,
      price: String(amount),
      url: base + listingPath(one),
    }
  })
  if (offers.length === 0) return []
  const aggregate = {
    '@type': 'AggregateOffer',
    highPrice: String(Math.max(...amounts)),
    lowPrice: String(Math.min(...amounts)),
    offerCount: String(shown.length),
    offers,
    priceCurrency: currency,
  }
  return [aggregate]
}

/** A URL with only the id, or an outdated one, redirects to the canonical URL; a listing that was taken down to its model. */
function listing(request: SandboxRequest, ctx: ShopContext, id: string): SandboxResponse | undefined {
  const watch = ctx.catalog.byId('watches', id)
  if (!watch) return undefined
  if (isTakenDown(watch)) return redirectReply(request.base + modelPath(watch), 302)
  const path = listingPath(watch)
  if (request.path !== path) return redirectReply(`${request.base}${path}${request.url.search}`)
  const currency = parseCurrency(request.query.get('currencyId'))
  return htmlReply(
    ctx.page({
      ...shellOf(request),
      title: titleOf(watch),
      head: `${STYLE}\n${state(currency, {})}\n${jsonLd(listingGraph(watch, request, currency))}`,
      body: listingBody(watch, request, currency),
      weightBytes: seededRandom('weight', watch.id).int(110, 600) * 1_000,
    }),
  )
}

const STYLE = `<style>#wt-watches{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px}
.listing-item-image{position:relative}.listing-item-image img{width:100%;height:auto}img.js-lazy,.previous-button,.next-button{display:none}
.listing-item-image-badge,.wt-listing-item-image-badge{position:absolute;top:8px;left:8px;background:#fff;padding:0 8px}.listing-item-image-buttons{display:none}
.pill{border:1px solid #ccc;border-radius:16px;padding:2px 12px}</style>`

function shellOf({ base, query }: SandboxRequest) {
  return {
    site: 'watchmarket',
    base,
    nav: [{ href: `${base}/search/index.htm?dosearch=true`, text: 'All watches' }],
    search: { action: `${base}/search/index.htm`, name: 'query', value: query.get('query') ?? '' },
  }
}

function state(currency: string, data: object): string {
  const formats = Object.values(currencies).map(({ code, symbol, digits }) => [
    code,
    { subDivisionScale: digits, symbol },
  ])
  const value = {
    action: 'marketplace.search',
    appearance: 'system',
    breakPoints: { lg: 1260, md: 998, sm: 0 },
    country: 'US',
    currency,
    currencyFormats: Object.fromEntries(formats),
    data: { ...data, showNotificationInbox: false },
    locale: 'en-US',
  }
  return `<script>\n   window.metaData = ${scriptJson(value)};\n</script>`
}

function jsonLd(graph: readonly unknown[]): string {
  return `<script type="application/ld+json">${scriptJson({ '@context': 'http://schema.org', '@graph': graph })}</script>`
}
