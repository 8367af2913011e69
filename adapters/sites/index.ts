// All registered sites, in the order of the contract: by the number of their first operation.
import type { SiteAdapter } from '#kit'
import * as registry from './all-sites.ts'

const firstNumber = ({ operations }: SiteAdapter): number =>
  Math.min(...operations.map(({ number }) => number))

export const sites: readonly SiteAdapter[] = Object.values(registry).toSorted(
  (a, b) => firstNumber(a) - firstNumber(b),
)
