// The shops of the sandbox: one import and one line each, in the order of the contract.
import type { Shop } from '../shop.ts'
import { electronicsretail } from './electronicsretail.ts'
import { fashionretail } from './fashionretail.ts'
import { fastfashion1 } from './fastfashion1.ts'
import { luxuryhouse } from './luxuryhouse.ts'
import { sneakerhub } from './sneakerhub.ts'
import { storefront } from './storefront.ts'
import { watchmarket } from './watchmarket.ts'

export const shops: readonly Shop[] = [
  watchmarket,
  sneakerhub,
  fastfashion1,
  fashionretail,
  luxuryhouse,
  electronicsretail,
  storefront,
]
