// What the stand-ins for shops on a platform share: pages for people, and one variant per size of a product.
import { convertAmount, convertCents, type CurrencyCode, formatPrice } from './currencies.ts'
import {
  htmlReply,
  type SandboxShop,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from './define-shop.ts'
import { escapeHtml, productGrid } from './page-shell.ts'
import type { SandboxProduct } from './product.ts'
import type { Kind } from './stock/kinds.ts'

export interface GoodsVariant {
  readonly id: number
  /** Empty for a product without sizes. */
  readonly label: string
  readonly sku: string
  readonly gtin: string
  readonly quantity: number
}

/** A product as the shop sells it: amounts in its currency. */
export interface Goods {
  readonly product: SandboxProduct
  readonly id: number
  readonly url: string
  readonly currency: CurrencyCode
  /** In units, such as 129.99. */
  readonly price: number
  /** Before a reduction; undefined when there is none. */
  readonly listPrice: number | undefined
  readonly priceCents: number
  readonly listPriceCents: number | undefined
  readonly variants: readonly GoodsVariant[]
  readonly isInStock: boolean
  /** Absolute URLs. */
  readonly pictures: readonly string[]
}

interface ProductPage {
  readonly head?: string
  /** What a visitor sees; by default name, price and a button. */
  readonly body?: string
  readonly scripts?: string
}

interface PlatformShop {
  /** The platform's name; the shop is `shop-<platform>`, or has a name of its own. */
  readonly platform: string
  readonly site?: string
  /** So many products, of which many are editions of others; all of the kind by default. */
  readonly count?: number
  readonly kind: Kind
  readonly currency: CurrencyCode
  /** Around the slug, such as `['/products/', '']`. */
  readonly path: readonly [before: string, after: string]
  /** In the head of every page: what the platform is recognised by. */
  mark(shop: { readonly base: string }): string
  product(goods: Goods, request: SandboxRequest): ProductPage
  /** Documents for programs; undefined for any other address. */
  document?(request: SandboxRequest, stock: Stock): SandboxResponse | undefined
}

export interface Stock {
  find(slug: string): Goods | undefined
  search(words: string): readonly Goods[]
  all(): readonly Goods[]
}

export function definePlatformShop(shop: PlatformShop): SandboxShop {
  const { site = `shop-${shop.platform}`, count } = shop
  const page = (request: SandboxRequest, ctx: ShopContext, title: string, parts: Required<ProductPage>) =>
    htmlReply(
      ctx.page({
        ...parts,
        site,
        base: request.base,
        title,
        head: `${shop.mark(request)}\n${parts.head}`,
        weightBytes: 90_000,
      }),
    )
  return {
    site,
    about:
      count === undefined
        ? `A shop on the platform ${shop.platform}`
        : `A shop with ${count.toLocaleString('en')} products on the platform ${shop.platform}`,
    home(request, ctx) {
      const goods = stockOf(shop, request, ctx).all().slice(0, 24)
      const byProduct = new Map(goods.map(one => [one.product, one]))
      const cards = productGrid(
        goods.map(one => one.product),
        request.origin,
        one => byProduct.get(one)?.url ?? '',
        one => formatPrice(one.priceCents, shop.currency),
      )
      return page(request, ctx, site, { head: '', body: `<h1>All products</h1>${cards}`, scripts: '' })
    },
    handle(request, ctx) {
      const stock = stockOf(shop, request, ctx)
      const document = shop.document?.(request, stock)
      if (document) return document
      const [before, after] = shop.path
      if (!request.path.startsWith(before) || !request.path.endsWith(after)) return undefined
      const goods = stock.find(request.path.slice(before.length, request.path.length - after.length))
      if (!goods) return undefined
      const { head = '', body = visibleBody(goods), scripts = '' } = shop.product(goods, request)
      return page(request, ctx, `${goods.product.name} | ${site}`, { head, body, scripts })
    },
  }
}

function stockOf(shop: PlatformShop, request: SandboxRequest, { catalog }: ShopContext): Stock {
  const goods = (product: SandboxProduct) => goodsOf(product, shop, request)
  const { count, kind } = shop
  if (count !== undefined) {
    const all = catalog.products(kind)
    const whole = Array.from({ length: count }, (_, n) => edition(all, n))
    return {
      find(slug) {
        const product = whole.find(one => one.slug === slug)
        return product && goods(product)
      },
      search: words => whole.filter(one => one.name.toLowerCase().includes(words.toLowerCase())).map(goods),
      all: () => whole.map(goods),
    }
  }
  return {
    find(slug) {
      const product = catalog.bySlug(shop.kind, slug)
      return product && goods(product)
    },
    search: words => catalog.search(shop.kind, words).map(goods),
    all: () => catalog.products(shop.kind).map(goods),
  }
}

/** The nth product: after the last of the kind, the first again, as another edition at another price. */
function edition(all: readonly SandboxProduct[], place: number): SandboxProduct {
  const number = Math.floor(place / all.length)
  const product = all[place % all.length]
  if (!product) throw new Error('the kind has no products')
  if (number === 0) return product
  const more = (cents: number) => cents + number * 700
  const { originalPriceCents: former } = product
  return {
    ...product,
    id: product.id + number * 1_000_000,
    slug: `${product.slug}-${number + 1}`,
    sku: `${product.sku}-${number + 1}`,
    name: `${product.name} ${number + 1}`,
    priceCents: more(product.priceCents),
    originalPriceCents: former === undefined ? undefined : more(former),
  }
}

function goodsOf(
  product: SandboxProduct,
  { currency, path }: PlatformShop,
  { base, origin }: SandboxRequest,
): Goods {
  const cents = (dollarCents: number) => convertCents(dollarCents, currency)
  const { sizes, originalPriceCents: former } = product
  const single = [{ label: '', gtin: product.gtin, quantity: sizes[0]?.quantity ?? 1 }]
  const variants = (sizes.length > 1 ? sizes : single).map((size, place) => ({
    id: product.id * 100 + place,
    label: size.label,
    sku: size.label === '' ? product.sku : `${product.sku}-${size.label}`,
    gtin: size.gtin,
    quantity: size.quantity,
  }))
  return {
    product,
    id: product.id,
    url: `${base}${path[0]}${product.slug}${path[1]}`,
    currency,
    price: convertAmount(product.priceCents, currency),
    listPrice: former === undefined ? undefined : convertAmount(former, currency),
    priceCents: cents(product.priceCents),
    listPriceCents: former === undefined ? undefined : cents(former),
    variants,
    isInStock: variants.some(one => one.quantity > 0),
    pictures: product.pictures.map(one => origin + one),
  }
}

/** As a shop prints it: the page's second statement of name and price. */
export function visibleBody({ product, currency, isInStock, pictures }: Goods): string {
  const former = product.originalPriceCents
  const list = former === undefined ? '' : `<del>${escapeHtml(formatPrice(former, currency))}</del> `
  return `<h1>${escapeHtml(product.name)}</h1><div class="gallery"><img src="${pictures[0] ?? ''}" alt="${escapeHtml(product.name)}"></div>
<p class="price">${list}<strong>${escapeHtml(formatPrice(product.priceCents, currency))}</strong></p>
<p class="stock">${isInStock ? 'In stock' : 'Sold out'}</p>${isInStock ? '<button>Add to cart</button>' : ''}
<p>${escapeHtml(product.description)}</p>`
}

export function jsonLdOf({ product, currency, price, isInStock, pictures, url }: Goods): string {
  const availability = `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}`
  const offers = { '@type': 'Offer', url, price, priceCurrency: currency, availability }
  const { name, description, brand } = product
  const value = {
    '@context': 'https://schema.org/',
    '@type': 'Product',
    name,
    description,
    brand,
    image: pictures,
    offers,
  }
  return `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

/** JSON in an attribute, as templates escape it. */
export function attributeJson(value: unknown): string {
  return escapeHtml(JSON.stringify(value))
}
