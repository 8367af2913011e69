// The registry of sites: one import and one line each, in the order of the contract.
import type { Site } from '../kit/index.ts'
import { departmentstore } from './departmentstore/site.ts'
import { electronicsretail } from './electronicsretail/site.ts'
import { fashionretail } from './fashionretail/site.ts'
import { fastfashion1 } from './fastfashion1/site.ts'
import { fastfashion2 } from './fastfashion2/site.ts'
import { fastfashion3 } from './fastfashion3/site.ts'
import { luxuryhouse } from './luxuryhouse/site.ts'
import { luxurymarket } from './luxurymarket/site.ts'
import { sneakerexchange } from './sneakerexchange/site.ts'
import { sneakerhub } from './sneakerhub/site.ts'
import { sneakerstore } from './sneakerstore/site.ts'
import { sportswear } from './sportswear/site.ts'
import { storefront } from './storefront/site.ts'
import { watchmarket } from './watchmarket/site.ts'

export const sites: readonly Site[] = [
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
