// The sandbox's Big Cartel shop: the currency only in the shop's own document.
import { jsonReply } from '../../define-shop.ts'
import { definePlatformShop, type Goods } from '../../platform-shop.ts'

function productDocument({ product, id, price, isInStock, listPrice, variants, pictures }: Goods) {
  return {
    id,
    name: product.name,
    permalink: product.slug,
    price,
    default_price: price,
    on_sale: listPrice !== undefined,
    status: isInStock ? 'active' : 'sold-out',
    description: product.description,
    url: `/product/${product.slug}`,
    images: pictures.map(url => ({ url })),
    options: variants.map(variant => ({
      id: variant.id,
      name: variant.label || product.name,
      price,
      sold_out: variant.quantity === 0,
    })),
  }
}

/** The platform chooses the size of a page. */
const LISTED = 100

export const shop = definePlatformShop({
  platform: 'bigcartel',
  kind: 'clothing',
  currency: 'USD',
  path: ['/product/', ''],
  mark: () => '<link rel="stylesheet" href="https://assets.bigcartel.com/theme_assets/1/theme.css">',
  product: () => ({}),
  document({ path, query }, stock) {
    if (path === '/products.json') {
      const page = Number(query.get('page') ?? 1)
      return jsonReply(
        stock
          .all()
          .slice((page - 1) * LISTED, page * LISTED)
          .map(productDocument),
      )
    }
    if (path === '/store.json')
      return jsonReply({
        id: 1,
        name: 'shop-bigcartel',
        currency: { id: 'USD', name: 'U.S. Dollar', sign: '$' },
      })
    const [, slug] = /^\/product\/([^/]+)\.json$/.exec(path) ?? []
    const goods = slug === undefined ? undefined : stock.find(slug)
    return goods && jsonReply(productDocument(goods))
  },
})
