// Facts of general.offers: a row per shop, and the figures over all rows. Pure.
import { hasFailed } from '../../answer/failed-sites.ts'
import type { Money } from '#reader/values/money'
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
    .map(({ site, outcome }) => ({ site, outcome, own: offers.filter(offer => offer.site === site) }))
    .filter(({ outcome, own }) => outcome === 'ok' || own.length > 0)
    .map(({ site, own }) => {
      const sellers = new Set(own.map(offer => offer.seller?.name ?? ''))
      return [
        [`site/${site}/price`, moneyText(lowestOf(own.map(one => one.price)))],
        [`site/${site}/offer_count`, String(own.length)],
        [`site/${site}/seller_count`, String(sellers.size)],
      ] as const
    })
  return withTotals(sortedFacts({ name: product?.name, ...Object.fromEntries(rows.flat()) }))
}

/** Shops that answered nothing, and those of which only a part could be read. */
export function incompleteSites(
  sites: OffersAnswer['sites'],
  rows: readonly { readonly site: string }[],
): { readonly failed: readonly string[]; readonly partial: readonly string[] } {
  const present = new Set(rows.map(({ site }) => site))
  const names = sites.filter(hasFailed).map(({ site }) => site)
  return {
    failed: names.filter(site => !present.has(site)),
    partial: names.filter(site => present.has(site)),
  }
}

/** Prices in different currencies cannot be compared: `price` is the lowest in the most frequent currency. */
export function withTotals(facts: Facts): Facts {
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
    availability: !entries.some(([series]) => series.endsWith('/offer_count'))
      ? undefined
      : offers > 0
        ? 'in_stock'
        : 'out_of_stock',
    offer_count: String(offers),
    seller_count: String(sum('seller_count')),
  })
}
