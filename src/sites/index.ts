// The registry of sites: one import and one line each, in the order of the contract.
import type { Site } from '../kit/index.ts'
import { electronicsretail } from './electronicsretail/site.ts'
import { fashionretail } from './fashionretail/site.ts'
import { fastfashion1 } from './fastfashion1/site.ts'
import { luxuryhouse } from './luxuryhouse/site.ts'
import { sneakerhub } from './sneakerhub/site.ts'
import { storefront } from './storefront/site.ts'
import { watchmarket } from './watchmarket/site.ts'

export const sites: readonly Site[] = [
  watchmarket,
  sneakerhub,
  fastfashion1,
  fashionretail,
  luxuryhouse,
  electronicsretail,
  storefront,
]
