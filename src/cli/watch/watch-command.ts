// `wares watch`: add, edit, list, show, check, try, pause, resume, remove, products, import, export.
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import type {
  CatalogProduct,
  CheckedWatch,
  NewWatch,
  TriedAlerts,
  Watch,
  WatchHistory,
  WatchUpdate,
} from '../../../client/src/api.ts'
import { type Field, givenByText } from '../../settings/fields.ts'
import { shownInterval } from '../../settings/watch-rules/interval.ts'
import { editedVariant, ruleFields, ruleTexts, watchFields } from '../../settings/watch-rules/rule-fields.ts'
import { VARIANT_FIELDS } from '../../settings/watch-rules/variant.ts'
import {
  addAddressOptions,
  type ServerOptions,
  type WaresClient,
  withWaresClient,
} from '../connect/connect.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { paginate } from '../connect/pages-of.ts'
import type { OutOptions } from './save-history.ts'
import { printJson, printRemoved, printTable, wantsJson } from '../print/print.ts'

type JsonOption = ServerOptions & { json?: boolean; output?: string }
type GivenOptions = Readonly<Record<string, unknown>>

export function watchCommand(): Command {
  const watch = new Command('watch')
  const local = (name: string, about: string) =>
    watch.command(name).description(about).option('--json', 'print JSON (the default in a pipe)')
  const command = (name: string, about: string) => addAddressOptions(local(name, about))
  addRuleOptions(
    command('add', 'check a product, or the catalog of a shop, on a schedule')
      .argument('[url]', 'URL of a product page')
      .option('--catalog <shop>', 'instead of a URL: name or URL of a shop; reports new and removed products')
      .option(
        '--all <shop>',
        'instead of a URL: every product of a shop whose list has no prices, within --budget',
      )
      .option('--budget <n>', 'with --all: requests a day to the shop; the interval follows', Number, 1_000)
      .option('--dry-run', 'with --all: only say how many, how often, and what it costs')
      .addOption(optionOf('variant', watchFields.variant, 'fields')),
  ).action(add)
  addRuleOptions(
    command('edit', 'change the rules or the variant of a watch')
      .argument('<id>')
      .addOption(optionOf('variant', editedVariant, 'fields')),
  ).action(edit)
  command('list', 'all watches').action(list)
  command('show', 'show one watch with its price history').argument('<id>').action(show)
  command('check', 'check a watch now')
    .argument('<id>')
    .option('--simulate <word>', 'fault that the sandbox shop simulates in this check: wall, moved, …')
    .action(check)
  command('try', 'list the alerts that a condition would have sent so far')
    .argument('<id>')
    .addOption(optionOf('when', ruleFields.when, 'condition').makeOptionMandatory())
    .addOption(optionOf('cooldown', ruleFields.cooldown, 'time'))
    .action(tryCondition)
  command('pause', 'pause a watch')
    .argument('<id>')
    .action((id: string, options: JsonOption) => setPaused(id, true, options))
  command('resume', 'resume a paused watch')
    .argument('<id>')
    .action((id: string, options: JsonOption) => setPaused(id, false, options))
  addHistoryCommands(command)
  command('remove', 'remove a watch and its history').argument('<id>').action(remove)
  addImportOptions(command('import', IMPORT)).action(async (file: string, options: object) =>
    (await import('./import-command.ts')).importWatches(file, options),
  )
  addAddressOptions(watch.command('export').description('print all watches as CSV'))
    .option('--out <file>', 'write them to a file that ends in .csv or .parquet')
    .action(async (options: object) => (await import('./import-command.ts')).exportWatches(options))
  return watch
}

function addHistoryCommands(command: (name: string, about: string) => Command): void {
  command('products', 'list the products of a watched catalog')
    .argument('<id>')
    .option('--change <id>', 'only those of one change')
    .addOption(
      new Option('--sort <order>', 'the largest drop or rise, or the latest change first').choices([
        'found',
        'drop',
        'rise',
        'changed',
      ]),
    )
    .option('--limit <n>', 'maximum number of products', Number)
    .action(products)
  command('history', 'show what a watch has seen over time, or write it to files')
    .argument('[id]', 'with --out: all watches if omitted')
    .option('--url <url>', 'of a watched catalog: the history of this product')
    .option('--from <time>', 'start of the period')
    .option('--to <time>', 'end of the period')
    .option('--out <path>', 'of one watch: a .csv or .parquet file; of all: a folder, one file per day')
    .addOption(
      new Option('--format <format>', 'of the files in a folder')
        .choices(['parquet', 'csv'])
        .default('parquet'),
    )
    .option('--excel', EXCEL)
    .action(history)
  command('changes', 'write the feed of changes to a file')
    .requiredOption('--out <file>', 'a name that ends in .csv or .parquet')
    .option('--excel', EXCEL)
    .action(async (options: OutOptions) => (await import('./save-history.ts')).saveChanges(options))
}

