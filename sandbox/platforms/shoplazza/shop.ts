// The sandbox's Shoplazza shop: Shopify's words and addresses, amounts in units as text.
import { scriptJson } from '../../page-shell.ts'
import { definePlatformShop, type Goods, jsonLdOf } from '../../platform-shop.ts'

function pageProduct({ product, id, price, listPrice, isInStock, variants, pictures }: Goods) {
  const amounts = { price: String(price), compare_at_price: String(listPrice ?? price) }
  return {
    id: `p-${id}`,
    title: product.name,
    description: `<p>${product.description}</p>`,
    vendor: product.brand,
    available: isInStock,
    ...amounts,
    image: { src: pictures[0]?.replace(/^https?:/, '') },
    options: variants.length > 1 ? [{ name: 'Size', values: variants.map(one => one.label) }] : [],
    variants: variants.map(variant => ({
      id: `v-${variant.id}`,
      title: variant.label,
      sku: variant.sku,
      barcode: variant.gtin,
      option1: variant.label,
      option2: '',
      option3: '',
      ...amounts,
      available: variant.quantity > 0,
      inventory_quantity: variant.quantity,
    })),
  }
}

export const shop = definePlatformShop({
  platform: 'shoplazza',
  kind: 'sneakers',
  currency: 'USD',
  path: ['/products/', ''],
  mark: () => `<script async src="//static.staticdj.com/cuttlefish/v1/spz.min.js"></script>
<script>window.SHOP_PARAMS = {}; window.C_SETTINGS={ image_domain: "//img.staticdj.com/", currency_code: "USD", currency_symbol: "$" };</script>`,
  product: goods => ({
    head: jsonLdOf(goods),
    scripts: `<script id="product-json" type="application/json">{"product": ${scriptJson(pageProduct(goods))}}</script>`,
  }),
})
