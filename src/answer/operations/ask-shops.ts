// Asks several shops in parallel, each within a share of the deadline: a slow or failing shop does not affect the others.
import type { Shop, ShopDirectory } from '../../settings/shop-directory.ts'
import { findNearestName } from '../../runtime/nearest-name.ts'
import { Fault, type FaultCode, faultTable } from '#kit/fault'
import { hasFailed, NO_SEARCH } from '../failed-sites.ts'
import { t } from '#kit/schema/schema'
import type { NativeAnswer, Subrequests } from './composite.ts'

/** The rest of the deadline is for composing the answer. */
const SHARE = 0.8
/** How long an answer is cached when a shop is missing from it. */
const INCOMPLETE_FOR_MS = 60_000
/** How long the results of a shop's search are fresh, as for segments. */
const SEARCH_FOR_MS = 300_000

export interface ShopResult<T> {
  readonly site: string
  readonly outcome: 'ok' | typeof NO_SEARCH | FaultCode
  readonly value: T | undefined
  readonly answers: readonly Pick<NativeAnswer, 'madeAtMs' | 'freshUntilMs'>[]
}

export const shopOutcome = t.oneOf(['ok', ...(Object.keys(faultTable) as FaultCode[]), NO_SEARCH], {
  description: '`ok`, the code of the error, or `no_search`: the shop cannot be asked',
})

/** Throws for a name that is not that of a shop with one of these adapters. */
export function checkShopNames(names: unknown, adapters: readonly string[], shops: ShopDirectory): void {
  for (const name of (names ?? []) as readonly string[]) {
    const shop = shops.shopNamed(name)
    if (shop && adapters.includes(shop.adapter)) continue
    const accepted = selectShops(undefined, adapters, shops).map(one => one.name)
    const near = findNearestName(name, accepted)
    const message = `sites has no value ${JSON.stringify(name)}${near === undefined ? '' : `; did you mean ${near}?`}`
    throw new Fault('invalid_parameter', message, {
      errors: [{ name: 'sites', in: 'query', message, accepted }],
    })
  }
}

/** The shops of these names, or all that can be asked, in the order of these adapters. */
export function selectShops(
  names: readonly string[] | undefined,
  adapters: readonly string[],
  shops: ShopDirectory,
): Shop[] {
  if (names) return inOrder(new Set(names.flatMap(name => shops.shopNamed(name) ?? [])), adapters)
  return inOrder(shops.all, adapters).filter(shop => shop.enabled && !shop.isNamedOnly)
}

function inOrder(shops: Iterable<Shop>, adapters: readonly string[]): Shop[] {
  const place = ({ adapter }: Shop) => adapters.indexOf(adapter)
  return [...shops].filter(shop => place(shop) !== -1).toSorted((a, b) => place(a) - place(b))
}

/** `ask` gives undefined for a shop that cannot be asked. */
export async function queryShops<T>(
  shops: readonly Shop[],
  subrequests: Subrequests,
  ask: (shop: Shop, shopRequests: Subrequests) => Promise<T | undefined>,
  share = SHARE,
): Promise<readonly ShopResult<T>[]> {
  // The reserve is the time to compose the answer.
  const reserveMs = subrequests.timeLeftMs() * (1 - share)
  const leftMs = () => subrequests.timeLeftMs() - reserveMs
  return inTurns(shops, async (shop): Promise<ShopResult<T>> => {
    const answers: NativeAnswer[] = []
    const reply = { site: shop.name, value: undefined, answers }
    // A shop that could not be asked in time is named, like one that did not answer.
    if (leftMs() <= 0) return { ...reply, outcome: 'upstream_timeout' }
    try {
      const value = await ask(shop, withinShare(subrequests, leftMs, answers))
      return { ...reply, outcome: value === undefined ? NO_SEARCH : 'ok', value }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { ...reply, outcome: error.code }
    }
  })
}

/** Notes the answers, which decide how long the whole one is fresh. */
function withinShare(
  subrequests: Subrequests,
  leftMs: () => number,
  answers: Pick<NativeAnswer, 'madeAtMs' | 'freshUntilMs'>[],
): Subrequests {
  const limit = (timeoutMs = Infinity) => Math.max(1, Math.min(timeoutMs, leftMs()))
  return {
    ...subrequests,
    async call(operation, params, options = {}) {
      const timeoutMs = limit(options.timeoutMs)
      const answer = await subrequests.call(operation, params, { ...options, timeoutMs })
      answers.push(answer)
      return answer
    },
    async searchListedShop(shop, request, timeoutMs) {
      const page = await subrequests.searchListedShop(shop, request, limit(timeoutMs))
      const madeAtMs = subrequests.nowMs()
      answers.push({ madeAtMs, freshUntilMs: madeAtMs + SEARCH_FOR_MS })
      return page
    },
  }
}

/** A composed answer is as old as its oldest part, expires with the first of them, and soon if a shop is missing. */
export function freshnessOf(replies: readonly ShopResult<unknown>[], nowMs: number) {
  const answers = replies.flatMap(reply => reply.answers)
  const isWhole = !replies.some(hasFailed)
  const ends = answers.map(answer => answer.freshUntilMs)
  return {
    madeAtMs: Math.min(nowMs, ...answers.map(answer => answer.madeAtMs)),
    freshUntilMs: Math.min(...ends, isWhole && ends.length > 0 ? Infinity : nowMs + INCOMPLETE_FOR_MS),
  }
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
