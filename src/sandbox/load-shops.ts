// Loads the shops of all registered sites that have a shop folder, and the shops of hosts without an adapter.
import { sites } from '../../sites/index.ts'
import type { Shop } from './define-shop.ts'
import { otherShops } from './other-shops.ts'

export async function loadShops(): Promise<readonly Shop[]> {
  const loaded = await Promise.all(
    sites.map(async ({ name }) => {
      const { shop } = (await import(`../../sites/${name}/shop/shop.ts`)) as { shop: Shop }
      return shop
    }),
  )
  return [...loaded, ...otherShops]
}
