// The sandbox's Ecwid shop: a page whose server writes structured data beside the script of the shop.
import { definePlatformShop, jsonLdOf } from '../../platform-shop.ts'

export const shop = definePlatformShop({
  platform: 'ecwid',
  kind: 'general',
  currency: 'USD',
  path: ['/products/', ''],
  mark: () => '<script data-cfasync="false" src="https://app.ecwid.com/script.js?1000001"></script>',
  product: goods => ({ head: jsonLdOf(goods) }),
})
