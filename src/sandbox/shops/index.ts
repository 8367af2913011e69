// The shops of the sandbox: one import and one line each, in the order of the contract.
import type { Shop } from '../shop.ts'
import { departmentstore } from './departmentstore.ts'
import { electronicsretail } from './electronicsretail.ts'
import { fashionretail } from './fashionretail.ts'
import { fastfashion1 } from './fastfashion1.ts'
import { fastfashion2 } from './fastfashion2.ts'
import { fastfashion3 } from './fastfashion3.ts'
import { luxuryhouse } from './luxuryhouse.ts'
import { luxurymarket } from './luxurymarket.ts'
import { sneakerexchange } from './sneakerexchange.ts'
import { sneakerhub } from './sneakerhub.ts'
import { sneakerstore } from './sneakerstore.ts'
import { sportswear } from './sportswear.ts'
import { storefront } from './storefront.ts'
import { watchmarket } from './watchmarket.ts'

export const shops: readonly Shop[] = [
  watchmarket,
  sneakerhub,
  sneakerexchange,
  sneakerstore,
  fastfashion1,
  fastfashion2,
  fastfashion3,
  fashionretail,
  luxuryhouse,
  luxurymarket,
  sportswear,
  electronicsretail,
  departmentstore,
  storefront,
]
