// Facts of general.offers: a row per shop, and the figures over all rows. A shop that failed keeps its last row. Pure.
import type { Money } from '../kit/general/money.ts'
import { type Facts, lowestOf, moneyOf, moneyText, sortedFacts } from './facts.ts'

/** The parts of the answer that become facts. */
export interface OffersAnswer {
  readonly product: { readonly name: string } | null
  readonly offers: readonly {
    readonly site: string
    readonly seller: { readonly name: string | null } | null
    readonly price: Money | null
  }[]
  /** Every shop that was asked, with `ok` or the code of its error. */
  readonly sites: readonly { readonly site: string; readonly outcome: string }[]
}

export function factsOfOffers({ product, offers, sites }: OffersAnswer): Facts {
  const rows = sites
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ site }) => {
      const own = offers.filter(offer => offer.site === site)
      const sellers = new Set(own.map(offer => offer.seller?.name ?? ''))
      return [
        [`site/${site}/price`, moneyText(lowestOf(own.map(one => one.price)))],
        [`site/${site}/offer_count`, String(own.length)],
        [`site/${site}/seller_count`, String(sellers.size)],
      ] as const
    })
  return withTotals(sortedFacts({ name: product?.name, ...Object.fromEntries(rows.flat()) }))
}

export function failedSitesOf({ sites }: OffersAnswer): string[] {
  return sites.filter(({ outcome }) => outcome !== 'ok').map(({ site }) => site)
}

/** These facts, with the rows that only the others have for these shops. */
export function withRowsOf(facts: Facts, others: Facts, sites: readonly string[]): Facts {
  if (sites.length === 0) return facts
  const rows = Object.entries(others).filter(([series]) => sites.includes(siteOf(series) ?? ''))
  return withTotals(sortedFacts({ ...Object.fromEntries(rows), ...facts }))
}

/** Shops that have answered at least once in these facts. */
export function sitesIn(facts: Facts): Set<string> {
  return new Set(
    Object.keys(facts).flatMap(series => (series.endsWith('/offer_count') ? (siteOf(series) ?? []) : [])),
  )
}

function siteOf(series: string): string | undefined {
  const [kind, site] = series.split('/')
  return kind === 'site' ? site : undefined
}

/** Prices in different currencies cannot be compared: `price` is the lowest in the most frequent currency. */
function withTotals(facts: Facts): Facts {
  const entries = Object.entries(facts)
  const sum = (field: string) =>
    entries.reduce((total, [series, value]) => total + (series.endsWith(`/${field}`) ? Number(value) : 0), 0)
  const prices = entries.flatMap(([series, value]) =>
    series.startsWith('site/') && series.endsWith('/price') ? (moneyOf(value) ?? []) : [],
  )
  const offers = sum('offer_count')
  return sortedFacts({
    ...facts,
    price: moneyText(lowestOf(prices)),
    availability: sitesIn(facts).size === 0 ? undefined : offers > 0 ? 'in_stock' : 'out_of_stock',
    offer_count: String(offers),
    seller_count: String(sum('seller_count')),
  })
}
