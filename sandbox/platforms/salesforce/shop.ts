// The sandbox's Salesforce shop: `selectable` contradicts `orderable`, and a size without an id is not sold.
import { formatPrice } from '../../currencies.ts'
import { jsonReply } from '../../define-shop.ts'
import { definePlatformShop, type Goods, jsonLdOf, visibleBody } from '../../platform-shop.ts'

const CONTROLLERS = '/on/demandware.store/Sites-sandbox-Site/ja_JP/'

function attributesOf({ product, variants }: Goods) {
  const { code, name } = product.colour
  const sizes = variants.map((variant, place) => ({
    id: variant.label,
    displayValue: variant.label,
    selected: place === 0,
    selectable: false,
    orderable: variant.quantity > 0,
    pid: variant.sku,
  }))
  const notSold = {
    id: '99',
    displayValue: '99',
    selected: false,
    selectable: false,
    orderable: false,
    pid: '',
  }
  const colour = { id: code, displayValue: name, selected: true, selectable: true, orderable: true, pid: '' }
  return [
    { id: 'color', displayName: 'カラー', values: [colour] },
    { id: 'size', displayName: 'サイズ', values: [...sizes, notSold] },
  ]
}

function variation(goods: Goods) {
  const { product, price, listPrice, currency, variants } = goods
  const [chosen] = variants
  const money = (value: number, cents: number) => ({
    value,
    currency,
    formatted: formatPrice(cents, currency),
    decimalPrice: String(value),
  })
  return {
    action: 'Product-Variation',
    locale: 'ja_JP',
    product: {
      id: chosen?.sku,
      masterID: product.styleCode,
      productType: 'variant',
      productName: product.name,
      brand: product.brand,
      longDescription: `<p>${product.description}</p>`,
      price: {
        sales: money(price, product.priceCents),
        list: listPrice === undefined ? null : money(listPrice, product.originalPriceCents ?? 0),
      },
      availability: { status: goods.isInStock ? 'IN_STOCK' : 'NOT_AVAILABLE', stockStatus: '在庫あり' },
      available: goods.isInStock,
      readyToOrder: true,
      images: { large: goods.pictures.map(absURL => ({ absURL })) },
      variationAttributes: attributesOf(goods),
    },
  }
}

export const shop = definePlatformShop({
  platform: 'salesforce',
  kind: 'sneakers',
  currency: 'JPY',
  path: ['/p/', '.html'],
  mark: ({ base }) =>
    `<link rel="stylesheet" href="${base}/on/demandware.static/Sites-sandbox-Site/-/ja_JP/css/global.css">`,
  product: (goods, { base }) => ({
    head: jsonLdOf(goods),
    body: `<div class="product-detail product-wrapper" data-pid="${goods.product.slug}">${visibleBody(goods)}
<a href="${base}${CONTROLLERS}Wishlist-Show">Wishlist</a></div>`,
  }),
  document({ path, query }, stock) {
    if (path !== `${CONTROLLERS}Product-Variation`) return undefined
    const goods = stock.find(query.get('pid') ?? '')
    return goods && jsonReply(variation(goods))
  },
})
