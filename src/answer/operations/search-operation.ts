// Operation 23: one search in all shops that support it, in parallel.
import { LISTED_SHOP_ADAPTER } from '../../settings/shop-directory.ts'
import type { SiteAdapter } from '#kit/define/define'
import { NO_SEARCH } from '../failed-sites.ts'
import { searchResult } from '#kit/product/general-product'
import * as param from '#kit/params/param-specs'
import type { Params } from '#kit/params/param-specs'
import { t } from '#kit/schema/schema'
import { freshnessOf, selectShops, queryShops, checkShopNames, shopOutcome } from './ask-shops.ts'
import type { CompositeOperation } from './composite.ts'
import { createShopSearch, interleave } from './search-shop.ts'

const result = t.object({
  results: t.list(searchResult, {
    description: 'The first result of every shop, then the second of every shop, and so on',
  }),
  sites: t.list(
    t.object({
      site: t.text('Name of the site or shop, as in the parameter `sites`'),
      outcome: shopOutcome,
      count: t.integer({ description: 'Number of results from this site' }),
      more: t.orNull(t.flag(), {
        description: 'Whether there is a next page; null if the site does not say',
      }),
    }),
    { description: 'Every site that was searched' },
  ),
})

export function createSearchOperation(sites: readonly SiteAdapter[]): CompositeOperation {
  const segments = sites.filter(site => site.search).map(site => site.name)
  const adapters = [...segments, LISTED_SHOP_ADAPTER]
  const searchShop = createShopSearch(sites)
  const params = {
    query: param.required(param.words('Words to search for')),
    sites: param.anyShop(
      'Shops to search: names of sites, or of hosts that the operator lists; defaults to all that support search',
      segments,
    ),
    page: param.page(),
  }
  return {
    id: 'general.search',
    number: 23,
    summary: 'Search all shops at once',
    path: '/api/v2/search',
    params,
    result,
    rows: 'results',
    siteOutcomes: 'sites',
    core: ['/results/*/site', '/results/*/name'],
    freshForS: 300,
    example: { query: 'runner' },

    resolve(values, shops) {
      checkShopNames(values.sites, adapters, shops)
      return { params: values }
    },

    async compose({ params: values }, subrequests) {
      const { query, sites: siteNames, page } = values as Params<typeof params>
      const all = await queryShops(
        selectShops(siteNames, adapters, subrequests.shops),
        subrequests,
        (shop, shopRequests) => searchShop(shop, { query, page }, shopRequests),
      )
      const replies = siteNames ? all : all.filter(reply => reply.outcome !== NO_SEARCH)
      const value = {
        results: interleave(replies.map(reply => reply.value?.results ?? [])),
        sites: replies.map(({ site, outcome, value: result }) => ({
          site,
          outcome,
          count: result?.results.length ?? 0,
          more: result?.more ?? null,
        })),
      }
      return { value, source: '', ...freshnessOf(replies, subrequests.nowMs()) }
    },
  }
}
