// The registry of sites: one import and one line each, in the order of the contract.
import type { Site } from '../kit/index.ts'

export const sites: readonly Site[] = []
