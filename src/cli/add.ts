// `wares add URL`: from a product address to a configured shop: reads the page, says what it found, writes wares.yaml.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { Command } from 'commander'
import { type Config, readConfig, readConfigFrom, settingsFilePath } from '../config.ts'
import { isOperatorError } from '../runtime/operator-error.ts'
import { type AddedShop, addedShopView, addShop } from '../setup/add-shop.ts'
import { entryText } from '../setup/edit-settings.ts'
import { type ShopTrial, withOwnDoor } from '../setup/try-shop.ts'
import { sites } from '../../sites/index.ts'
import { intervalText } from '../rules/interval.ts'
import { openWatches } from './open-watches.ts'
import { printFault } from './print-fault.ts'
import { printJson, printTable, wantsJson } from './print.ts'
import { type Takeover, waitForTakeover } from './running-shops.ts'
import { parseWhen } from './watch.ts'

interface AddOptions {
  config?: string
  dryRun?: boolean
  json?: boolean
  watch?: string[]
}

export function addCommand(): Command {
  return new Command('add')
    .argument('<url>', 'URL of a product page of the shop')
    .option('--config <file>', 'settings file to write (default: wares.yaml, or WARES_CONFIG)')
    .option('--dry-run', 'only say what was found and print the entry')
    .option('--watch <condition>', 'also watch the product: "price drops 5%"', parseWhen)
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText(
      'after',
      '\nNever asks a question. A running server takes the shop over within two seconds.\nExit codes:\n  0  the shop can be read\n  1  it cannot; nothing was written',
    )
    .action(add)
}

async function add(url: string, options: AddOptions): Promise<void> {
  const path = options.config === undefined ? settingsFilePath() : resolve(options.config)
  const config = existsSync(path) ? readConfigFrom(sites, path) : readConfig(sites)
  const added = await addOrPrint(url, path, config, options)
  if (!added) return
  const { trial } = added
  const isInEffect = options.dryRun !== true && added.problem === null
  const takeover = isInEffect ? await waitForTakeover(config, trial.shop) : undefined
  const watch =
    options.watch === undefined || !isInEffect
      ? undefined
      : await addWatch(path, trial.product.url, options.watch)
  const result = { ...added, path, takeover, watch }
  if (wantsJson(options)) printJson(toJson(result))
  else print(result)
  if (added.problem !== null) process.exitCode = 1
}

async function addOrPrint(
  url: string,
  path: string,
  config: Config,
  options: AddOptions,
): Promise<AddedShop | undefined> {
  try {
    return await withOwnDoor(config, door =>
      addShop(url, { config, sites, path, isDryRun: options.dryRun === true, door }),
    )
  } catch (error) {
    // Settings that cannot be written are no fault of the shop.
    if (isOperatorError(error)) throw error
    printFault(error, wantsJson(options) ? 'json' : 'table', { instance: url })
    return undefined
  }
}

interface AddedWatch {
  readonly id: string
  readonly when: string | null
  readonly everyS: number
}

async function addWatch(path: string, url: string, when: readonly string[]): Promise<AddedWatch> {
  const config = existsSync(path) ? readConfigFrom(sites, path) : readConfig(sites)
  return openWatches(config, async ({ actions, inputs }) => actions.add(inputs.read({ url, when })))
}

interface AddResult extends AddedShop {
  readonly path: string
  readonly takeover: Takeover | undefined
  readonly watch: AddedWatch | undefined
}

function toJson({ path, takeover, watch, ...added }: AddResult): unknown {
  return {
    ...addedShopView(added),
    file: path,
    server: takeover ?? null,
    watch: watch ? { id: watch.id, when: watch.when, every_s: watch.everyS } : null,
  }
}

function print(result: AddResult): void {
  const { trial, report, watch } = result
  const { shop, product, requests } = trial
  console.log(`${styleText('bold', shop)}: robots.txt allows this page. ${requestsText(requests.length)}.`)
  console.log(`${softwareText(trial)}\n`)
  printTable(
    ['field', 'value', 'from'],
    report.found.map(({ field, value, from }) => [field, value, from]),
  )
  const important = report.missing.filter(({ field }) => field === 'price' || field === 'availability')
  const other = report.missing.filter(one => !important.includes(one)).map(({ field }) => field)
  if (report.missing.length > 0) console.log('')
  for (const { field, why } of important) console.log(`${styleText('yellow', `No ${field}`)}: ${why}.`)
  if (other.length > 0) console.log(`Not stated: ${other.join(', ')}.`)
  if (product.disputed.length > 0)
    console.log(`Contradicted by another source: ${product.disputed.map(one => one.field).join(', ')}.`)
  console.log(`\n${outcomeText(result)}`)
  if (watch) console.log(`Watch ${watch.id} (${watch.when}) is checked every ${intervalText(watch.everyS)}.`)
}

function requestsText(count: number): string {
  return count === 1 ? 'It was read with one request' : `It was read with ${count} requests`
}

function softwareText({ product, entries, shop }: ShopTrial): string {
  const rendered = entries.some(entry => entry.kind === 'host' && entry.render === 'browser')
  const how = rendered ? ' Its pages are built by scripts and are rendered in a browser.' : ''
  if (product.operation !== null) return `Its pages have the shape of the site ${shop}.${how}`
  return product.platform === null
    ? `Platform: not recognised; the general reader reads the page.${how}`
    : `Platform: ${product.platform}.${how}`
}

function outcomeText(result: AddResult): string {
  const { sandbox, isWritten } = result
  const texts = [entryOutcome(result), ...(isWritten && sandbox !== null ? [SANDBOX_TEXTS[sandbox]] : [])]
  return texts.join('\n')
}

const SANDBOX_TEXTS = {
  kept: 'Also wrote `sandbox: true`: the sandbox and its guest key stay. Set it to false when you no longer need them.',
  off: 'The sandbox is off now, because others can reach this server: its shops answer `url_not_allowed`. `sandbox: true` in the file keeps it, without a guest key.',
} as const

function entryOutcome({ trial, path, isWritten, takeover, sandbox, problem }: AddResult): string {
  if (trial.entries.length === 0) return `${trial.shop} is configured already.`
  if (problem !== null)
    return `${styleText('red', problem)} Nothing was written. Add these lines:\n\n${entryText(trial.entries, sandbox === 'kept')}`
  if (!isWritten)
    return `Nothing was written. The entry for ${path}:\n\n${entryText(trial.entries, sandbox === 'kept')}`
  const written = `Added to ${path}.`
  switch (takeover?.state) {
    case 'reads it':
      return `${written} The server at ${takeover.address} reads it now.`
    case 'refused':
      return `${written} The server at ${takeover.address} kept its old settings: ${takeover.problem}`
    case 'unaware':
      return `${written} The server at ${takeover.address} has not taken it over; it may use another settings file.`
    default:
      return `${written} \`npx wares start\` starts a server that reads it.`
  }
}
