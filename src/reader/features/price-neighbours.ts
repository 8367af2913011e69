// Features of a printed price from the prices next to it: a former price, a reduction.
import type { Features } from '../candidate.ts'
import { CALLED_FORMER, STRUCK } from '../page/element-context.ts'
import type { Page } from '../page/read-page.ts'
import type { ShownPrice } from '../sources/shown-prices.ts'
import { set } from './feature-sets.ts'
import type { OptionState } from './price-groups.ts'

export const FORMER = STRUCK | CALLED_FORMER
// The maximum distance, in segments, between the old and the new price of a product.
const BESIDE = 12

export interface Shown extends ShownPrice {
  readonly flags: number
  readonly number: number
  readonly signature: string
  readonly option: OptionState
  /** Its own text shows that it is not the product's price: shipping, a saving, a unit price. */
  readonly isOther: boolean
}

export function addNeighbours(
  made: Features,
  page: Page,
  price: Shown,
  place: number,
  shown: readonly Shown[],
): void {
  let isBesideLower = false
  let isBesideHigher = false
  let isFormer = false
  let isReduced = false
  for (let other = Math.max(0, place - 4); other <= Math.min(shown.length - 1, place + 4); other++) {
    const next = shown[other]
    if (!next || other === place || Math.abs(next.at - price.at) > BESIDE || next.number === price.number)
      continue
    const isStruck = (next.flags & FORMER) > 0
    if (next.number < price.number && !isStruck && next.number > price.number / 10) isBesideLower = true
    if (next.number > price.number && isStruck) isBesideHigher = true
    if (Math.abs(other - place) === 1) {
      isFormer ||= isReduction(page, price, next)
      isReduced ||= isReduction(page, next, price)
    }
  }
  const isStruck = (price.flags & FORMER) > 0
  set(made, 'struck beside a lower price', isStruck && isBesideLower)
  set(made, 'lower than a struck price beside', !isStruck && isBesideHigher)
  set(made, 'higher price of a reduction', isFormer)
  set(made, 'lower price of a reduction', isReduced)
}

// "219.99 -50% 110.00": of two prices with a reduction between or next to them, the higher one is the former price.
function isReduction(page: Page, high: Shown, low: Shown): boolean {
  const ratio = low.number / high.number
  const from = Math.min(high.at, low.at)
  const to = Math.max(high.at, low.at)
  if (ratio >= 1 || ratio < 0.05 || to - from > 6) return false
  for (let at = Math.max(0, from - 1); at < to + 4; at++) {
    const percent = /(?:^|[^\d.,])(\d{1,2})(?:[.,]\d+)?\s?%/.exec(
      page.segments[at]?.text.slice(0, 60) ?? '',
    )?.[1]
    if (percent !== undefined && Math.abs(1 - ratio - Number(percent) / 100) < 0.02) return true
  }
  return false
}
