// The sandbox's Squarespace shop: variants in an attribute; every third page has none, and `?format=json` has them.
import { jsonReply } from '../../define-shop.ts'
import { attributeJson, definePlatformShop, type Goods, visibleBody } from '../../platform-shop.ts'

/** The sale price is 0 unless the variant is on sale. */
function variantsOf({ variants, currency, price, listPrice, priceCents, listPriceCents }: Goods) {
  const money = (value: number) => ({ currency, value: value.toFixed(2) })
  const onSale = listPrice !== undefined
  return variants.map(variant => ({
    id: `00000000-0000-4000-8000-${String(variant.id).padStart(12, '0')}`,
    sku: variant.sku,
    attributes: variant.label === '' ? {} : { Size: variant.label },
    optionValues: variant.label === '' ? [] : [{ optionName: 'Size', value: variant.label }],
    price: listPriceCents ?? priceCents,
    salePrice: onSale ? priceCents : 0,
    priceMoney: money(listPrice ?? price),
    salePriceMoney: money(onSale ? price : 0),
    onSale,
    unlimited: false,
    qtyInStock: variant.quantity,
  }))
}

const isBare = ({ product }: Goods) => product.position % 3 === 2

export const shop = definePlatformShop({
  platform: 'squarespace',
  kind: 'clothing',
  currency: 'USD',
  path: ['/store/p/', ''],
  mark: () =>
    `<script>Static.SQUARESPACE_CONTEXT = {"betaFeatureFlags":[],"website":{"id":"sandbox"}};</script>`,
  product: goods => ({
    body: isBare(goods)
      ? visibleBody(goods)
      : `${visibleBody(goods)}<div class="product-variants" data-variants="${attributeJson(variantsOf(goods))}"></div>`,
  }),
  document({ path, query }, stock) {
    if (query.get('format') !== 'json') return undefined
    const goods = stock.find(path.replace('/store/p/', ''))
    if (!goods) return undefined
    const { product, pictures } = goods
    const item = {
      id: String(goods.id),
      title: product.name,
      excerpt: `<p>${product.description}</p>`,
      items: pictures.map(assetUrl => ({ assetUrl })),
      structuredContent: { variants: variantsOf(goods) },
    }
    return jsonReply({ website: { id: 'sandbox' }, item })
  },
})
