// `wares product`, `wares search`, `wares offers`: the general operations without a server, for people and for pipes.
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { DEFAULT_FRESHNESS } from '../engine/freshness.ts'
import { createRegistry } from '../engine/registry.ts'
import { asFault, problemOf } from '../http/problems.ts'
import type { GeneralProduct, SearchResult } from '../kit/general/general-product.ts'
import type { Money } from '../kit/general/money.ts'
import { sites } from '../../sites/index.ts'
import { openEngine } from './engine-in-process.ts'
import { printJson, printTable, wantsJson } from './print.ts'

type Options = Readonly<Record<string, string | boolean | undefined>>

export function productCommand(): Command {
  return new Command('product')
    .argument('<url>', 'address of a product page')
    .option('--country <code>', 'country whose offer is wanted, where the shop has several')
    .option('--language <code>', 'language wanted, where the shop has several')
    .option('--include <parts>', 'sources, absent, or both with a comma')
    .option('--json', 'print JSON (as in a pipe)')
    .action((url: string, options: Options) => run('general.product', { url }, options, showProduct))
}

export function searchCommand(): Command {
  return new Command('search')
    .argument('<words...>')
    .option('--sites <names>', 'names of sites, with commas; all that can search when left out')
    .option('--page <n>', 'page of every list', '1')
    .option('--json', 'print JSON (as in a pipe)')
    .action((words: string[], options: Options) =>
      run('general.search', { query: words.join(' ') }, options, showSearch),
    )
}

export function offersCommand(): Command {
  return new Command('offers')
    .argument('<code>', 'style code, MPN or GTIN')
    .option('--sites <names>', 'names of sites, with commas; all that can be asked when left out')
    .option('--country <code>', 'country whose offers are wanted, where a shop has several')
    .option('--json', 'print JSON (as in a pipe)')
    .action((code: string, options: Options) => run('general.offers', { code }, options, showOffers))
}

async function run(
  id: string,
  params: Readonly<Record<string, string>>,
  { json, ...options }: Options,
  show: (value: never) => void,
): Promise<void> {
  const config = readConfig(sites)
  const entry = createRegistry(sites, config).byId.get(id)
  if (!entry) throw new Error(`there is no operation ${id}`)
  const opened = await openEngine(config)
  const { engine } = opened
  try {
    const given = Object.entries({ ...params, ...options })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value, in: 'query' as const }))
    const { answer } = await engine.run(engine.prepare(entry, given), {
      freshness: DEFAULT_FRESHNESS,
      caller: 'command line',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
    const value = JSON.parse(answer.body.toString()) as never
    if (wantsJson({ json: json === true })) printJson(value)
    else show(value)
  } catch (error) {
    const fault = asFault(error)
    printJson(problemOf(fault, entry.path, 'command-line'))
    if (fault.status === 500 && fault.cause !== undefined) console.error(fault.cause)
    process.exitCode = 1
  } finally {
    await opened.close()
  }
}

function showProduct(product: GeneralProduct): void {
  const rows = Object.entries(product).map(([name, value]) => [name, shown(value)])
  printTable(['field', 'value'], rows)
}

interface SiteRow {
  readonly site: string
  readonly outcome: string
  readonly count: number
}

function showSearch({ results, sites: asked }: { results: SearchResult[]; sites: SiteRow[] }): void {
  printTable(
    ['site', 'price', 'name', 'address'],
    results.map(one => [one.site, priceText(one.price), one.name, one.url ?? '']),
  )
  showSites(asked)
}

interface Offer {
  readonly site: string
  readonly url: string
  readonly size: string | null
  readonly condition: string | null
  readonly price: Money | null
}

function showOffers({ offers, sites: asked }: { offers: Offer[]; sites: SiteRow[] }): void {
  printTable(
    ['price', 'size', 'condition', 'site', 'address'],
    offers.map(one => [priceText(one.price), one.size ?? '', one.condition ?? '', one.site, one.url]),
  )
  showSites(asked)
}

function showSites(asked: readonly SiteRow[]): void {
  console.log(
    `\n${asked.map(one => `${one.site} ${one.outcome === 'ok' ? one.count : one.outcome}`).join(' · ')}`,
  )
}

function priceText(price: Money | null): string {
  return price ? `${price.amount} ${price.currency}` : '-'
}

function shown(value: unknown): string {
  if (value === null) return '-'
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').slice(0, 120)
  if (Array.isArray(value)) return `${value.length} in all`
  const { amount, currency } = value as Partial<Money>
  return amount && currency ? `${amount} ${currency}` : JSON.stringify(value).slice(0, 120)
}
