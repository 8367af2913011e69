// The rows of each shop in the facts of general.offers and general.search: a shop that failed keeps its last ones. Pure.
import { type Facts, sortedFacts } from './facts.ts'
import { withTotals } from './offer-facts.ts'

/** These facts, with the rows that only the others have for these shops. */
export function withRowsOf(facts: Facts, others: Facts, sites: readonly string[]): Facts {
  if (sites.length === 0) return facts
  const rows = Object.entries(others).filter(([series]) => sites.includes(siteOf(series, others) ?? ''))
  const all = sortedFacts({ ...Object.fromEntries(rows), ...facts })
  return Object.keys(all).some(series => series.endsWith('/offer_count')) ? withTotals(all) : all
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
