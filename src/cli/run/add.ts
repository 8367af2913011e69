// `wares add URL`: from a product address to a configured shop: reads the page, says what it found, writes wares.yaml.
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { Command } from 'commander'
import type { AddedShop, Watch } from '../../../client/src/api.ts'
import { launchSettings } from '../../settings/started-with.ts'
import { Fault } from '#kit/fault'
import { isOperatorError } from '../../runtime/operator-error.ts'
import { shownInterval } from '../../settings/watch-rules/interval.ts'
import { addServerOptions, connect, type ServerOptions, withWaresClient } from '../connect/connect.ts'
import { printFault } from '../print/print-fault.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'
import { parseWhen } from '../watch/watch-command.ts'

interface AddOptions extends ServerOptions {
  config?: string
  currency?: string
  dryRun?: boolean
  json?: boolean
  watch?: string[]
}

export function addCommand(): Command {
  const command = new Command('add')
    .argument('<url>', 'URL of a product page of the shop')
    .option(
      '--config <file>',
      'settings file to write, in this process (default: wares.yaml, or WARES_CONFIG)',
    )
    .option('--dry-run', 'write nothing; show the fields that were found, and the entry')
    .option('--currency <code>', 'what a shared sign such as $, or none, means in this shop: USD')
    .option('--watch <condition>', 'also watch the product, on a running server: "price drops 5%"', parseWhen)
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText(
      'after',
      '\nOn a terminal it asks which currency a sign such as $ means, if the page does not say. A running server picks the shop up within two seconds.\nExit codes:\n  0  the shop can be read\n  1  it cannot; nothing was written',
    )
    .action(add)
  return addServerOptions(command)
}

interface AddResult extends AddedShop {
  /** The settings file on this machine; null for somebody else's server. */
  readonly file: string | null
  readonly server: { readonly address: string; readonly state: 'reads it' | 'refused' } | null
  readonly watch: Watch | undefined
}

async function add(url: string, options: AddOptions): Promise<void> {
  const settings = options.config === undefined ? undefined : resolve(options.config)
  const place = { ...options, ...(settings !== undefined && { settings, local: true }) }
  const first = await addOrPrint(url, place, options)
  const result = first && (await withCurrency(first, url, place, options))
  if (!result) return
  const isInEffect = options.dryRun !== true && result.problem === null
  // Not through the same connection: without a server, its settings are those of before.
  const [watchResult] = await Promise.allSettled([
    options.watch === undefined || !isInEffect
      ? undefined
      : withWaresClient(place, ({ watches }) =>
          watches.create({ url: result.product?.url ?? url, when: options.watch ?? null }),
        ),
  ])
  const watch = watchResult.status === 'fulfilled' ? watchResult.value : undefined
  if (wantsJson(options)) printJson({ ...result, watch: watch ? watchJson(watch) : null })
  else print({ ...result, watch }, options)
  if (result.problem !== null && !result.written) process.exitCode = 1
  // The shop was added, whatever is wrong with the watch.
  if (watchResult.status === 'rejected') throw watchResult.reason
}

/** On a terminal, somebody can say what the sign of the price means. */
async function withCurrency(
  result: Omit<AddResult, 'watch'>,
  url: string,
  place: Place,
  options: AddOptions,
): Promise<Omit<AddResult, 'watch'> | undefined> {
  const { suggested_currency: usual, shop } = result
  if (usual === null || wantsJson(options) || !process.stdin.isTTY) return result
  const price = result.missing.find(({ field }) => field === 'price')?.why.split('. ', 1)[0]
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const question = `${price}.\nWhich currency is it in ${shop}? (a code; press Enter for ${usual}, - to leave it open) `
  const reply = await lines.question(question).finally(() => lines.close())
  if (reply.trim() === '-') return result
  const again = await addOrPrint(url, place, { ...options, currency: reply.trim() || usual })
  // The first time wrote the shop, and settled the sandbox.
  return again && { ...again, sandbox: result.sandbox, written: result.written || again.written }
}

function watchJson({ id, when, every_s }: Watch) {
  return { id, when, every_s }
}

type Place = ServerOptions & { readonly settings?: string }

