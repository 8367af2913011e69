// All shops of the sandbox: one import and one entry each.
import type { Shop } from '../shop.ts'
import { electronicsretail } from './electronicsretail.ts'
import { storefront } from './storefront.ts'

export const shops: readonly Shop[] = [electronicsretail, storefront]
