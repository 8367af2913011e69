// The registry of sites: one import and one line each, in the order of the contract.
import type { Site } from '../kit/index.ts'
import { storefront } from './storefront/site.ts'

export const sites: readonly Site[] = [storefront]
