// Puts values of a page right: what the page offers, what new rules give, and saving them.
import type { TaughtShop } from '../../../client/src/api.ts'
import type { GeneralProduct } from './general.ts'

export type { TaughtShop }

export const TAUGHT_FIELDS = [
  'name',
  'price',
  'list_price',
  'currency',
  'availability',
  'brand',
  'sku',
  'mpn',
  'gtin',
  'condition',
] as const
export type TaughtField = (typeof TAUGHT_FIELDS)[number]

/** What somebody says is right; null: the shop states none. */
export type Corrections = Readonly<Partial<Record<TaughtField, string | null>>>

/** As a person would name it; null if nothing was read. */
export function shownValue(product: GeneralProduct | undefined, field: TaughtField): string | null {
  if (!product) return null
  if (field === 'currency') return product.price?.currency ?? null
  if (field === 'price' || field === 'list_price') return product[field]?.amount ?? null
  return product[field] ?? null
}
