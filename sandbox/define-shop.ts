// Defines a sandbox shop: a pure function from the catalog and a request to a reply.
import type { Catalog } from './catalog.ts'
import type { ShellInput } from './page-shell.ts'

export interface SandboxRequest {
  readonly method: string
  /** Decoded, after the shop's base path, with a leading slash: `/products/a-b`. */
  readonly path: string
  readonly query: URLSearchParams
  /** The body of a POST. */
  readonly body: string | undefined
  readonly url: URL
  /** Absolute URL of this shop without a trailing slash, with the host from the request. */
  readonly base: string
  /** Absolute URL of the sandbox server; image paths are relative to it. */
  readonly origin: string
}

export interface SandboxResponse {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export interface ShopContext {
  readonly catalog: Catalog
  /** A complete HTML page in the shop's layout, padded to `weightBytes`. */
  page(input: ShellInput): string
}

export interface SandboxShop {
  readonly site: string
  /** For the sandbox's front page. */
  readonly about: string
  /** Paths of its sitemaps, for its robots.txt. */
  readonly sitemaps?: readonly string[]
  /** Handles `/`; if omitted, `handle` does. */
  home?(request: SandboxRequest, ctx: ShopContext): SandboxResponse
  /** Undefined means "not found". */
  handle(request: SandboxRequest, ctx: ShopContext): SandboxResponse | undefined
  /** The shop's "not found" page; a default HTML page if omitted. */
  notFound?(request: SandboxRequest, ctx: ShopContext): SandboxResponse
  /** For `~changed`: the usual page without its data. A page without content if omitted. */
  changed?(request: SandboxRequest, ctx: ShopContext): SandboxResponse | undefined
}

export function defineShop(shop: SandboxShop): SandboxShop {
  return shop
}

export function htmlReply(body: string, status = 200): SandboxResponse {
  return { status, contentType: 'text/html; charset=utf-8', body }
}

export function jsonReply(value: unknown, status = 200): SandboxResponse {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

export function redirectReply(location: string, status: 301 | 302 | 307 = 301): SandboxResponse {
  return { status, contentType: 'text/html; charset=utf-8', body: '', headers: { location } }
}

export function handleRequest(shop: SandboxShop, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  if (request.path === '/robots.txt' && shop.sitemaps) return robotsReply(shop.sitemaps, request.base)
  const reply = request.path === '/' && shop.home ? shop.home(request, ctx) : shop.handle(request, ctx)
  return reply ?? notFoundReply(shop, request, ctx)
}

/** Below the shop's own path: the file at the root is that of all shops. */
function robotsReply(sitemaps: readonly string[], base: string): SandboxResponse {
  const lines = sitemaps.map(path => `Sitemap: ${base}${path}`)
  const body = ['User-agent: *', 'Allow: /', ...lines, ''].join('\n')
  return { status: 200, contentType: 'text/plain; charset=utf-8', body }
}

export function notFoundReply(shop: SandboxShop, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  if (shop.notFound) return shop.notFound(request, ctx)
  const body = '<h1>Page not found</h1><p>We could not find what you were looking for.</p>'
  return htmlReply(ctx.page({ site: shop.site, base: request.base, title: 'Page not found', body }), 404)
}

export function changedReply(shop: SandboxShop, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const own = shop.changed?.(request, ctx)
  if (own) return own
  const body =
    '<div id="root" data-layout="next"><div class="skeleton"></div><div class="skeleton"></div></div>'
  return htmlReply(
    ctx.page({ site: shop.site, base: request.base, title: shop.site, body, weightBytes: 120_000 }),
  )
}
