// What an answer changes of what is known: the facts that count now, and those that wait to be confirmed.
import { compareFacts, type SeriesChange } from './changes.ts'
import { type ConfirmedFacts, confirmFacts } from './confirm.ts'
import { isPurchasable, type Facts, sortedFacts, moneyOf } from '../facts/facts.ts'
import type { Check, CheckResult, WatchMemory } from '../model/knowledge.ts'
import { withKnownCodes } from '../facts/identity.ts'
import { compareAmounts } from '#reader/values/money'
import { withTotals } from '../facts/offer-facts.ts'

export type AnsweredCheck = Extract<CheckResult, { readonly kind: 'facts' }>

interface ReadAnswer extends ConfirmedFacts {
  /** What the facts are compared with. */
  readonly base: Facts
  readonly differences: readonly SeriesChange[]
  /** Offers of shops that answered for the first time. */
  readonly widened: readonly SeriesChange[]
  readonly isPriceUnread: boolean
}

/** `confirm` is how many checks in a row must see a change. */
export function reconcileFacts(
  before: Facts,
  memory: WatchMemory,
  check: Check,
  answer: AnsweredCheck,
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
  const isPriceUnread = lastPrice !== undefined && seenFacts.price === undefined && isPurchasable(seenFacts)
  const confirmed = confirmFacts(base, seenFacts, memory, check, confirm)
  const priced = isPriceUnread ? withLastPrice(confirmed, base, memory) : confirmed
  // A first value is not a change: it is what later ones are compared with.
  const firstValues = priced.firstSeen.flatMap(series =>
    series in priced.facts ? [[series, priced.facts[series]]] : [],
  )
  const differences = compareFacts(
    { ...base, ...Object.fromEntries(firstValues) },
    priced.facts,
    memory.lost,
    seenFacts,
  )
  return { ...priced, base, differences, widened, isPriceUnread }
}

/** Restores the last price, as if this check had not looked at it. */
function withLastPrice(
  { facts, pending, seen, firstSeen }: ConfirmedFacts,
  base: Facts,
  memory: WatchMemory,
): ConfirmedFacts {
  return {
    firstSeen,
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
function asWidening(seriesChange: SeriesChange): SeriesChange {
  return { ...seriesChange, type: 'product.changed', isQuiet: true }
}

/** These facts, with the rows that only the others have for these shops. */
export function withRowsOf(facts: Facts, others: Facts, sites: readonly string[]): Facts {
  if (sites.length === 0) return facts
  const rows = Object.entries(others).filter(([series]) => sites.includes(siteOf(series, others) ?? ''))
  const all = sortedFacts({ ...Object.fromEntries(rows), ...facts })
  return Object.keys(all).some(series => series.endsWith('/offer_count')) ? withTotals(all) : all
}

function withoutRowsOf(facts: Facts, sites: readonly string[]): Facts {
  return Object.fromEntries(
    Object.entries(facts).filter(([series]) => !sites.includes(siteOf(series, facts) ?? '')),
  )
}

/** Whether a page that failed may have what this shop offered before: it has fewer offers now, and none that is cheaper. */
function isLacking(site: string, facts: Facts, before: Facts): boolean {
  const count = (all: Facts) => Number(all[`site/${site}/offer_count`] ?? 0)
  const [price, last] = [facts, before].map(all => moneyOf(all[`site/${site}/price`]))
  const isCheaper =
    price !== undefined && price.currency === last?.currency && compareAmounts(price, last) < 0
  return count(facts) < count(before) && !isCheaper
}

/** Shops that have answered at least once in these facts. */
export function sitesIn(facts: Facts): Set<string> {
  return new Set(
    Object.keys(facts).flatMap(series =>
      /^site\/.*_count$/.test(series) ? (siteOf(series, facts) ?? []) : [],
    ),
  )
}

/** A row of a search states its shop. */
function siteOf(series: string, facts: Facts): string | undefined {
  const [first, second, third] = series.split('/')
  if (first === 'site') return second
  return first === '' && second === 'results' ? facts[`/results/${third}/site`] : undefined
}
