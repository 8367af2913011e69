// All shops of the sandbox: one import and one entry each.
import type { Shop } from '../shop.ts'
import { sneakerhub } from './sneakerhub.ts'

export const shops: readonly Shop[] = [sneakerhub]