const EXCEL = 'start CSV with a byte order mark, so that Excel reads it as UTF-8'
const IMPORT = 'add watches from a CSV file, a list of URLs, or a file of `wares catalog`'

function addImportOptions(command: Command): Command {
  return command
    .argument('<file>')
    .option(
      '--where <condition>',
      'only lines for which this holds: "name contains boots", "price under 50"; repeat it for all of several',
      collect,
    )
    .option('--limit <n>', 'maximum number of new watches', Number)
    .option('--every <time>', 'interval of lines without one', parserOf(ruleFields.every, 'every'))
    .option('--when <condition>', 'condition of lines without one', parseWhen)
    .option('--tags <words>', 'words to group the watches by, for lines without any')
}

/** An option for each rule of a watch: its help is the description of the field, its parser the reader. */
function addRuleOptions(command: Command): Command {
  for (const [name, rule] of Object.entries(ruleFields))
    command.addOption(optionOf(name, rule, rule.placeholder))
  return command
}

function optionOf(name: string, of: Field, placeholder: string): Option {
  const { description = '', default: usual } = of.schema as {
    description?: string
    default?: string | number
  }
  const about = `${description.charAt(0).toLowerCase()}${description.slice(1)}`.replaceAll('`', '')
  const initial = usual === undefined ? '' : ` (default: ${String(usual)})`
  const option = new Option(`--${name.replaceAll('_', '-')} <${placeholder}>`, about + initial)
  return name === 'when' ? option.argParser(parseWhen) : option.argParser(parserOf(of, name))
}

function parserOf(of: Field, name: string): (text: string) => unknown {
  return text => {
    const value = givenByText(of, text)
    const parsed = of.read(value, name)
    if ('error' in parsed) throw new InvalidArgumentError(parsed.error.replace(`${name}: `, ''))
    return value
  }
}

export function parseWhen(text: string, before: readonly string[] = []): string[] {
  const parsed = ruleFields.when.read(text, 'when')
  if ('error' in parsed) throw new InvalidArgumentError(parsed.error.replace('when: ', ''))
  return [...before, text]
}

/** The fields of a watch under the names of the API. */
function fieldsOf(options: GivenOptions): GivenOptions {
  const names = Object.keys(watchFields).map(
    name => [name, name.replaceAll(/_(\w)/g, (_, one: string) => one.toUpperCase())] as const,
  )
  return Object.fromEntries(
    names.flatMap(([name, option]) => (options[option] === undefined ? [] : [[name, options[option]]])),
  )
}

/** All values of an option that is repeated. */
function collect(text: string, before?: readonly string[]): string[] {
  return [...(before ?? []), text]
}

interface AddOptions extends JsonOption {
  readonly catalog?: string
  readonly all?: string
  readonly budget: number
  readonly dryRun?: boolean
}

async function add(url: string | undefined, options: AddOptions): Promise<void> {
  const { all } = options
  if ([url, options.catalog, all].filter(one => one !== undefined).length !== 1)
    throw invalidCommandLine('pass the URL of a product page, or --catalog or --all with a shop')
  if (all !== undefined) {
    const { watchAll } = await import('./watch-all.ts')
    return watchAll(fieldsOf({ ...options }), { ...options, all })
  }
  const fields = fieldsOf({ ...options, url }) as unknown as NewWatch
  await withWaresClient(options, async wares => {
    const watch = await wares.watches.create(fields)
    if (wantsJson(options)) return printJson(watch)
    const by = wares.where() === 'server' ? `by ${wares.url}` : 'while `wares start` runs'
    console.log(`${watch.id} is checked every ${shownInterval(watch.every_s, watch.auto)} ${by}.`)
  })
}

async function edit(id: string, options: JsonOption): Promise<void> {
  const fields = fieldsOf(options as GivenOptions) as WatchUpdate
  if (Object.keys(fields).length === 0) throw invalidCommandLine('pass what to change, such as --every 30m')
  const watch = await withWaresClient(options, wares => wares.watches.update(id, fields))
  if (wantsJson(options)) return printJson(watch)
  console.log(`${watch.id} is changed: ${Object.keys(fields).join(', ')}.`)
}

const PAGE = 1_000

async function list(options: JsonOption): Promise<void> {
  const all = await withWaresClient(options, allOf)
  if (wantsJson(options)) return printJson(all)
  printTable(
    ['id', 'state', 'price', 'availability', 'every', 'checked', 'name'],
    all.map(watch => [
      watch.id,
      watch.state,
      moneyText(watch.facts?.price),
      textOf(watch.facts?.availability),
      shownInterval(watch.every_s, watch.auto),
      watch.last_check?.at.slice(0, 16) ?? 'never',
      watch.name,
    ]),
    { keep: ['id'] },
  )
}

