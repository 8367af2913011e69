// `wares usage`: prints the requests of each key, by day, operation, outcome and cache state.
import { Command, InvalidArgumentError, Option } from 'commander'
import type { UsageRow } from '../../../client/src/api.ts'
import { isDay } from '../../settings/fields.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { totalsOf } from '../../store/usage-store.ts'
import {
  addAddressOptions,
  type ServerOptions,
  type WaresClient,
  withWaresClient,
} from '../connect/connect.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

interface UsageOptions extends ServerOptions {
  of?: string
  from?: string
  to?: string
  json?: boolean
  output?: string
  csv?: boolean
  out?: string
}

const COLUMNS = ['day', 'key_id', 'operation', 'outcome', 'cache', 'calls', 'counted'] as const

export function usageCommand(): Command {
  const command = new Command('usage')
    .option('--of <id>', 'only this key, by its id')
    .option('--from <day>', 'first day (2027-01-31)', parseDay)
    .option('--to <day>', 'last day', parseDay)
    .option('--json', 'print JSON (the default in a pipe)')
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--out <file>', 'write the rows to a file that ends in .csv or .parquet')
    .action(usage)
  return addAddressOptions(command)
}

async function usage({ of, from, to, out, ...options }: UsageOptions): Promise<void> {
  if (out !== undefined && !/\.(?:csv|parquet)$/i.test(out))
    throw invalidCommandLine('--out must end in .csv or .parquet')
  const period = { from: from ?? FIRST_DAY, ...(to !== undefined && { to }) }
  const report = await withWaresClient(options, wares => readUsage(wares, period))
  if (of !== undefined) throwIfUnknown(of, report)
  const rows = of === undefined ? report.rows : report.rows.filter(row => row.key_id === of)
  if (out === undefined) print(rows, options)
  else await write(out, rows)
}

/** Usage is kept from the first request on. */
const FIRST_DAY = '2000-01-01'

type Row = UsageRow & { readonly key_id: string }

interface UsageOfKeys {
  readonly rows: readonly Row[]
  readonly keys: readonly string[]
}

/** Reads the usage of all keys if the caller may see it, otherwise of its own. */
async function readUsage(
  wares: WaresClient,
  period: { readonly from: string; readonly to?: string },
): Promise<UsageOfKeys> {
  const ownUsage = await wares.usage.get(period)
  const report = ownUsage.can_see_all ? await wares.usage.get({ ...period, keys: 'all' }) : ownUsage
  return {
    rows: report.rows.map(({ key_id = ownUsage.key.id, ...row }) => ({ key_id, ...row })),
    keys: (report.keys ?? [ownUsage.key]).map(({ id }) => id),
  }
}

/** A key that was removed has rows only. */
function throwIfUnknown(id: string, { rows, keys }: UsageOfKeys): void {
  if (keys.includes(id) || rows.some(row => row.key_id === id)) return
  const some = keys.slice(0, KEYS_NAMED).join(', ')
  throw operatorError(
    `There is no key with the id ${id}; ${some === '' ? 'there are no keys yet' : `\`wares keys list\` shows the ids: ${some}${keys.length > KEYS_NAMED ? ', …' : ''}`}.`,
  )
}

const KEYS_NAMED = 5

function print(rows: readonly Row[], format: Pick<UsageOptions, 'json' | 'output' | 'csv'>): void {
  const cells = rows.map(row => COLUMNS.map(name => String(row[name])))
  // No value contains a comma or a quote: days, ids, codes and numbers.
  if (format.csv) return console.log([COLUMNS, ...cells].map(line => line.join(',')).join('\n'))
  const totals = totalsOf(rows)
  if (wantsJson(format)) return printJson({ rows, totals })
  printTable(COLUMNS, cells)
  console.log(`\n${totals.calls} requests, of which ${totals.counted} count against quotas.`)
}

async function write(out: string, rows: readonly Row[]): Promise<void> {
  const typeOf = (name: string) => (name === 'calls' || name === 'counted' ? 'integer' : 'text')
  const columns = COLUMNS.map(name => ({ name, type: typeOf(name), isList: false }) as const)
  const { writeTable } = await import('../../answer/table/table-file.ts')
  const cells = rows.map(row => COLUMNS.map(name => row[name]))
  console.log(`${out}: ${await writeTable(out, columns, cells)} rows.`)
}

function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('it must be a day such as 2027-01-31')
  return text
}
