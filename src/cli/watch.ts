// `wares watch`: add, list, show, check, pause, resume, remove, import, export.
import { Command, InvalidArgumentError } from 'commander'
import type { Watches } from '../watch/create-watches.ts'
import { drawPrices } from '../watch/draw-chart.ts'
import type { Facts } from '../watch/facts.ts'
import { parseConditions } from '../rules/condition.ts'
import { intervalText, parseInterval, shownInterval } from '../rules/interval.ts'
import { readFields } from '../kit/fields.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import { editFields, editOf } from '../watch/watch-input.ts'
import type { WatchEdit } from '../watch/watch-store.ts'
import { variantText } from '../watch/variant-choice.ts'
import { changeView, historyView, iso, triedView, watchView } from '../watch/view.ts'
import { stateOf, titleOf, type Watch } from '../watch/watch.ts'
import { exportWatches, importWatches, parseWhere } from './import-watches.ts'
import { invalidCommandLine } from './invalid-command-line.ts'
import { withWatches } from './open-watches.ts'
import { printJson, printTable, wantsJson } from './print.ts'
import { addServerOptions, type RemoteOptions, remoteWares, withRemote } from './remote-wares.ts'
import {
  addRemote,
  checkRemote,
  listRemote,
  pauseRemote,
  removeRemote,
  showRemote,
} from './remote-watches.ts'

interface AddOptions extends RemoteOptions {
  catalog?: string
  every?: string
  when?: string[]
  variant?: string
  confirm?: number
  cooldown?: string
  active?: string
  tags?: string
  name?: string
  keepDays?: number
  json?: boolean
  output?: string
}

type JsonOption = RemoteOptions & { json?: boolean }

export function watchCommand(): Command {
  const watch = new Command('watch')
  const local = (name: string, about: string) =>
    watch.command(name).description(about).option('--json', 'print JSON (the default in a pipe)')
  const command = (name: string, about: string) => addServerOptions(local(name, about))
  command('add', 'check a product, or the catalogue of a shop, on a schedule')
    .argument('[url]', 'URL of a product page')
    .option(
      '--catalog <shop>',
      'in place of a URL: name or address of a shop; tells new and removed products',
    )
    .option('--every <time>', 'interval: 15m, 1h, 1d, at least 1m; auto learns it (default 1h)', parseEvery)
    .option(
      '--when <condition>',
      '"price < 100", "price drops 10% in 7d", "back in stock"; repeat it for any of several (default: any change)',
      parseWhen,
    )
    .option('--variant <fields>', 'narrow it to a variant: "size=9, color=Forest"')
    .option('--confirm <n>', 'checks in a row that must see a change, 1 to 5', Number)
    .option('--cooldown <time>', 'at most one alert in this time: 6h')
    .option('--active <times>', 'check only then: "Mon-Fri 08:00-20:00 Europe/Berlin"')
    .option('--tags <words>', 'words to group watches by')
    .option('--name <name>', 'for people')
    .option('--keep-days <n>', 'days of history to keep', parseDays)
    .action(add)
  command('list', 'all watches').action(list)
  command('show', 'show one watch with its price history').argument('<id>').action(show)
  command('check', 'check a watch now')
    .argument('<id>')
    .option('--simulate <word>', 'what the sandbox shop plays in this check: wall, moved, …')
    .action(check)
  local('try', 'list what a condition would have alerted so far')
    .argument('<id>')
    .requiredOption('--when <condition>', 'the condition; repeat it for any of several', parseWhen)
    .option('--cooldown <time>', 'at most one alert in this time: 6h')
    .action(tryCondition)
  command('pause', 'pause a watch')
    .argument('<id>')
    .action((id: string, options: JsonOption) => setPaused(id, true, options))
  command('resume', 'resume a paused watch')
    .argument('<id>')
    .action((id: string, options: JsonOption) => setPaused(id, false, options))
  command('remove', 'remove a watch and its history').argument('<id>').action(remove)
  addImportOptions(command('import', IMPORT)).action(importWatches)
  watch
    .command('export')
    .description('print all watches as CSV')
    .option('--out <file>', 'write them to a file that ends in .csv or .parquet')
    .action(exportWatches)
  return watch
}

const IMPORT = 'add watches from a CSV file, a list of URLs, or a file of `wares catalog`'