async function allOf({ watches }: WaresClient): Promise<Watch[]> {
  const all: Watch[] = []
  const pages = paginate(after => watches.list({ limit: PAGE, ...(after !== undefined && { after }) }))
  for await (const page of pages) all.push(...page.watches)
  return all
}

const CHART_COLUMNS = 60

async function show(id: string, options: JsonOption): Promise<void> {
  const { watch, history } = await withWaresClient(options, async ({ watches }) => ({
    watch: await watches.get(id),
    history: await watches.history(id),
  }))
  if (wantsJson(options)) return printJson({ ...watch, history })
  const { name: title, ...facts } = watch.facts ?? {}
  const { name, every, when, ...rules } = ruleTexts(watch, true)
  const rows = Object.entries({
    name,
    product: watch.url ?? watch.operation,
    state: watch.state,
    every,
    when,
    ...(watch.variant ? { variant: variantText(watch.variant) } : {}),
    ...Object.fromEntries(Object.entries(rules).filter(([, text]) => text !== '')),
    'last check': watch.last_check === null ? 'never' : `${watch.last_check.at} ${watch.last_check.outcome}`,
    ...(watch.last_check?.detail ? { detail: watch.last_check.detail } : {}),
    'next check': watch.next_check_at ?? 'paused',
    ...(title === undefined || title === watch.name ? {} : { title: textOf(title) }),
  })
  printTable(['field', 'value'], [...rows, ...factRows(facts)])
  const stats = history.stats.price
  if (!stats) return
  const { drawPrices } = await import('../../watch/history/terminal-chart.ts')
  const width = Math.min(CHART_COLUMNS, (process.stdout.columns || 80) - 2)
  const period = { fromMs: Date.parse(history.from), toMs: Date.parse(history.to) }
  const segments = history.spans.map(({ first_seen: first, last_seen: last, facts: seen }) => ({
    firstSeenMs: Date.parse(first),
    lastSeenMs: Date.parse(last),
    untilMs: Date.parse(untilOf(history, first, last)),
    facts: { price: moneyText(seen.price) },
  }))
  console.log(
    `\n${drawPrices(segments, period, width)}\n${stats.min.amount} to ${stats.max.amount} ${stats.min.currency}, median ${stats.median.amount}, since ${history.from.slice(0, 16)}`,
  )
}

/** How long a value held: until another was seen, or until a gap began. */
function untilOf({ spans, gaps, to }: WatchHistory, first: string, last: string): string {
  const next = spans.find(one => one.first_seen > first)?.first_seen ?? to
  const gap = gaps.find(one => one.from >= last && one.from < next)
  return gap?.from ?? next
}

/** `size 9, color Forest`, as people read it. */
function variantText(variant: NonNullable<Watch['variant']>): string {
  return VARIANT_FIELDS.flatMap(name =>
    variant[name] === undefined ? [] : [`${name} ${variant[name]}`],
  ).join(', ')
}

/** `variant 9.5 price`, with sizes in numeric order. */
function factRows(facts: GivenOptions): [string, string][] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const rows = Object.entries(facts).flatMap(([name, value]): [string, string][] => {
    if (name !== 'variants' && name !== 'sites') return [[name, textOf(value)]]
    return Object.entries(value as Readonly<Record<string, GivenOptions>>).flatMap(([rowName, fields]) =>
      Object.entries(fields).map(([fieldName, text]): [string, string] => [
        `${name.slice(0, -1)} ${rowName} ${fieldName}`,
        textOf(text),
      ]),
    )
  })
  return rows.toSorted(([a], [b]) => compare(a, b))
}

function moneyText(value: unknown): string {
  return value === undefined || value === null ? '-' : textOf(value)
}

/** A value of a fact: money with its currency. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value !== 'object') return `${value as string | number}`
  const { amount, currency } = value as { readonly amount?: string; readonly currency?: string }
  return `${amount} ${currency}`
}

/** How often a long check that goes on is looked at. */
const LOOK_EVERY_MS = 1_000

async function check(id: string, options: JsonOption & { simulate?: string }): Promise<void> {
  const { simulate } = options
  const {
    changes,
    running: _running,
    ...watch
  } = await withWaresClient(options, wares =>
    checkToEnd(wares, id, simulate === undefined ? undefined : { simulate }),
  )
  if (wantsJson(options)) printJson({ ...watch, changes })
  else {
    const news = changes.map(change => change.type).join(', ') || 'nothing new'
    const { outcome = 'not checked', detail = null } = watch.last_check ?? {}
    console.log(`${outcome}${detail === null ? '' : ` (${detail})`}: ${news}.`)
  }
  if (watch.last_check?.outcome !== 'ok') process.exitCode = 1
}

