// Sandbox shops without an adapter: one for each markup format in which pages describe a product, and one without any.
import {
  htmlReply,
  type SandboxShop,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from './define-shop.ts'
import { convertAmount, formatPrice } from './currencies.ts'
import { otherShopNames, type OtherShopName } from '../src/runtime/sandbox-shops.ts'
import { escapeHtml } from './page-shell.ts'
import { indexXml, sitemapXml, textReply, xmlReply, zippedReply } from './play/sitemaps.ts'
import type { SandboxProduct } from './product.ts'

interface Markup {
  readonly about: string
  readonly lang?: string
  head?(product: SandboxProduct, page: Page): string
  scripts?(product: SandboxProduct, page: Page): string
  body?(product: SandboxProduct, page: Page): string
}

interface Page {
  readonly url: string
  readonly picture: string
}

const KIND = 'general'
const price = (product: SandboxProduct) => convertAmount(product.priceCents, 'USD').toFixed(2)

const markups: Readonly<Record<OtherShopName, Markup>> = {
  'shop-json-ld': {
    about: 'JSON-LD',
    head: (product, { url, picture }) =>
      `<script type="application/ld+json">${JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: product.name,
        sku: product.sku,
        gtin13: product.gtin,
        brand: { '@type': 'Brand', name: product.brand },
        description: product.description,
        image: [picture],
        offers: {
          '@type': 'Offer',
          url,
          price: price(product),
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
        },
      }).replaceAll('<', '\\u003c')}</script>`,
  },
  'shop-microdata': {
    about: 'Microdata',
    body: (product, { picture }) => `<article itemscope itemtype="https://schema.org/Product">
<h1 itemprop="name">${escapeHtml(product.name)}</h1><img itemprop="image" src="${picture}" alt="">
<span itemprop="brand">${escapeHtml(product.brand)}</span> <span itemprop="sku">${product.sku}</span>
<p itemprop="description">${escapeHtml(product.description)}</p>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="USD">
<span itemprop="price" content="${price(product)}">${formatPrice(product.priceCents, 'USD')}</span>
<link itemprop="availability" href="https://schema.org/InStock"></div></article>`,
  },
  'shop-open-graph': {
    about: 'OpenGraph only',
    head: (product, { url, picture }) => `<meta property="og:type" content="product">
<meta property="og:title" content="${escapeHtml(product.name)}"><meta property="og:url" content="${escapeHtml(url)}">
<meta property="og:image" content="${picture}"><meta property="og:description" content="${escapeHtml(product.description)}">
<meta property="product:price:amount" content="${price(product)}"><meta property="product:price:currency" content="USD">
<meta property="product:availability" content="in stock">`,
  },
  'shop-state': {
    about: 'Only the state of its scripts',
    scripts: product =>
      `<script>window.dataLayer=window.dataLayer||[];window.dataLayer.push(${JSON.stringify({
        event: 'view_item',
        ecommerce: {
          currency: 'USD',
          value: Number(price(product)),
          items: [
            {
              item_id: product.sku,
              item_name: product.name,
              item_brand: product.brand,
              price: Number(price(product)),
            },
          ],
        },
      }).replaceAll('<', '\\u003c')});</script>`,
  },
  'shop-app': {
    about: 'An app: the page is empty, and the product is in its state',
    body: () => '<div id="root"><div class="skeleton"></div></div>',
    scripts: (product, { picture }) =>
      `<script>window.__STATE__ = ${JSON.stringify({
        session: { locale: 'en-US', cart: { items: [], total: 0 } },
        page: {
          product: {
            id: product.id,
            sku: product.sku,
            name: product.name,
            brand: { name: product.brand },
            description: product.description,
            price: { amount: Number(price(product)), currency: 'USD' },
            images: [{ url: picture }],
            inStock: true,
          },
        },
      }).replaceAll('<', '\\u003c')};</script>`,
  },
  'shop-plain': { about: 'No markup at all' },
  'shop-two-languages': {
    about: 'Two languages: English, and French below /fr',
    lang: 'fr',
  },
}

/** What a visitor sees, in the language of the URL. */
function visibleBody(product: SandboxProduct, { picture }: Page, isFrench: boolean): string {
  const shown = isFrench ? formatPrice(product.priceCents, 'EUR') : formatPrice(product.priceCents, 'USD')
  return `<h1>${escapeHtml(product.name)}</h1><div class="gallery"><img src="${picture}" alt="${escapeHtml(product.name)}"></div>
<p class="price">${escapeHtml(shown)}</p><button>${isFrench ? 'Ajouter au panier' : 'Add to cart'}</button>
<table><tr><th>${isFrench ? 'Marque' : 'Brand'}</th><td>${escapeHtml(product.brand)}</td></tr>
<tr><th>${isFrench ? 'Référence' : 'SKU'}</th><td>${product.sku}</td></tr></table><p>${escapeHtml(product.description)}</p>`
}

function productPage(
  name: OtherShopName,
  request: SandboxRequest,
  ctx: ShopContext,
): SandboxResponse | undefined {
  const [, french, slug = ''] = /^(\/fr)?\/p\/([\w-]+)$/.exec(request.path) ?? []
  const product = ctx.catalog.bySlug(KIND, slug)
  if (!product || (french && name !== 'shop-two-languages')) return undefined
  const page = { url: request.url.href, picture: `${request.origin}${product.pictures[0] ?? ''}` }
  const markup = markups[name]
  return htmlReply(
    ctx.page({
      site: name,
      base: request.base,
      title: `${product.name} | ${name}`,
      lang: french ? 'fr' : 'en-US',
      head: markup.head?.(product, page) ?? '',
      body: markup.body?.(product, page) ?? visibleBody(product, page, french !== undefined),
      scripts: markup.scripts?.(product, page) ?? '',
      weightBytes: 60_000,
    }),
  )
}

function categoryPage(name: string, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const cards = ctx.catalog
    .products(KIND)
    .slice(0, 24)
    .map(
      one =>
        `<li class="card"><a href="${request.base}/p/${one.slug}">${escapeHtml(one.name)}</a> <span>${formatPrice(one.priceCents, 'USD')}</span></li>`,
    )
  const body = `<h1>Everything for the home</h1><ul class="grid">${cards.join('')}</ul>`
  return htmlReply(ctx.page({ site: name, base: request.base, title: `Home | ${name}`, body }))
}

function aboutPage(name: string, request: SandboxRequest, ctx: ShopContext): SandboxResponse {
  const body =
    '<h1>About us</h1><p>We are a small shop by the harbour. Write to us, or come by on a Tuesday.</p>'
  return htmlReply(ctx.page({ site: name, base: request.base, title: `About us | ${name}`, body }))
}

/** Each shop publishes its pages in another form. */
function sitemapOf(name: OtherShopName, { path, base, origin }: SandboxRequest, ctx: ShopContext) {
  const products = ctx.catalog.products(KIND).map(one => ({
    url: `${base}/p/${one.slug}`,
    lastmod: one.updatedAt,
    image: `${origin}${one.pictures[0] ?? ''}`,
    title: one.name,
  }))
  const pages = [{ url: `${base}/about` }, { url: `${base}/c/home` }]
  const bare = products.map(({ url, lastmod }) => ({ url, lastmod }))
  const half = Math.ceil(bare.length / 2)
  if (name === 'shop-microdata' || name === 'shop-two-languages') {
    const names = ['sitemap-1.xml.gz', 'sitemap-2.xml.gz', 'sitemap-pages.xml']
    if (path === '/sitemap.xml') return xmlReply(indexXml(names.map(one => `${base}/${one}`)))
    if (path === '/sitemap-1.xml.gz') return zippedReply(sitemapXml(bare.slice(0, half)))
    if (path === '/sitemap-2.xml.gz') return zippedReply(sitemapXml(bare.slice(half)))
    return path === '/sitemap-pages.xml' ? xmlReply(sitemapXml(pages)) : undefined
  }
  if (name === 'shop-app')
    return path === '/sitemap.txt' ? textReply([...bare, ...pages].map(one => one.url).join('\n')) : undefined
  if (path !== '/sitemap.xml') return undefined
  const whole = sitemapXml(name === 'shop-open-graph' ? [...pages, ...products] : [...pages, ...bare])
  // As a server that ran out of time sends it.
  return xmlReply(name === 'shop-plain' ? whole.slice(0, whole.lastIndexOf('<lastmod>')) : whole)
}

export const otherShops: readonly SandboxShop[] = otherShopNames.map(name => ({
  site: name,
  // One shop leaves its sitemap at the usual place and does not name it.
  sitemaps: name === 'shop-state' ? [] : [name === 'shop-app' ? '/sitemap.txt' : '/sitemap.xml'],
  about: `A shop without an adapter: ${markups[name].about}`,
  home: (request, ctx) => categoryPage(name, request, ctx),
  handle(request, ctx) {
    if (request.path.startsWith('/sitemap')) return sitemapOf(name, request, ctx)
    if (request.path === '/about') return aboutPage(name, request, ctx)
    if (request.path === '/c/home') return categoryPage(name, request, ctx)
    return productPage(name, request, ctx)
  },
}))
