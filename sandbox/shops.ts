// All shops of the sandbox: of the built-in adapters, of the platforms, and those that the reader alone reads.
import type { SandboxShop } from './define-shop.ts'
import { largeShop } from './large-shop.ts'
import { otherShops } from './other-shops.ts'
import * as platforms from './platforms/index.ts'
import { thousandShop } from './platforms/shopify/shop.ts'
import { shops as ucpShops } from './ucp/shop.ts'
import * as sites from './sites/index.ts'

export const shops: readonly SandboxShop[] = [
  ...Object.values(sites),
  ...otherShops,
  ...Object.values(platforms),
  ...ucpShops,
  thousandShop,
  largeShop,
]
