// The condition that the structured data states: of the product, or of all its offers.
import type { Condition } from '../../kit/general/general-product.ts'
import { schemaCondition } from '../../kit/general/schema-org.ts'
import { allOffersOf } from './json-ld-products.ts'
import type { Item } from './schema-org-values.ts'

/** Undefined where the offers differ: the product then has no condition of its own. */
export function statedCondition(
  item: Item | undefined,
): { readonly value: Condition; readonly place: string } | undefined {
  if (!item) return undefined
  const own = schemaCondition(item.itemCondition)
  if (own) return { value: own, place: 'Product.itemCondition' }
  const [value, ...others] = new Set(allOffersOf(item).map(offer => schemaCondition(offer.itemCondition)))
  return value && others.length === 0 ? { value, place: 'Product.offers.itemCondition' } : undefined
}
