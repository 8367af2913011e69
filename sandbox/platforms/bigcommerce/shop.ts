// The sandbox's BigCommerce shop: a price without tax only, and `purchasable` on what is sold out.
import { scriptJson } from '../../page-shell.ts'
import { definePlatformShop, type Goods } from '../../platform-shop.ts'

function pageData({ product, price, listPrice, currency, isInStock, variants }: Goods) {
  const money = (value: number) => ({ formatted: `£${value.toFixed(2)}`, value, currency })
  const stock = variants.reduce((sum, one) => sum + one.quantity, 0)
  return {
    csrf_token: '',
    product_attributes: {
      sku: product.sku,
      upc: null,
      mpn: null,
      gtin: product.gtin,
      base: true,
      price: {
        without_tax: money(price),
        ...(listPrice === undefined ? {} : { non_sale_price_without_tax: money(listPrice) }),
        tax_label: 'Tax',
      },
      out_of_stock_behavior: 'label_option',
      stock,
      instock: isInStock,
      stock_message: isInStock ? null : 'Out of stock',
      purchasable: true,
    },
  }
}

export const shop = definePlatformShop({
  platform: 'bigcommerce',
  kind: 'electronics',
  currency: 'GBP',
  path: ['/', '/'],
  mark: () => '<link rel="stylesheet" href="https://cdn11.bigcommerce.com/s-sandbox1/stencil/css/theme.css">',
  product: goods => ({ scripts: `<script>var BCData = ${scriptJson(pageData(goods))};</script>` }),
})
