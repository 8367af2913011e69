// The sandbox's Salla shop: meta elements; every fifth product has no price and still says "in stock" and 0.
import { escapeHtml } from '../../page-shell.ts'
import { definePlatformShop, jsonLdOf } from '../../platform-shop.ts'

export const shop = definePlatformShop({
  platform: 'salla',
  kind: 'general',
  currency: 'USD',
  path: ['/p/', ''],
  mark: () => '<script src="https://cdn.salla.network/js/sandbox.js" defer></script>',
  product(goods) {
    const hasPrice = goods.product.position % 5 !== 4
    const amount = `<meta property="product:price:amount" content="${goods.price.toFixed(2)}">`
    const word = goods.isInStock || !hasPrice ? 'in stock' : 'out of stock'
    const head = `<meta property="og:title" content="${escapeHtml(goods.product.name)}"><meta property="og:type" content="product">
${hasPrice ? amount : ''}<meta property="product:price:currency" content="${goods.currency}">
<meta property="product:availability" content="${word}"><meta property="product:retailer_item_id" content="${goods.id}">
${jsonLdOf(hasPrice ? goods : { ...goods, price: 0, isInStock: true })}`
    return hasPrice
      ? { head }
      : { head, body: `<h1>${escapeHtml(goods.product.name)}</h1><p>السعر عند الطلب</p>` }
  },
})
