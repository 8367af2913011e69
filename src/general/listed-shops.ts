// Asks the listed shops whose platform has a search document, as the sites are asked: in parallel, each with its own outcome.
import type { Site } from '../kit/define.ts'
import { Fault } from '../kit/fault.ts'
import { type SearchResult, searchResult } from '../kit/general/general-product.ts'
import { money } from '../kit/general/money.ts'
import type { ListedProduct } from '../kit/platform/platform.ts'
import type { PlainSchema } from '../kit/schema.ts'
import type { SiteReply } from './ask-sites.ts'
import { completeShape } from './complete-shape.ts'
import type { ListedShop, Reach, Subrequests } from './composite.ts'
import type { MappedSearch } from './map-search.ts'

/** The rest of the deadline is for composing the answer. */
const SHARE = 0.8

/** Throws for a name that is neither that of a site nor of a listed shop. */
export function checkShopNames(named: unknown, sites: readonly Site[], reach: Reach): void {
  for (const name of (named ?? []) as readonly string[]) {
    if (sites.some(site => site.name === name) || reach.shopNamed(name)) continue
    const accepted = [...sites.map(site => site.name), ...reach.listedShops().map(({ shop }) => shop)]
    const message = `sites has no value ${JSON.stringify(name)}`
    throw new Fault('invalid_parameter', message, {
      errors: [{ name: 'sites', in: 'query', message, accepted }],
    })
  }
}

/**
 * The shops of these names, or all that are listed by name. Of all, those that cannot be searched are left out: `ask` gives
 * undefined for them.
 */
export async function askListedShops<T>(
  named: readonly string[] | undefined,
  subrequests: Subrequests,
  ask: (shop: ListedShop, timeoutMs: number) => Promise<T | undefined>,
): Promise<readonly SiteReply<T>[]> {
  const { reach } = subrequests
  const shops = named ? named.flatMap(name => reach.shopNamed(name) ?? []) : reach.listedShops()
  const reserveMs = subrequests.timeLeftMs() * (1 - SHARE)
  const leftMs = () => subrequests.timeLeftMs() - reserveMs
  const replies = await inTurns(shops, async (shop): Promise<SiteReply<T>[]> => {
    const none = { site: shop.shop, value: undefined, answers: [] }
    // A shop that could not be asked in time is named, like one that did not answer.
    if (leftMs() <= 0) return [{ ...none, outcome: 'upstream_timeout' }]
    try {
      const value = await ask(shop, leftMs())
      if (value === undefined) return named ? [{ ...none, outcome: 'not_found' }] : []
      return [{ ...none, outcome: 'ok', value }]
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return [{ ...none, outcome: error.code }]
    }
  })
  return replies.flat()
}

/** Shops that are asked at once, if all answer soon. */
const AT_ONCE = 50
/** A shop that takes longer lets the next one begin. */
const TURN_MS = 1_000
/** So often: shops that all hang are not all asked at once. */
const LATE_MAX = 3

/** The results in the order of the items. */
async function inTurns<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: Promise<R>[] = []
  const rest = items.entries()
  const next = async (): Promise<void> => {
    const late = new Set<Promise<unknown>>()
    for (const [place, item] of rest) {
      const work = run(item)
      results[place] = work
      late.add(work)
      const leave = () => late.delete(work)
      work.then(leave, leave)
      await endOfTurn(work)
      if (late.size > LATE_MAX) await Promise.race(late).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return Promise.all(results)
}

/** Resolves with the work, however it ends, or after a turn. */
function endOfTurn(work: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, TURN_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    work.then(end, end)
  })
}

export async function searchListedShop(
  shop: ListedShop,
  request: { readonly query: string; readonly page: number },
  subrequests: Subrequests,
  timeoutMs: number,
): Promise<MappedSearch | undefined> {
  const found = await subrequests.searchListedShop(shop, request, timeoutMs)
  return found && { results: found.results.flatMap(one => toResult(one, shop.shop)), more: found.more }
}

function toResult(listed: ListedProduct, site: string): SearchResult[] {
  const { currency, price, list_price: former, ...fields } = listed
  const row = { ...fields, site, price: money(price, currency), list_price: money(former, currency) }
  const complete = completeShape(searchResult as PlainSchema, row)
  return complete === undefined ? [] : [complete as SearchResult]
}
