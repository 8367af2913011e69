// The rules of changedetection.io's restock and price processor, as far as they can be stated for these histories: the last page
// is compared with the page before. See docs/alerts.md.
import type { Condition, Page } from './truth.ts'

interface Snapshot {
  readonly price: number | undefined
  readonly isInStock: boolean
}

/**
 * Conditions that its settings can express. A direction is granted where it has none: moves the other way are not counted. Any
 * change would also be one of a variant, which it does not read.
 */
export function canState(condition: Condition): boolean {
  if (condition.is === 'stock') return true
  if (condition.is === 'bound')
    return condition.currency === null && (condition.op === '<' || condition.op === '>')
  return (
    condition.is === 'move' &&
    condition.windowMs === null &&
    condition.by !== null &&
    'percent' in condition.by
  )
}

/** The checks at which it would notify. */
export function snapshotAlerts(pages: readonly Page[], condition: Condition): Set<number> {
  const alerts = new Set<number>()
  let last: Snapshot | undefined
  for (const [index, page] of pages.entries()) {
    const seen = snapshotOf(page)
    // An error keeps the last snapshot.
    if (!seen) continue
    if (last && isNews(condition, last, seen)) alerts.add(index)
    // A page without a price keeps the price that later ones are compared with.
    last = { ...seen, price: seen.price ?? last?.price }
  }
  return alerts
}

/** Price and stock without currency or identity; undefined for an error of the fetch, or if no stock is found. */
function snapshotOf(page: Page): Snapshot | undefined {
  if (page.shows !== 'product' || page.product.stock === null) return undefined
  return { price: page.product.price?.cents, isInStock: page.product.stock !== 'out_of_stock' }
}

function isNews(condition: Condition, last: Snapshot, { price, isInStock }: Snapshot): boolean {
  if (condition.is === 'stock')
    return isInStock !== last.isInStock && isInStock === (condition.becomes === 'in')
  if (price === undefined || last.price === undefined || price === last.price) return false
  // Outside of the limits, every other price is news.
  if (condition.is === 'bound')
    return condition.op === '<' ? price < condition.cents : price > condition.cents
  if (condition.is !== 'move' || condition.by === null || !('percent' in condition.by))
    throw new Error(`it cannot be stated: ${condition.text}`)
  const moved = condition.way === 'drops' ? last.price - price : price - last.price
  return moved > 0 && (moved / last.price) * 100 > condition.by.percent
}