function addImportOptions(command: Command): Command {
  return command
    .argument('<file>')
    .option(
      '--where <condition>',
      'only lines for which this holds: "name contains boots", "updated_at after 2027-01-31"; repeat it for all of several',
      parseWhere,
    )
    .option('--limit <n>', 'at most so many new watches', Number)
    .option('--every <time>', 'interval of lines without one', parseEvery)
    .option('--when <condition>', 'condition of lines without one', parseWhen)
    .option('--tags <words>', 'words to group the watches by, for lines without any')
}

async function add(url: string | undefined, options: AddOptions): Promise<void> {
  if ((url === undefined) === (options.catalog === undefined))
    throw invalidCommandLine('pass the URL of a product page, or --catalog with a shop')
  const { json: _json, output: _output, server: _server, key: _key, keepDays, ...rules } = options
  const entries = Object.entries({ url, ...rules, keep_days: keepDays })
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const remote = remoteWares(options)
  if (remote) return withRemote(() => addRemote(remote, given, options))
  await withWatches(async ({ actions, inputs }) => {
    const input = inputs.read(given)
    const watch = await actions.add(input)
    if (wantsJson(options)) return printJson(watchView(watch))
    console.log(
      `${watch.id} is checked every ${shownInterval(watch.everyS, watch.isAuto)} while \`wares start\` runs.`,
    )
  })
}

async function list(options: JsonOption): Promise<void> {
  const remote = remoteWares(options)
  if (remote) return withRemote(() => listRemote(remote, options))
  await withWatches(async watches => {
    const all = await allOf(watches)
    if (wantsJson(options)) return printJson(all.map(watchView))
    printTable(
      ['id', 'state', 'price', 'availability', 'every', 'checked', 'name'],
      all.map(watch => [
        watch.id,
        stateOf(watch),
        watch.knowledge.facts?.price ?? '-',
        watch.knowledge.facts?.availability ?? '-',
        shownInterval(watch.everyS, watch.isAuto),
        watch.checkedAtMs === null ? 'never' : iso(watch.checkedAtMs).slice(0, 16),
        titleOf(watch),
      ]),
    )
  })
}

const CHART_COLUMNS = 60

async function show(id: string, options: JsonOption): Promise<void> {
  const remote = remoteWares(options)
  if (remote) return withRemote(() => showRemote(remote, id, options))
  await withWatches(async ({ actions }) => {
    const watch = await actions.find(id)
    const period = { fromMs: watch.createdAtMs, toMs: Date.now() }
    const history = await actions.history(watch, period)
    if (wantsJson(options))
      return printJson({ ...watchView(watch), history: historyView(watch, history, period) })
    const { name: title, ...facts } = watch.knowledge.facts ?? {}
    const rows = Object.entries({
      name: titleOf(watch),
      product: watch.url ?? watch.operation,
      state: stateOf(watch),
      every: shownInterval(watch.everyS, watch.isAuto),
      when: watch.when ?? 'any change',
      ...(watch.variant ? { variant: variantText(watch.variant) } : {}),
      ...(watch.confirm > 1 ? { confirm: `${watch.confirm} checks in a row` } : {}),
      ...(watch.cooldownS > 0 ? { cooldown: intervalText(watch.cooldownS) } : {}),
      ...(watch.active === null ? {} : { active: watch.active }),
      ...(watch.tags.length > 0 ? { tags: watch.tags.join(' ') } : {}),
      'last check': watch.checkedAtMs === null ? 'never' : `${iso(watch.checkedAtMs)} ${watch.outcome}`,
      ...(watch.detail === null ? {} : { detail: watch.detail }),
      'next check': watch.isPaused ? 'paused' : iso(watch.dueAtMs),
      ...(title === undefined || title === titleOf(watch) ? {} : { title }),
    })
    printTable(['field', 'value'], [...rows, ...factRows(facts)])
    const stats = history.stats.price
    if (!stats) return
    const width = Math.min(CHART_COLUMNS, (process.stdout.columns || 80) - 2)
    console.log(
      `\n${drawPrices(history.segments, period, width)}\n${stats.min.amount} to ${stats.max.amount} ${stats.min.currency}, median ${stats.median.amount}, since ${iso(period.fromMs).slice(0, 16)}`,
    )
  })
}

