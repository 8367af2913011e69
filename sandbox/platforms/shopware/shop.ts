// The sandbox's Shopware shop: a buy box in German; the class of the delivery text says what the words say.
import { formatPrice } from '../../currencies.ts'
import { escapeHtml } from '../../page-shell.ts'
import { definePlatformShop, type Goods, jsonLdOf } from '../../platform-shop.ts'

function buyBox({ product, currency, isInStock }: Goods): string {
  const shown = (cents: number) => escapeHtml(formatPrice(cents, currency, 'de-DE'))
  const former = product.originalPriceCents
  const list =
    former === undefined
      ? ''
      : `<span class="list-price"><span class="list-price-price">${shown(former)}</span></span>`
  const delivery = isInStock
    ? '<p class="delivery-information delivery-available">Sofort verfügbar, Lieferzeit: 2-3 Tage</p>'
    : '<p class="delivery-information delivery-soldout">Nicht mehr verfügbar</p>'
  return `<div class="product-detail-buy"><div class="product-detail-manufacturer">${escapeHtml(product.brand)}</div>
<h1 class="product-detail-name">${escapeHtml(product.name)}</h1>
<p class="product-detail-price with-list-price">${shown(product.priceCents)}* ${list}</p>
${delivery}<span class="product-detail-ordernumber">${product.sku}</span></div>`
}

export const shop = definePlatformShop({
  platform: 'shopware',
  kind: 'luxury',
  currency: 'EUR',
  path: ['/', ''],
  mark: ({ base }) =>
    `<script src="${base}/theme/0123456789abcdef0123456789abcdef/js/storefront/storefront.js" defer></script><script>window.themeJsPublicPath = '${base}/theme/';</script>`,
  product: goods => ({ head: jsonLdOf(goods), body: buyBox(goods) }),
})
