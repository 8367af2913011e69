// The sandbox's Wix shop: with a discount `price` is the former price, and a quantity of 0 means that nobody counts.
import { formatPrice } from '../../currencies.ts'
import { scriptJson } from '../../page-shell.ts'
import { definePlatformShop, type Goods, type GoodsVariant } from '../../platform-shop.ts'

const inventory = (inStock: boolean) => ({ status: inStock ? 'in_stock' : 'out_of_stock', quantity: 0 })

function itemOf(variant: GoodsVariant, prices: object) {
  const { id, sku, quantity } = variant
  const item = { id: String(id), sku, optionsSelections: [id % 100], isVisible: true }
  return { ...item, ...prices, inventory: inventory(quantity > 0) }
}

function warmup(goods: Goods) {
  const { product, price, listPrice, currency, variants } = goods
  const prices = {
    price: listPrice ?? price,
    comparePrice: listPrice === undefined ? 0 : price,
    formattedPrice: formatPrice(product.originalPriceCents ?? product.priceCents, currency),
    formattedComparePrice: listPrice === undefined ? '' : formatPrice(product.priceCents, currency),
  }
  const isChoice = variants.length > 1
  const data = {
    id: `00000000-0000-4000-8000-${String(goods.id).padStart(12, '0')}`,
    name: product.name,
    brand: product.brand,
    description: `<p>${product.description}</p>`,
    sku: '',
    ...prices,
    isInStock: goods.isInStock,
    inventory: inventory(goods.isInStock),
    urlPart: product.slug,
    media: goods.pictures.map(fullUrl => ({ fullUrl, mediaType: 'PHOTO' })),
    options: isChoice
      ? [
          {
            id: 'opt-20',
            key: 'Size',
            selections: variants.map(one => ({ id: one.id % 100, key: one.label, description: one.label })),
          },
        ]
      : [],
    productItems: isChoice ? variants.map(one => itemOf(one, prices)) : [],
  }
  const key = 'initialData_default_TPASection_sandbox_default'
  return {
    appsWarmupData: { '1380b703-ce81-ff05-f115-39571d94dfcd': { [key]: { catalog: { product: data } } } },
  }
}

export const shop = definePlatformShop({
  platform: 'wix',
  kind: 'clothing',
  currency: 'GBP',
  path: ['/product-page/', ''],
  mark: () =>
    '<script id="wix-essential-viewer-model" type="application/json">{}</script><script id="wix-warmup-data" type="application/json">{}</script>',
  product: goods => ({
    scripts: `<script id="wix-warmup-data" type="application/json">${scriptJson(warmup(goods))}</script>`,
  }),
})
