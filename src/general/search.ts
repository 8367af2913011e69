// Operation 23: one search in all shops that support it, in parallel.
import type { Site } from '../kit/define.ts'
import { Fault } from '../kit/fault.ts'
import { searchResult } from '../kit/general/general-product.ts'
import type { SearchResult } from '../kit/general/general-product.ts'
import * as param from '../kit/param-specs.ts'
import type { Params } from '../kit/param-specs.ts'
import { t } from '../kit/schema.ts'
import { ageOf, askSites, siteOutcome } from './ask-sites.ts'
import type { CompositeOperation, Subrequests } from './composite.ts'
import { dropNeutral } from '../kit/drop-neutral.ts'
import { askListedShops, checkShopNames, searchListedShop } from './listed-shops.ts'
import { type MappedSearch, toSearchResults } from './map-search.ts'

const result = t.object({
  results: t.list(searchResult, {
    description: 'The first result of every shop, then the second of every shop, and so on',
  }),
  sites: t.list(
    t.object({
      site: t.text('Name of the site or shop, as in the parameter `sites`'),
      outcome: siteOutcome,
      count: t.integer({ description: 'Number of results from this site' }),
      more: t.orNull(t.flag(), {
        description: 'Whether there is a next page; null if the site does not say',
      }),
    }),
    { description: 'Every site that was searched' },
  ),
})

export function createSearchOperation(sites: readonly Site[]): CompositeOperation {
  const supported = sites.filter(site => site.general?.search)
  const params = {
    query: param.required(param.words('Words to search for')),
    sites: param.anyShop(
      'Shops to search: names of sites, or of hosts that the operator lists; defaults to all that support search',
      supported.map(site => site.name),
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

    resolve(values, reach) {
      checkShopNames(values.sites, supported, reach)
      return { params: values }
    },

    async compose({ params: values }, subrequests) {
      const { query, sites: named, page } = values as Params<typeof params>
      const selectedSites = supported.filter(site =>
        named ? named.includes(site.name) : subrequests.reach.isEnabled(site.name),
      )
      const request = { query, page }
      const [ofSites, ofShops] = await Promise.all([
        askSites(selectedSites, subrequests, (site, own) => searchSite(site, request, own)),
        askListedShops(named, subrequests, (shop, ms) => searchListedShop(shop, request, subrequests, ms)),
      ])
      const replies = [...ofSites, ...ofShops]
      const value = {
        results: interleave(replies.map(reply => reply.value?.results ?? [])),
        sites: replies.map(({ site, outcome, value: found }) => ({
          site,
          outcome,
          count: found?.results.length ?? 0,
          more: found?.more ?? null,
        })),
      }
      return { value, source: '', ...ageOf(replies, subrequests.nowMs()) }
    },
  }
}

/** A site may consist of several shops, each queried separately; no results from one of them is not an error. */
export async function searchSite(
  site: Site,
  request: { readonly query: string; readonly page: number },
  subrequests: Subrequests,
): Promise<MappedSearch> {
  const mapping = site.general?.search
  if (!mapping) throw new Fault('not_found', `${site.name} cannot search`)
  const view = subrequests.siteView(site.name)
  const found = await Promise.all(
    mapping.params(request, view).map(async params => {
      const answer = await unlessNothing(subrequests.call(mapping.operation, params))
      if (!answer) return { results: [], more: false }
      const native = dropNeutral(answer.value, answer.absent)
      return toSearchResults(site.name, mapping, native, {
        site: view,
        page: request.page,
        params,
        currency: answer.currency,
      })
    }),
  )
  const more = new Set(found.map(one => one.more))
  return {
    results: interleave(found.map(one => one.results)),
    more: more.has(true) ? true : more.has(null) ? null : false,
  }
}

async function unlessNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return undefined
    throw error
  }
}

function interleave(lists: readonly (readonly SearchResult[])[]): SearchResult[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, rank) => lists.flatMap(list => list[rank] ?? [])).flat()
}
