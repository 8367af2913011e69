// The sandbox's OpenCart shop: everything in words.
import { definePlatformShop } from '../../platform-shop.ts'

export const shop = definePlatformShop({
  platform: 'opencart',
  kind: 'general',
  currency: 'EUR',
  path: ['/', ''],
  mark: () => '<link href="catalog/view/theme/default/stylesheet/stylesheet.css" rel="stylesheet">',
  product: () => ({}),
})
