// The list and search pages of the clothing and luxury shops: a grid of products in one market's language and currency.
import { type CurrencyCode, formatPrice } from './currencies.ts'
import { escapeHtml, pager, productGrid, type ShellInput } from './page-shell.ts'
import type { SandboxProduct } from './product.ts'
import { htmlReply, type ShopContext, type SandboxResponse, type SandboxRequest } from './define-shop.ts'
import type { Kind } from './stock/kinds.ts'

export interface MarketContext {
  readonly site: string
  readonly request: SandboxRequest
  readonly ctx: ShopContext
  /** Clothing by default. */
  readonly kind?: Kind
  readonly lang: string
  readonly currency: CurrencyCode
  /** Absolute URL of the market's front page, without a trailing slash. */
  readonly root: string
  /** The target of the search form, relative to the root, and the name of its field. */
  readonly search: { readonly path: string; readonly name: string }
  readonly addressOf: (product: SandboxProduct) => string
}

const PER_PAGE = 24
const CLOTHES = ['Shirts', 'Knitwear', 'Trousers', 'Dresses', 'Jackets']
const LUXURIES = ['Bags', 'Shoes', 'Coats', 'Accessories']

export function clothingShell(context: MarketContext): Omit<ShellInput, 'title' | 'body'> {
  const { site, request, lang, root, search } = context
  return {
    site,
    base: request.base,
    lang,
    nav: (context.kind === 'luxury' ? LUXURIES : CLOTHES).map(text => ({
      href: `${root}${search.path}?${search.name}=${text.toLowerCase()}`,
      text,
    })),
    search: {
      action: root + search.path,
      name: search.name,
      value: request.query.get(search.name) ?? '',
    },
  }
}

export function clothingList(context: MarketContext): SandboxResponse {
  const { request, ctx, root, search, currency } = context
  const words = request.query.get(search.name) ?? ''
  const found = ctx.catalog.search(context.kind ?? 'clothing', words)
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE))
  const page = Math.min(pageNumber(request.query.get('page')), pages)
  const grid = productGrid(
    found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    request.origin,
    context.addressOf,
    one => formatPrice(one.priceCents, currency),
  )
  const link = (to: number): string =>
    `${root}${search.path}?${new URLSearchParams({ [search.name]: words, page: String(to) })}`
  const heading = words ? `Results for “${escapeHtml(words)}”` : 'Everything'
  const count = found.length === 0 ? 'No results' : `${found.length} products`
  const body = `<h1>${heading}</h1><p>${count}</p>${grid}${pager(page, pages, link)}`
  return htmlReply(ctx.page({ ...clothingShell(context), title: context.site, body, weightBytes: 160_000 }))
}

function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** The visible part of a product page; the data that adapters read is elsewhere on the page. */
export function clothingBody(context: MarketContext, product: SandboxProduct): string {
  const { request, ctx, currency } = context
  const { name, colour, description, priceCents, originalPriceCents } = product
  const before =
    originalPriceCents === undefined ? '' : ` <s>${escapeHtml(formatPrice(originalPriceCents, currency))}</s>`
  const pictures = product.pictures.map(
    path => `<img src="${request.origin}${path}" alt="${escapeHtml(name)}" loading="lazy">`,
  )
  const sizes = product.sizes.map(
    size =>
      `<li>${escapeHtml(size.label)}${size.quantity === 0 ? ' – sold out' : size.quantity < 3 ? ' – few left' : ''}</li>`,
  )
  const others = ctx.catalog.family(product).filter(one => one !== product)
  return `<h1>${escapeHtml(product.model)}</h1><p>${escapeHtml(colour.name)} · <b>${escapeHtml(formatPrice(priceCents, currency))}</b>${before}</p>
<div class="gallery">${pictures.join('')}</div><p>${escapeHtml(description)}</p><ul>${sizes.join('')}</ul>
<h2>Other colours</h2>${productGrid(others, request.origin, context.addressOf, one => formatPrice(one.priceCents, currency))}`
}
