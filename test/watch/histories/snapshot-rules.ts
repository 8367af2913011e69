// The rules of changedetection.io's restock and price processor, as far as they can be stated for these histories: the last page
// is compared with the page before. See docs/alerts.md.
import type { Condition } from './oracle.ts'
import { ABROAD_RATE, GLITCH_CENTS, OTHER_CENTS, type Step } from './shop-truth.ts'

interface Snapshot {
  readonly price: number | undefined
  readonly isInStock: boolean
}

/**
 * Conditions that its settings can express. A direction is granted where it has none: moves the other way are not counted. Any
 * change would also be one of a size, which it does not read.
 */
export function canState(condition: Condition): boolean {
  const isTimed = 'days' in condition && condition.days !== undefined
  return !isTimed && !['lowest', 'drops-by', 'any'].includes(condition.is)
}

/** The steps at which it would notify. */
export function snapshotAlerts(steps: readonly Step[], condition: Condition): Set<number> {
  const alerts = new Set<number>()
  let last: Snapshot | undefined
  for (const [index, step] of steps.entries()) {
    const seen = snapshotOf(step)
    // An error keeps the last snapshot.
    if (!seen) continue
    if (last && isNews(condition, last, seen)) alerts.add(index)
    // A page without a price keeps the price that later ones are compared with.
    last = { ...seen, price: seen.price ?? last?.price }
  }
  return alerts
}

/** Price and stock without currency or identity; undefined for an error of the fetch, or if no stock is found. */
function snapshotOf({ appearance, truth }: Step): Snapshot | undefined {
  if (typeof appearance === 'object' || !truth.isListed || appearance === 'without-stock') return undefined
  if (appearance === 'other-product') return { price: OTHER_CENTS, isInStock: true }
  const price = appearance === 'glitch' ? GLITCH_CENTS : truth.cents
  const shown = appearance === 'abroad' ? Math.round(price * ABROAD_RATE) : price
  return { price: appearance === 'without-price' ? undefined : shown, isInStock: truth.isInStock }
}

function isNews(condition: Condition, last: Snapshot, { price, isInStock }: Snapshot): boolean {
  const isStockNew = isInStock !== last.isInStock
  const isPriceNew = price !== undefined && last.price !== undefined && price !== last.price
  switch (condition.is) {
    case 'in-stock':
      return isStockNew && isInStock
    case 'out-of-stock':
      return isStockNew && !isInStock
    // Outside of the limits, every other price is news.
    case 'below':
      return isPriceNew && price < condition.cents
    case 'above':
      return isPriceNew && price > condition.cents
    case 'drops':
    case 'rises': {
      if (!isPriceNew || last.price === undefined) return false
      const moved = condition.is === 'drops' ? last.price - price : price - last.price
      return moved > 0 && (moved / last.price) * 100 > condition.percent
    }
    default:
      throw new Error(`it cannot be stated: ${condition.is}`)
  }
}
