// The sandbox's Shopify shop: `.js` has the stock and no currency, `.json` the currency of newer products and no stock.
import { jsonReply, type SandboxRequest } from '../../define-shop.ts'
import { listItem, type Merchant, productAnswer } from '../../hosted-product.ts'
import { scriptJson } from '../../page-shell.ts'
import { thousandShopName } from '../../../src/runtime/sandbox-shops.ts'
import { definePlatformShop, type Goods, jsonLdOf, type Stock } from '../../platform-shop.ts'

const MERCHANT: Merchant = {
  path: '',
  title: 'shop-shopify',
  kind: 'sneakers',
  currency: 'GBP',
  offset: '+00:00',
}

/** Integers in 1/100, no currency; the list price is null, 0 or the price itself where there is none. */
function scriptProduct(goods: Goods, origin: string) {
  const item = listItem(goods.product, MERCHANT, origin)
  const former = goods.listPriceCents ?? null
  return {
    id: item.id,
    title: item.title,
    handle: item.handle,
    description: item.body_html,
    vendor: item.vendor,
    type: item.product_type,
    tags: item.tags,
    price: goods.priceCents,
    price_min: goods.priceCents,
    price_max: goods.priceCents,
    available: goods.isInStock,
    price_varies: false,
    compare_at_price: former,
    compare_at_price_min: former ?? 0,
    compare_at_price_max: former ?? 0,
    variants: item.variants.map((variant, place) => ({
      id: variant.id,
      title: variant.title,
      option1: variant.option1,
      option2: null,
      option3: null,
      sku: variant.sku,
      available: variant.available,
      name: `${item.title} - ${variant.title}`,
      public_title: variant.title === 'Default Title' ? null : variant.title,
      options: [variant.title],
      price: goods.priceCents,
      // Merchants leave an old list price behind that is no discount.
      compare_at_price: former ?? (place === 0 ? goods.priceCents : null),
      barcode: place === 1 ? '0000000000017' : (goods.variants[place]?.gtin ?? ''),
      selling_plan_allocations: [],
    })),
    images: item.images.map(image => image.src.replace(/^https?:/, '')),
    options: item.options,
    url: `/products/${item.handle}`,
  }
}

function pageData(goods: Goods, origin: string): string {
  const item = listItem(goods.product, MERCHANT, origin)
  const variants = item.variants.map(variant => ({
    id: variant.id,
    price: goods.priceCents,
    name: item.title,
    public_title: variant.title === 'Default Title' ? null : variant.title,
    sku: variant.sku,
  }))
  const meta = {
    product: { id: item.id, vendor: item.vendor, type: item.product_type, variants },
    page: { pageType: 'product' },
  }
  return `<script>window.ShopifyAnalytics = window.ShopifyAnalytics || {};
var meta = ${scriptJson(meta)};
for (var attr in meta) { window.ShopifyAnalytics.meta = meta; }</script>`
}

const SHOP = {
  platform: 'shopify',
  kind: MERCHANT.kind,
  currency: MERCHANT.currency,
  path: ['/products/', ''],
  mark: () => `<script>var Shopify = Shopify || {};
Shopify.shop = "shop-shopify.myshopify.example";
Shopify.locale = "en";
Shopify.currency = {"active":"${MERCHANT.currency}","rate":"1.0"};
Shopify.country = "GB";</script>`,
  product: (goods: Goods, { origin }: SandboxRequest) => ({
    head: jsonLdOf(goods),
    scripts: pageData(goods, origin),
  }),
  document({ path, query, origin }: SandboxRequest, stock: Stock) {
    if (path === '/products.json') {
      const [limit, page] = [Number(query.get('limit') ?? 30), Number(query.get('page') ?? 1)]
      const products = stock.all().slice((page - 1) * limit, page * limit)
      return jsonReply({ products: products.map(one => listItem(one.product, MERCHANT, origin)) })
    }
    if (path === '/search/suggest.json') {
      const products = stock
        .search(query.get('q') ?? '')
        .slice(0, Number(query.get('resources[limit]') ?? 10))
        .map(one => ({
          available: one.isInStock,
          handle: one.product.slug,
          image: one.pictures[0],
          price: one.price.toFixed(2),
          title: one.product.name,
          url: `/products/${one.product.slug}?_pos=1`,
          vendor: one.product.brand,
        }))
      return jsonReply({ resources: { results: { products } } })
    }
    const [, slug = '', format] = /^\/products\/([^/]+?)\.(js|json)$/.exec(path) ?? []
    const goods = format === undefined ? undefined : stock.find(slug)
    if (!goods) return undefined
    return jsonReply(
      format === 'js'
        ? scriptProduct(goods, origin)
        : { product: productAnswer(goods.product, MERCHANT, origin) },
    )
  },
} as const

export const shop = definePlatformShop(SHOP)

/** For a watch on a whole shop: its list has four pages. */
export const thousandShop = definePlatformShop({ ...SHOP, site: thousandShopName, count: 1_000 })
