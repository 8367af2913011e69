// Groups watches by their tags, and finds the cheapest of a group in each currency.
import type { Money } from '../model/general.ts'
import type { Watch } from '../model/watch-api.ts'
import { availabilityState } from './availability.ts'
import { isMoney } from './price-history.ts'

export interface TagGroup {
  readonly tag: string
  readonly watches: readonly Watch[]
}

export function groupByTag(watches: readonly Watch[]): TagGroup[] {
  const tags = [...new Set(watches.flatMap(one => one.tags))].toSorted((a, b) => a.localeCompare(b))
  return tags.map(tag => ({ tag, watches: watches.filter(one => one.tags.includes(tag)) }))
}

/** What is sold out or gone is no offer. Currencies are not converted, so each has its own cheapest. */
export function cheapestOf(
  watches: readonly Watch[],
): readonly { readonly watch: Watch; readonly price: Money }[] {
  const best = new Map<string, { watch: Watch; price: Money }>()
  for (const watch of watches) {
    const { price, availability } = watch.facts ?? {}
    const isOut = typeof availability === 'string' && availabilityState(availability) === 'no'
    if (!isMoney(price) || isOut || watch.state === 'gone') continue
    const cheapest = best.get(price.currency)
    if (!cheapest || Number(price.amount) < Number(cheapest.price.amount))
      best.set(price.currency, { watch, price })
  }
  return [...best.values()]
}
