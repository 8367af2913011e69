// Searches one shop: through the operation of its segment, or through what its platform or UCP offers.
import type { Shop } from '../../settings/shop-directory.ts'
import type { SiteAdapter } from '#kit/define/define'
import { dropNeutral } from '#kit/schema/drop-neutral'
import { Fault } from '#kit/fault'
import { type SearchResult, searchResult } from '#kit/product/general-product'
import { money } from '#reader/values/money'
import type { SearchContext, SearchMapping } from '#kit/define/site-mapping'
import type { ProductHit } from '#kit/define/platform'
import type { PlainSchema } from '#kit/schema/schema'
import { completeShape } from '../../extract/merge/complete-shape.ts'
import type { Subrequests } from './composite.ts'

interface SearchRequest {
  readonly query: string
  readonly page: number
}

export interface FoundProducts {
  readonly results: readonly SearchResult[]
  /** Whether there is another page; null when the shop does not say. */
  readonly more: boolean | null
}

export type SearchShop = (
  shop: Shop,
  request: SearchRequest,
  subrequests: Subrequests,
) => Promise<FoundProducts | undefined>

/** Undefined for a shop that cannot be searched. */
export function createShopSearch(sites: readonly SiteAdapter[]): SearchShop {
  const mappings = new Map(sites.flatMap(({ name, search }) => (search ? [[name, search]] : [])))
  return async (shop, request, subrequests) => {
    const mapping = mappings.get(shop.adapter)
    if (mapping) return searchSegment(shop, mapping, request, subrequests)
    const page = await subrequests.searchListedShop(shop, request)
    return page && { results: toResults(page.results.map(toRow), shop.name), more: page.more }
  }
}

/** A segment may consist of several shops, each queried separately; no results from one of them is not an error. */
async function searchSegment(
  shop: Shop,
  mapping: SearchMapping<unknown>,
  request: SearchRequest,
  subrequests: Subrequests,
): Promise<FoundProducts> {
  const pages = await Promise.all(
    mapping.params(request, shop).map(async (params): Promise<FoundProducts> => {
      const answer = await unlessNothing(subrequests.call(mapping.operation, params))
      if (!answer) return { results: [], more: false }
      const native = dropNeutral(answer.value, answer.absent)
      const context = { site: shop, page: request.page, params, currency: answer.currency }
      return toFoundProducts(shop.name, mapping, native, context)
    }),
  )
  const more = new Set(pages.map(one => one.more))
  return {
    results: interleave(pages.map(one => one.results)),
    more: more.has(true) ? true : more.has(null) ? null : false,
  }
}

/** One page of a segment's search. */
export function toFoundProducts(
  site: string,
  mapping: SearchMapping<unknown>,
  native: unknown,
  context: SearchContext,
): FoundProducts {
  const { results, more } = mapping.page(native, context)
  return { results: toResults(results, site), more: more ?? null }
}

async function unlessNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return undefined
    throw error
  }
}

function toRow({ currency, price, list_price: former, ...fields }: ProductHit): object {
  return { ...fields, price: money(price, currency), list_price: money(former, currency) }
}

function toResults(rows: readonly (object | null | undefined)[], site: string): SearchResult[] {
  const complete = rows.map(row => completeShape(searchResult as PlainSchema, { ...row, site }))
  return complete.filter(row => row !== undefined) as SearchResult[]
}

/** The first result of every list, then the second of every list, and so on. */
export function interleave(lists: readonly (readonly SearchResult[])[]): SearchResult[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, rank) => lists.flatMap(list => list[rank] ?? [])).flat()
}