/** A server goes on with a long catalog by itself. */
async function checkToEnd(
  { watches }: WaresClient,
  id: string,
  options: { readonly simulate: string } | undefined,
): Promise<CheckedWatch> {
  let checked = await watches.check(id, options)
  const before = checked.last_check?.at
  while (checked.running) {
    await sleep(LOOK_EVERY_MS)
    const watch = await watches.get(id)
    checked = { ...watch, changes: [], running: watch.last_check?.at === before }
  }
  return checked
}

async function tryCondition(
  id: string,
  options: JsonOption & { when: string[]; cooldown?: string },
): Promise<void> {
  const { when, cooldown } = options
  const trial = await withWaresClient(options, ({ watches }) =>
    watches.try(id, { when, ...(cooldown === undefined ? {} : { cooldown }) }),
  )
  if (wantsJson(options)) return printJson(trial)
  printTried(trial)
}

function printTried({ alerts, from, thinned }: TriedAlerts): void {
  if (alerts.length > 0) {
    printTable(
      ['at', 'change', 'before', 'after', 'condition'],
      alerts.map(({ at, type, before, after, why }) => [
        at.slice(0, 16),
        type,
        valuesText(before),
        valuesText(after),
        why?.conditions.map(one => one.when).join(', ') ?? '',
      ]),
    )
  }
  const count = alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`
  console.log(`${count} since ${from.slice(0, 16)}.`)
  if (thinned) console.log('The history is long and was thinned: short changes may be missing.')
}

/** The facts of the product as a whole: `79.00 EUR, in_stock`. */
function valuesText(values: GivenOptions): string {
  const main = ['price', 'list_price', 'price_max', 'availability', 'product_count', 'name'].flatMap(
    series => (values[series] === undefined || values[series] === null ? [] : textOf(values[series])),
  )
  return main.join(', ') || '-'
}

interface ProductOptions extends JsonOption {
  change?: string
  sort?: 'found' | 'drop' | 'rise' | 'changed'
  limit?: number
}

async function products(id: string, { change, sort, limit, ...options }: ProductOptions): Promise<void> {
  const all = await withWaresClient(options, async ({ watches }) => {
    const rows: CatalogProduct[] = []
    const most = limit ?? Number.POSITIVE_INFINITY
    const pages = paginate(after =>
      watches.products(id, {
        limit: Math.min(PAGE, most - rows.length),
        ...(change !== undefined && { change }),
        ...(sort !== undefined && { sort }),
        ...(after !== undefined && { after }),
      }),
    )
    for await (const page of pages) {
      rows.push(...page.products)
      if (rows.length >= most) break
    }
    return rows
  })
  if (wantsJson(options)) return printJson(all)
  printTable(
    ['state', 'price', 'before', 'moved', 'availability', 'since', 'name', 'url'],
    all.map(product => [
      product.state,
      moneyText(product.after?.price ?? product.price),
      moneyText(product.before?.price ?? product.previous_price),
      product.moved === null ? '-' : `${(product.moved * 100).toFixed(1)}%`,
      product.availability ?? '-',
      (product.since ?? product.first_seen).slice(0, 16),
      product.name ?? '-',
      product.url,
    ]),
  )
}

interface HistoryOptions extends JsonOption, Partial<OutOptions> {
  url?: string
  from?: string
  to?: string
}

async function history(
  id: string | undefined,
  { url, from, to, out, format, excel, ...options }: HistoryOptions,
): Promise<void> {
  if (out !== undefined) {
    const { saveHistory } = await import('./save-history.ts')
    return saveHistory(id, { ...options, out, ...(format && { format }), ...(excel && { excel }) })
  }
  if (id === undefined) throw invalidCommandLine('Name a watch, or write all histories with --out FOLDER.')
  const query = { ...(url && { url }), ...(from && { from }), ...(to && { to }) }
  const history = await withWaresClient(options, ({ watches }) => watches.history(id, query))
  if (wantsJson(options)) return printJson(history)
  printTable(
    ['first seen', 'last seen', 'values'],
    history.spans.map(row => [
      row.first_seen.slice(0, 16),
      row.last_seen.slice(0, 16),
      valuesText(row.facts),
    ]),
  )
  const stats = history.stats.price
  if (stats)
    console.log(
      `\n${stats.min.amount} to ${stats.max.amount} ${stats.min.currency}, median ${stats.median.amount}`,
    )
}

async function setPaused(id: string, paused: boolean, options: JsonOption): Promise<void> {
  const watch = await withWaresClient(options, wares => wares.watches.update(id, { paused }))
  if (wantsJson(options)) return printJson(watch)
  console.log(`${watch.id} ${paused ? 'is paused' : 'is resumed'}.`)
}

async function remove(id: string, options: JsonOption): Promise<void> {
  await withWaresClient(options, wares => wares.watches.remove(id))
  printRemoved(id, 'removed', options)
}
