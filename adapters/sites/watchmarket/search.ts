// Operation 3: one page of the watch search, with filters.
import {
  asLooseNumber,
  asTrimmed,
  valueAt,
  defineOperation,
  param,
  type ParamValues,
  type SiteView,
  withPlaceholders,
} from '#kit'
import { filters } from './filter-groups.ts'
import { readListings } from './listings.ts'
import { searchPlaceholders } from './placeholders.ts'
import { checkPage, PAGE_SIZE, resultCount, showsPage, withPage } from './result-pages.ts'
import { WatchSearch } from './search.schema.ts'

const NEWEST_FIRST = 5

const filterParams = Object.fromEntries(
  filters.map(({ snake, camel, label, codes }) => [
    snake,
    param.codes(
      `${label}: codes from \`watchmarket.filters\``,
      codes,
      snake === camel ? {} : { aliases: [camel] },
    ),
  ]),
)

export const search = defineOperation({
  id: 'watchmarket.search',
  number: 3,
  summary: 'One page of listings, with price statistics',
  params: {
    query: param.words('Words to search for'),
    page: param.page(),
    ...filterParams,
  },
  result: withPlaceholders(WatchSearch, searchPlaceholders),
  rows: 'results',
  core: ['/url', '/results/*/id', '/results/*/url', '/results/*/title'],
  prices: [{ amount: '/results/*/price/amount', currency: '/results/*/price/currency' }],
  freshForS: 300,
  example: { query: 'diver', dial_color: ['702'] },

  async load(params, get, site) {
    const found = await get(site.settings.search_path ?? '/search/index.htm', {
      query: {
        dosearch: 'true',
        query: params.query,
        sortorder: NEWEST_FIRST,
        pageSize: PAGE_SIZE,
        showPage: params.page > 1 ? params.page : undefined,
        currencyId: requestedCurrency(site),
        ...filterQuery(params),
      },
    })
    // The redirect to the page of a brand or model may drop the page number.
    return showsPage(found.url, params.page) ? found : get(withPage(found.url, params.page))
  },

  extract(page, params, site) {
    const state = page.assigned('metaData')
    const aggregate = page.jsonLdOf('AggregateOffer')
    const currency =
      asTrimmed(aggregate?.priceCurrency) ?? asTrimmed(valueAt(state, 'currency')) ?? requestedCurrency(site)
    const symbol = asTrimmed(valueAt(state, 'currencyFormats', currency, 'symbol'))
    const searchResult = valueAt(state, 'data', 'searchResult')
    const total = resultCount(page, searchResult)
    const isPastTheEnd = total !== undefined && total <= (params.page - 1) * PAGE_SIZE
    if (!isPastTheEnd) checkPage(searchResult, params.page)
    const results = isPastTheEnd ? [] : readListings(page, aggregate, { currency, symbol })
    return {
      url: page.url,
      stats: {
        price_stats: priceStats(
          results.map(one => one?.price?.amount),
          { lowest: asLooseNumber(aggregate?.lowPrice), highest: asLooseNumber(aggregate?.highPrice) },
        ),
        total_results: total,
      },
      results,
    }
  },
})

/** Translates filters from our parameter names to the site's. */
function filterQuery(params: ParamValues) {
  return Object.fromEntries(filters.map(({ snake, camel }) => [camel, params[snake]]))
}

/** The operator may configure another currency; the site converts. */
function requestedCurrency(site: SiteView): string {
  return site.settings.currency ?? 'USD'
}

interface StatedRange {
  readonly lowest: number | undefined
  readonly highest: number | undefined
}

/** The range as the site states it for the whole result, median and average of the page's prices. */
export function priceStats(amounts: readonly (number | undefined)[], stated: StatedRange) {
  // A price of 0 means "on request", in the cards and in the site's range.
  const sorted = amounts.flatMap(one => one || []).toSorted((a, b) => a - b)
  return {
    lowest_price: stated.lowest || sorted.at(0),
    median_price: medianOf(sorted),
    average_price: averageOf(sorted),
    highest_price: stated.highest || sorted.at(-1),
  }
}

function medianOf(sorted: readonly number[]): number | undefined {
  const middle = sorted.length / 2
  return averageOf(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}

function averageOf(amounts: readonly number[]): number | undefined {
  if (amounts.length === 0) return undefined
  const sum = amounts.reduce((total, one) => total + one, 0)
  return Math.round((sum / amounts.length) * 100) / 100
}
