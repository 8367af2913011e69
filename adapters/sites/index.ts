// All registered sites, in the order of the contract: by the number of their first operation.
import type { Site } from '#kit'
import * as registry from './registry.ts'

const firstNumber = ({ operations }: Site): number => Math.min(...operations.map(({ number }) => number))

export const sites: readonly Site[] = Object.values(registry).toSorted(
  (a, b) => firstNumber(a) - firstNumber(b),
)
