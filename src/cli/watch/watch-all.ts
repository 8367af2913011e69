// `wares watch add --all SHOP`: a watch on each product of a shop whose list states no prices, within a budget of requests a day.
import { operations } from '../../../client/src/operations.ts'
import type { Shop } from '../../../client/src/api.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { EVERY_MIN_S, intervalText, parseInterval } from '../../settings/watch-rules/interval.ts'
import { retryWhenRateLimited } from '../connect/patiently.ts'
import { type ServerOptions, type WaresClient, withWaresClient } from '../connect/connect.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { printJson, wantsJson } from '../print/print.ts'
import { addLines } from './import-command.ts'

export interface AllOptions extends ServerOptions {
  readonly all: string
  readonly budget: number
  readonly dryRun?: boolean
  readonly json?: boolean
}

interface Plan {
  readonly shop: string
  readonly products: number
  readonly requests_per_check: number
  readonly requests_a_day: number
  readonly budget: number
  readonly every_s: number
}

const DAY_S = 86_400
/** Estimate of the requests for the list itself. */
const LIST_REQUESTS = 1_000

/** `rules`: those of each watch, without an interval, which follows from the budget. */
export async function watchAll(
  rules: Readonly<Record<string, unknown>>,
  { all, budget, ...options }: AllOptions,
): Promise<void> {
  if (!Number.isInteger(budget) || budget < 1)
    throw invalidCommandLine('--budget must be a whole number of requests a day')
  if (rules.every !== undefined)
    throw invalidCommandLine('--every follows from --budget; pass one of the two: --budget')
  await withWaresClient(options, async wares => {
    const urls = await productsOf(wares, all)
    const { shops } = await wares.shops.list()
    const plan = planOf(
      shops.find(one => one.name === all),
      all,
      urls.length,
      budget,
    )
    if (!wantsJson(options)) console.log(planText(plan))
    else if (options.dryRun) printJson({ plan })
    if (options.dryRun) return
    await addLines(wares, linesOf(urls, { ...rules, every: plan.every_s }), { ...options, plan })
  })
}

async function productsOf(wares: WaresClient, shop: string): Promise<string[]> {
  const urls = new Set<string>()
  const { path } = operations.general.catalog
  for (let after: string | undefined; ; ) {
    const query = { shop, budget: String(LIST_REQUESTS), after }
    const page = (await retryWhenRateLimited(() => wares.ask('GET', path, { query }))).body as {
      readonly products: readonly { readonly url: string }[]
      readonly cursor: string | null
    }
    for (const { url } of page.products) urls.add(url)
    if (page.cursor === null) break
    if (page.cursor === after)
      throw operatorError(
        `The list of ${shop} takes more than ${LIST_REQUESTS} requests: write it to a file with \`wares catalog ${shop} --budget N --out products.csv\`, then \`wares watch import products.csv --every 1d\`.`,
      )
    after = page.cursor
  }
  if (urls.size === 0) throw operatorError(`The list of ${shop} names no products.`)
  return [...urls]
}

function planOf(shop: Shop | undefined, name: string, products: number, budget: number): Plan {
  // The document of the platform or the catalog, and the page.
  const perCheck = shop?.platform != null || shop?.can.search ? 2 : 1
  const everyS = Math.max(EVERY_MIN_S, Math.ceil((products * perCheck * DAY_S) / budget / 60) * 60)
  const parsed = parseInterval(everyS)
  if ('error' in parsed)
    throw invalidCommandLine(
      `--budget ${budget} is too small: ${products} products at least once in 30 days take ${Math.ceil((products * perCheck) / 30)} requests a day`,
    )
  return {
    shop: name,
    products,
    requests_per_check: perCheck,
    requests_a_day: Math.ceil((products * perCheck * DAY_S) / everyS),
    budget,
    every_s: everyS,
  }
}

function planText(plan: Plan): string {
  const { shop, products, requests_per_check: perCheck, budget } = plan
  const cost = perCheck === 1 ? 'one request' : `${perCheck} requests`
  return `${shop}: ${products} products, ${cost} a check, at most ${budget} requests a day: each is checked every ${intervalText(plan.every_s)} (${plan.requests_a_day} requests a day).`
}

async function* linesOf(urls: readonly string[], rules: object) {
  for (const [place, url] of urls.entries()) yield { line: place + 1, input: { ...rules, url }, cells: {} }
}
