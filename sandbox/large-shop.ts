// A sandbox shop with 100,000 products: an index of compressed sitemaps, and a page for each product.
import { convertAmount } from './currencies.ts'
import { htmlReply, type SandboxShop, type ShopContext, type SandboxRequest } from './define-shop.ts'
import { escapeHtml } from './page-shell.ts'
import { indexXml, sitemapXml, xmlReply, zippedReply } from './play/sitemaps.ts'
import { largeShopName } from '../src/runtime/sandbox-shops.ts'

const KIND = 'general'
const PRODUCTS = 100_000
const PER_FILE = 5_000
const FILES = PRODUCTS / PER_FILE

function productAt(number: number, ctx: ShopContext) {
  const all = ctx.catalog.products(KIND)
  return number < PRODUCTS ? all[number % all.length] : undefined
}

const pathOf = (number: number, ctx: ShopContext) => `/item/${number}-${productAt(number, ctx)?.slug ?? ''}`

/** Every file has pages that are no products among them. */
function fileOf(file: number, { base }: SandboxRequest, ctx: ShopContext): string {
  const first = file * PER_FILE
  const products = Array.from({ length: PER_FILE }, (_, n) => ({
    url: base + pathOf(first + n, ctx),
    lastmod: '2026-10-01',
  }))
  return sitemapXml([{ url: `${base}/about` }, ...products, { url: `${base}/help/topic-${file}` }])
}

function productPage(number: number, request: SandboxRequest, ctx: ShopContext) {
  const product = productAt(number, ctx)
  if (!product) return undefined
  const price = convertAmount(product.priceCents, 'USD').toFixed(2)
  const offers = { '@type': 'Offer', price, priceCurrency: 'USD', availability: 'https://schema.org/InStock' }
  const { name, sku, brand } = product
  const data = { '@context': 'https://schema.org', '@type': 'Product', name, sku, brand, offers }
  return htmlReply(
    ctx.page({
      site: largeShopName,
      base: request.base,
      title: name,
      head: `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
      body: `<h1>${escapeHtml(name)}</h1><p class="price">$${price}</p><button>Add to cart</button>`,
    }),
  )
}

export const largeShop: SandboxShop = {
  site: largeShopName,
  about: 'A shop with 100,000 products, in compressed sitemaps',
  sitemaps: ['/sitemap.xml'],
  home(request, ctx) {
    const links = Array.from(
      { length: 12 },
      (_, n) => `<li><a href="${request.base}${pathOf(n, ctx)}">${n}</a></li>`,
    )
    const body = `<h1>Everything</h1><ul>${links.join('')}</ul>`
    return htmlReply(ctx.page({ site: largeShopName, base: request.base, title: 'Everything', body }))
  },
  handle(request, ctx) {
    const { path, base } = request
    if (path === '/sitemap.xml')
      return xmlReply(indexXml(Array.from({ length: FILES }, (_, n) => `${base}/sitemap-${n}.xml.gz`)))
    const [, file] = /^\/sitemap-(\d{1,4})\.xml\.gz$/.exec(path) ?? []
    if (file !== undefined && Number(file) < FILES) return zippedReply(fileOf(Number(file), request, ctx))
    if (path === '/about' || path.startsWith('/help/')) {
      const body = '<h1>About us</h1><p>Write to us, or come by on a Tuesday.</p>'
      return htmlReply(ctx.page({ site: largeShopName, base, title: 'About us', body }))
    }
    const [, number] = /^\/item\/(\d{1,6})-[\w-]+$/.exec(path) ?? []
    return number === undefined ? undefined : productPage(Number(number), request, ctx)
  },
}
