// What an answer changes of what is known: the facts that count now, and those that wait to be confirmed.
import { compareFacts, type SeriesChange } from './changes.ts'
import { type Confirmed, confirmFacts } from './confirm.ts'
import { canBeBought, type Facts, sortedFacts } from '../facts/facts.ts'
import type { Check, CheckResult, Memory } from './knowledge.ts'
import { withKnownCodes } from './identity.ts'
import { isLacking, sitesIn, withoutRowsOf, withRowsOf } from './shop-rows.ts'

export type Answer = Extract<CheckResult, { readonly facts: Facts }>

interface ReadAnswer extends Confirmed {
  /** What the facts are compared with. */
  readonly base: Facts
  readonly differences: readonly SeriesChange[]
  /** Offers of shops that answered for the first time. */
  readonly widened: readonly SeriesChange[]
  readonly isPriceUnread: boolean
}

/** `confirm` is how many checks in a row must see a change. */
export function readAnswer(
  before: Facts,
  memory: Memory,
  check: Check,
  answer: Answer,
  confirm: number,
): ReadAnswer {
  const stated = withKnownCodes(answer.facts, before, memory.identity, answer.identity)
  // Shops that failed keep their last rows; shops that answer for the first time are taken as they are.
  const lacking = (answer.partialSites ?? []).filter(site => isLacking(site, stated, before))
  const unread = [...(answer.failedSites ?? []), ...lacking]
  const seenFacts = withRowsOf(withoutRowsOf(stated, lacking), before, unread)
  const isOfShops = answer.failedSites !== undefined
  const newSites = isOfShops ? [...sitesIn(seenFacts).difference(sitesIn(before))] : []
  const base = withRowsOf(before, seenFacts, newSites)
  const widened = newSites.length === 0 ? [] : compareFacts(before, base).map(asWidening)
  // A price that is no longer read while the product can be bought is our failure, not a change: the last one stays.
  const lastPrice = base.price ?? memory.lost.price
  const isPriceUnread = lastPrice !== undefined && seenFacts.price === undefined && canBeBought(seenFacts)
  const confirmed = confirmFacts(base, seenFacts, memory, check, confirm)
  const counted = isPriceUnread ? withLastPrice(confirmed, base, memory) : confirmed
  // A first value is not a change: it is what later ones are compared with.
  const begun = counted.begun.flatMap(series =>
    series in counted.facts ? [[series, counted.facts[series]]] : [],
  )
  const differences = compareFacts(
    { ...base, ...Object.fromEntries(begun) },
    counted.facts,
    memory.lost,
    seenFacts,
  )
  return { ...counted, base, differences, widened, isPriceUnread }
}

/** As if this check had not looked at the price. */
function withLastPrice({ facts, pending, seen, begun }: Confirmed, base: Facts, memory: Memory): Confirmed {
  return {
    begun,
    facts: sortedFacts({ ...withoutPrice(facts), ...priceOf(base) }),
    pending: { ...withoutPrice(pending), ...priceOf(memory.pending) },
    seen: { ...withoutPrice(seen), ...priceOf(memory.seen) },
  }
}

export function withoutPrice<T>({
  price: _price,
  ...others
}: Readonly<Record<string, T>>): Record<string, T> {
  return others
}

function priceOf<T>({ price }: Readonly<Record<string, T>>): Record<string, T> {
  return price === undefined ? {} : { price }
}

/** Offers of a shop that never answered before are news about what we see, not about the market. */
function asWidening(one: SeriesChange): SeriesChange {
  return { ...one, type: 'product.changed', isQuiet: true }
}
