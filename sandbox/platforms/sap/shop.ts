// The sandbox's SAP Commerce shop: a page of its storefront, rendered by the server.
import { definePlatformShop, jsonLdOf } from '../../platform-shop.ts'

export const shop = definePlatformShop({
  platform: 'sap',
  kind: 'electronics',
  currency: 'EUR',
  path: ['/p/', ''],
  mark: () => '<meta name="occ-backend-base-url" content="https://api.shop-sap.example">',
  product: goods => ({ head: jsonLdOf(goods) }),
})