/** `variant 9.5 price`, with sizes in numeric order. */
function factRows(facts: Facts): [string, string][] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return Object.entries(facts)
    .map(([name, value]): [string, string] => [name.replaceAll('/', ' '), value])
    .toSorted(([a], [b]) => compare(a, b))
}

async function check(id: string, options: JsonOption & { simulate?: string }): Promise<void> {
  const remote = remoteWares(options)
  if (remote) return withRemote(() => checkRemote(remote, id, options))
  await withWatches(async ({ actions }) => {
    const found = await actions.find(id)
    const { signal } = new AbortController()
    const { watch, changes } = await actions.checkNow(found, 'command line', {
      signal,
      simulate: options.simulate,
      waitMs: Number.POSITIVE_INFINITY,
    })
    if (wantsJson(options)) printJson({ ...watchView(watch), changes: changes.map(changeView) })
    else {
      const news = changes.map(change => change.type).join(', ') || 'nothing new'
      console.log(`${watch.outcome}${watch.detail === null ? '' : ` (${watch.detail})`}: ${news}.`)
    }
    if (watch.outcome !== 'ok') process.exitCode = 1
  })
}

function readEdit(given: Readonly<Record<string, unknown>>): WatchEdit {
  const { values, errors } = readFields(editFields, given)
  if (errors.length > 0) throw invalidParameterFault(errors)
  return editOf(values)
}

async function tryCondition(
  id: string,
  options: JsonOption & { when: string[]; cooldown?: string },
): Promise<void> {
  await withWatches(async ({ actions }) => {
    const { when, cooldown } = options
    const { alerts, period, isThinned } = await actions.tryRules(
      await actions.find(id),
      readEdit({ when, ...(cooldown === undefined ? {} : { cooldown }) }),
    )
    if (wantsJson(options)) return printJson(triedView(alerts, period, isThinned))
    if (alerts.length > 0) {
      printTable(
        ['at', 'change', 'before', 'after', 'condition'],
        alerts.map(({ atMs, change }) => [
          iso(atMs).slice(0, 16),
          change.type,
          valuesText(change.before),
          valuesText(change.after),
          change.explanation?.reasons.map(reason => reason.when).join(', ') ?? '',
        ]),
      )
    }
    const count = alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`
    console.log(`${count} since ${iso(period.fromMs).slice(0, 16)}.`)
    if (isThinned) console.log('The history is long and was thinned: short changes may be missing.')
  })
}

/** The facts of the product as a whole: `79.00 EUR, in_stock`. */
function valuesText(values: Readonly<Record<string, string | null>>): string {
  const main = ['price', 'list_price', 'price_max', 'availability', 'name'].flatMap(
    series => values[series] ?? [],
  )
  return main.join(', ') || '-'
}

async function setPaused(id: string, isPaused: boolean, options: JsonOption): Promise<void> {
  const remote = remoteWares(options)
  if (remote) return withRemote(() => pauseRemote(remote, id, isPaused))
  await withWatches(async ({ actions }) => {
    const { id: known } = await actions.edit(await actions.find(id), { isPaused })
    console.log(`${known} ${isPaused ? 'is paused' : 'is resumed'}.`)
  })
}

async function remove(id: string, options: JsonOption): Promise<void> {
  const remote = remoteWares(options)
  if (remote) return withRemote(() => removeRemote(remote, id))
  await withWatches(async ({ actions, store }) => {
    const { id: known } = await actions.find(id)
    await store.remove(known)
    console.log(`${known} is removed.`)
  })
}

async function allOf({ store }: Watches): Promise<Watch[]> {
  const all: Watch[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.list({ after, limit: 1_000 })
    all.push(...page.watches)
    if (page.next === null) return all
    after = page.next
  }
}

function parseEvery(text: string): string {
  const parsed = parseInterval(text)
  if ('error' in parsed) throw new InvalidArgumentError(parsed.error)
  return text
}

export function parseWhen(text: string, before: readonly string[] = []): string[] {
  const parsed = parseConditions(text)
  if ('error' in parsed) throw new InvalidArgumentError(parsed.error)
  return [...before, text]
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!/^\d{1,4}$/.test(text) || days < 1) throw new InvalidArgumentError('it must be a number of days')
  return days
}
