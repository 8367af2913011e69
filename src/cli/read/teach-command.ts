// `wares teach URL field=value`: puts a value right by naming it; writes the rule to wares.yaml.
import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { Command } from 'commander'
import { settingsFilePath } from '../../settings/config.ts'
import { readNamedValues, readSelectors } from '../../serve/http/routes/teach-route.ts'
import { fieldRulesText, TAUGHT_FIELDS, type TaughtField } from '#reader/taught/taught-rule'
import { isOperatorError } from '../../runtime/operator-error.ts'
import type { TeachRequest, TaughtView } from '../../setup/teach-shop.ts'
import { addServerOptions, connect, type ServerOptions } from '../connect/connect.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { printFault } from '../print/print-fault.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'
import { teachByAsking } from './teach-by-asking.ts'

interface TeachOptions extends ServerOptions {
  also?: string[]
  selector?: string[]
  forget?: TaughtField[]
  config?: string
  dryRun?: boolean
  json?: boolean
}

export function teachCommand(): Command {
  const command = new Command('teach')
    .argument('<url>', 'URL of a product page of a shop under reader.hosts')
    .argument('[values...]', 'the right values: price=166.00 brand=Acme gtin=null')
    .option('--also <url>', 'another product page on which the rule must hold; may be repeated', collect)
    .option(
      '--selector <field=css>',
      'the element that has the value, for pages on which no rule is found: price=p.fill; may be repeated',
      collect,
    )
    .option('--forget <field>', 'remove the rules of a field; may be repeated', collectField)
    .option(
      '--config <file>',
      'settings file to write, in this process (default: wares.yaml, or WARES_CONFIG)',
    )
    .option('--dry-run', 'only show the rules and what they give')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText(
      'after',
      `\nFields: ${TAUGHT_FIELDS.join(', ')}. null: the shop states none.\nWithout values, lists what the page offers for each field; on a terminal, asks what is right.\nExit codes:\n  0  the rules hold\n  1  they do not; nothing was written`,
    )
    .action(teach)
  return addServerOptions(command)
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value]
}

function collectField(value: string, previous: TaughtField[] = []): TaughtField[] {
  const field = TAUGHT_FIELDS.find(one => one === value)
  if (field === undefined)
    throw invalidCommandLine(`"${value}" cannot be taught; fields: ${TAUGHT_FIELDS.join(', ')}`)
  return [...previous, field]
}

async function teach(url: string, words: readonly string[], options: TeachOptions): Promise<void> {
  const settings = options.config === undefined ? undefined : resolve(options.config)
  const wares = connect({ ...options, ...(settings !== undefined && { settings, local: true }) })
  const { also = [], forget = [], dryRun = false } = options
  const values = valuesOf(words)
  const selectors = selectorsOf(options.selector ?? [])
  const lesson: TeachRequest = { url, values, selectors, also, forget, isDryRun: dryRun }
  const format = wantsJson(options) ? 'json' : 'table'
  const run = ({ isDryRun, ...request }: TeachRequest) =>
    wares.shops.teach({ ...request, dry_run: isDryRun }) as Promise<TaughtView>
  const place = () =>
    wares.where() === 'server' ? 'the settings of the server' : (settings ?? settingsFilePath())
  try {
    const taught = await run(lesson)
    if (format === 'json') printJson(taught)
    else print(taught, lesson, place())
    if (taught.problem !== null) process.exitCode = 1
    if (format === 'table' && process.stdin.isTTY && isOnlyLooking(lesson) && !dryRun)
      await teachByAsking(taught.choices, {
        teach: (values, isDryRun) => run({ ...lesson, values, isDryRun }),
        show: (view, values, isDryRun) => print(view, { ...lesson, values, isDryRun }, place()),
      })
  } catch (error) {
    if (isOperatorError(error)) throw error
    printFault(error, format, { instance: url, where: wares.where() })
  } finally {
    await wares.close()
  }
}

function valuesOf(words: readonly string[]): TeachRequest['values'] {
  const entries = words.map(word => {
    const [, name, value] = /^([a-z_]+)=(.*)$/s.exec(word) ?? []
    if (name === undefined) throw invalidCommandLine(`"${word}" is not of the form field=value`)
    return [name, value === 'null' ? null : value] as const
  })
  const parsed = readNamedValues(Object.fromEntries(entries))
  if ('error' in parsed) throw invalidCommandLine(parsed.error.replace(/^values: /, ''))
  return parsed.value
}

function selectorsOf(words: readonly string[]): NonNullable<TeachRequest['selectors']> {
  const parsed = readSelectors(Object.fromEntries(words.map(word => word.split(/=(.*)/s, 2))))
  if ('error' in parsed) throw invalidCommandLine(parsed.error.replace(/^selectors: /, '--selector '))
  return parsed.value
}

function isOnlyLooking({ values, selectors = {}, forget }: TeachRequest): boolean {
  return Object.keys({ ...values, ...selectors }).length === 0 && forget.length === 0
}

function print(taught: TaughtView, lesson: TeachRequest, place: string): void {
  const fields = Object.keys({ ...lesson.values, ...lesson.selectors }) as TaughtField[]
  if (isOnlyLooking(lesson)) return printChoices(taught, lesson.url)
  console.log(`${styleText('bold', taught.shop)}\n`)
  if (fields.length > 0) {
    printTable(
      ['field', 'before', 'after', 'rule'],
      fields.map(field => [
        field,
        taught.before[field] ?? 'none',
        taught.after[field] ?? 'none',
        fieldRulesText(taught.rules[field]),
      ]),
    )
    printProofs(taught, lesson.url)
    for (const warning of taught.warnings) console.log(`\n${styleText('yellow', 'Warning')}: ${warning}.`)
  }
  console.log(`\n${outcomeText(taught, lesson, place)}`)
}

function printProofs({ proven }: TaughtView, url: string): void {
  const others = proven.filter(one => one.url !== url)
  if (others.length === 0)
    return console.log('\nNo other page of the shop was there to try it on; use --also.')
  console.log('')
  printTable(
    ['other page', 'field', 'before', 'after', 'from'],
    others.map(one => [one.url, one.field, one.before ?? 'none', one.value ?? 'none', one.by]),
  )
}

function outcomeText(
  { written, problem, entry }: TaughtView,
  { isDryRun }: TeachRequest,
  place: string,
): string {
  if (problem !== null && written)
    return `Written to ${place}, but not in effect: ${styleText('red', problem)}`
  if (problem !== null)
    return `${styleText('red', problem)} Nothing was written. Add these lines:\n\n${entry}`
  if (written) return `Written to ${place}. A running server picks it up within two seconds.`
  return isDryRun ? `Nothing was written. The entry for ${place}:\n\n${entry}` : 'The rules are as they were.'
}

/** What to choose from, and how. */
function printChoices({ choices }: TaughtView, url: string): void {
  const rows = TAUGHT_FIELDS.flatMap(field =>
    (choices[field] ?? []).map(({ value, where }, place) => [place === 0 ? field : '', value, where]),
  )
  printTable(['field', 'value', 'on the page'], rows)
  if (!process.stdin.isTTY) console.log(`\nName what is right: wares teach ${url} price=…`)
}
