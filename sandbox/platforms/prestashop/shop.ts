// The sandbox's PrestaShop shop: the whole product in an attribute, after another element that uses the attribute for an id.
import { formatPrice } from '../../currencies.ts'
import { attributeJson, definePlatformShop, type Goods, visibleBody } from '../../platform-shop.ts'

function pageProduct(goods: Goods) {
  const { product, price, listPrice, currency, isInStock } = goods
  const quantity = goods.variants.reduce((sum, one) => sum + one.quantity, 0)
  return {
    id_product: goods.id,
    reference: product.sku,
    ean13: product.gtin,
    price: formatPrice(product.priceCents, currency),
    available_for_order: '1',
    show_price: '1',
    condition: 'new',
    name: product.name,
    description: `<p>${product.description}</p>`,
    id_product_attribute: '0',
    price_tax_exc: price / 1.2,
    price_without_reduction: listPrice ?? price,
    reduction: listPrice === undefined ? 0 : listPrice - price,
    quantity,
    allow_oosp: 0,
    features: Object.entries(product.attributes).map(([name, value]) => ({
      name,
      value: ` ${value ?? ''} `,
    })),
    rate: 20,
    has_discount: listPrice !== undefined,
    discount_type: listPrice === undefined ? null : 'amount',
    // Nonsense beside a reduction by an amount, as real shops have it.
    discount_percentage: listPrice === undefined ? null : '-64 000%',
    price_amount: price,
    manufacturer_name: product.brand,
    images: goods.pictures.map(url => ({ large: { url }, bySize: { large_default: { url } } })),
    availability: isInStock ? (quantity < 4 ? 'last_remaining_items' : 'available') : 'unavailable',
    availability_message: isInStock ? '' : 'Rupture de stock',
  }
}

export const shop = definePlatformShop({
  platform: 'prestashop',
  kind: 'electronics',
  currency: 'EUR',
  path: ['/', '.html'],
  mark: () =>
    `<script>var prestashop = {"cart":{"products":[]},"currency":{"id":1,"name":"Euro","iso_code":"EUR","iso_code_num":"978","sign":"\\u20ac"}};</script>`,
  product: goods => ({
    body: `<div data-product="12"></div>${visibleBody(goods)}<div id="product-details" data-product="${attributeJson(pageProduct(goods))}"></div>`,
  }),
})