/** Undefined if the shop cannot be read, which is printed. */
async function addOrPrint(
  url: string,
  place: Place,
  options: AddOptions,
): Promise<Omit<AddResult, 'watch'> | undefined> {
  const wares = connect(place)
  try {
    const { currency, dryRun } = options
    const result = await wares.shops.add({
      url,
      ...(currency !== undefined && { currency: currency.toUpperCase() }),
      ...(dryRun && { dry_run: true }),
    })
    const where = wares.where()
    const state = result.written ? (result.problem === null ? 'reads it' : 'refused') : undefined
    return {
      ...result,
      file: where === 'server' ? null : (place.settings ?? launchSettings().settings),
      server: where === 'here' || !state ? null : { address: wares.url ?? '', state },
    }
  } catch (error) {
    // Settings that cannot be written are no fault of the shop.
    if (isOperatorError(error) || !(error instanceof Fault)) throw error
    printFault(error, wantsJson(options) ? 'json' : 'table', { instance: url, where: wares.where() })
    return undefined
  } finally {
    await wares.close()
  }
}

/** A sentence of its own, or the reason. A command names the same settings and server as this one. */
function missingText(field: string, why: string, { config, server }: AddOptions): string {
  const place = [
    ...(config === undefined ? [] : ['--config', config]),
    ...(server ? ['--server', server] : []),
  ]
  const text = why.replaceAll(
    /`(wares add [^`]+)`/g,
    (_all, line: string) => `\`${[line, ...place].join(' ')}\``,
  )
  return /^[A-Z]/.test(why) ? `${text}.` : `${styleText('yellow', `No ${field}`)}: ${text}.`
}

function print(result: AddResult, options: AddOptions): void {
  const { shop, product, requests, found, missing, watch } = result
  console.log(`${styleText('bold', shop)}: robots.txt allows this page. ${requestsText(requests.length)}.`)
  console.log(`${softwareText(result)}\n`)
  printTable(
    ['field', 'value', 'from'],
    found.map(({ field, value, from }) => [field, value, from]),
  )
  const important = missing.filter(({ field }) => field === 'price' || field === 'availability')
  const other = missing.filter(one => !important.includes(one)).map(({ field }) => field)
  if (missing.length > 0) console.log('')
  for (const { field, why } of important) console.log(missingText(field, why, options))
  if (other.length > 0) console.log(`Not stated: ${other.join(', ')}.`)
  const disputed = product?.disputed ?? []
  if (disputed.length > 0)
    console.log(`Contradicted by another source: ${disputed.map(one => one.field).join(', ')}.`)
  console.log(`\n${outcomeText(result)}`)
  if (watch)
    console.log(
      `Watch ${watch.id} (${watch.when}) is checked every ${shownInterval(watch.every_s, watch.auto)}.`,
    )
}

function requestsText(count: number): string {
  return count === 1 ? 'Wares used one request' : `Wares used ${count} requests`
}

function softwareText({ product, platform, render, shop }: AddResult): string {
  const how = render === 'browser' ? ' Its pages are built by scripts and are rendered in a browser.' : ''
  if (product && product.operation !== null) return `Adapter: ${shop}.${how}`
  return platform === null
    ? `Platform: not detected; Wares reads the page itself.${how}`
    : `Platform: ${platform}.${how}`
}

function outcomeText(result: AddResult): string {
  const { sandbox, written } = result
  const about = sandbox === 'kept' || sandbox === 'off' ? [SANDBOX_TEXTS[sandbox]] : []
  return [entryOutcome(result), ...(written ? about : [])].join('\n')
}

const SANDBOX_TEXTS = {
  kept: 'Also wrote `sandbox: true`: the sandbox and its guest key stay. Set it to false when you no longer need them.',
  off: 'The sandbox is off now, because others can reach this server: its shops answer `url_not_allowed`. `sandbox: true` in the file keeps it, without a guest key.',
} as const

function entryOutcome({ shop, file, entry, written, server, problem }: AddResult): string {
  if (entry === null) return `${shop} is configured already.`
  const place = file ?? 'the settings of the server'
  if (problem !== null && !written)
    return `${styleText('red', problem)} Nothing was written. Add these lines:\n\n${entry}`
  if (!written) return `Nothing was written. The entry for ${place}:\n\n${entry}`
  if (!server)
    return `Added to ${place}. A running server picks it up within two seconds. If none runs, start it with \`npx wares start\`.`
  return server.state === 'reads it'
    ? `Added to ${place}. The server at ${server.address} reads it now.`
    : `Added to ${place}. The server at ${server.address} kept its old settings: ${problem}`
}
