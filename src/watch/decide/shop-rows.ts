// The rows of each shop in the facts of general.offers and general.search: a shop that failed keeps its last ones. Pure.
import { compareAmounts } from '../../kit/general/money.ts'
import { type Facts, moneyOf, sortedFacts } from '../facts/facts.ts'
import { withTotals } from '../facts/offer-facts.ts'

/** These facts, with the rows that only the others have for these shops. */
export function withRowsOf(facts: Facts, others: Facts, sites: readonly string[]): Facts {
  if (sites.length === 0) return facts
  const rows = Object.entries(others).filter(([series]) => sites.includes(siteOf(series, others) ?? ''))
  const all = sortedFacts({ ...Object.fromEntries(rows), ...facts })
  return Object.keys(all).some(series => series.endsWith('/offer_count')) ? withTotals(all) : all
}

export function withoutRowsOf(facts: Facts, sites: readonly string[]): Facts {
  return Object.fromEntries(
    Object.entries(facts).filter(([series]) => !sites.includes(siteOf(series, facts) ?? '')),
  )
}

/** Whether a page that failed may have what this shop offered before: it has fewer offers now, and none that is cheaper. */
export function isLacking(site: string, facts: Facts, before: Facts): boolean {
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
