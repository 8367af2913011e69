// Loads the shops of all registered sites and of the platforms, and the shops of hosts without an adapter.
import { sites } from '../../sites/index.ts'
import type { Shop } from './define-shop.ts'
import { largeShop } from './large-shop.ts'
import { shopPlatforms } from './other-shop-names.ts'
import { otherShops } from './other-shops.ts'

export async function loadShops(): Promise<readonly Shop[]> {
  const ofSites = sites.map(async ({ name }) => {
    const { shop } = (await import(`../../sites/${name}/shop/shop.ts`)) as { shop: Shop }
    return shop
  })
  const ofPlatforms = shopPlatforms.map(async name => {
    const { shop } = (await import(`../../platforms/${name}/shop/shop.ts`)) as { shop: Shop }
    return shop
  })
  const { thousandShop } = (await import('../../platforms/shopify/shop/shop.ts')) as { thousandShop: Shop }
  const { shops: ofUcp } = (await import('../../platforms/ucp/shop/shop.ts')) as { shops: readonly Shop[] }
  return [
    ...(await Promise.all(ofSites)),
    ...otherShops,
    ...(await Promise.all(ofPlatforms)),
    ...ofUcp,
    thousandShop,
    largeShop,
  ]
}
