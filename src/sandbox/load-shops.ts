// Loads the shop of every registered site, and the shops of hosts without an adapter; a site without a shop folder has none in the sandbox.
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
