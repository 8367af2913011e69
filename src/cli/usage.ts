// `wares usage`: prints the requests of each key, by day, operation, outcome and cache state.
import { Command, InvalidArgumentError, Option } from 'commander'
import { readStoreLocation } from '../config.ts'
import { operatorError } from '../runtime/operator-error.ts'
import type { KeyStore } from '../state/key-record.ts'
import { openStore } from '../state/open-store.ts'
import { totalsOf, type UsageFilter, type UsageRow } from '../state/usage-store.ts'
import { createTableFile } from '../table/table-file.ts'
import { invalidCommandLine } from './invalid-command-line.ts'
import { printJson, printTable, wantsJson } from './print.ts'

interface UsageOptions {
  key?: string
  from?: string
  to?: string
  json?: boolean
  output?: string
  csv?: boolean
  out?: string
}

const COLUMNS = ['day', 'key_id', 'operation', 'outcome', 'cache', 'calls', 'counted'] as const

export function usageCommand(): Command {
  return new Command('usage')
    .option('--key <id>', 'only this key')
    .option('--from <day>', 'first day (2027-01-31)', parseDay)
    .option('--to <day>', 'last day', parseDay)
    .option('--json', 'print JSON (the default in a pipe)')
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--out <file>', 'write the rows to a file that ends in .csv or .parquet')
    .action(usage)
}

async function usage({ key, from, to, out, ...format }: UsageOptions): Promise<void> {
  if (out !== undefined && !/\.(?:csv|parquet)$/i.test(out))
    throw invalidCommandLine('--out must end in .csv or .parquet')
  const filter: UsageFilter = {
    ...(key === undefined ? {} : { keyId: key }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  const store = await openStore(readStoreLocation())
  try {
    const rows = await store.usage.read(filter)
    if (key !== undefined && rows.length === 0) await throwIfUnknown(key, store.keys)
    if (out === undefined) print(rows, format)
    else await write(out, rows)
  } finally {
    await store.close()
  }
}

async function throwIfUnknown(id: string, keys: KeyStore): Promise<void> {
  const known = (await keys.list()).map(key => key.id)
  if (known.includes(id)) return
  const some = known.slice(0, KEYS_NAMED).join(', ')
  throw operatorError(
    `There is no key with the id ${id}; ${some === '' ? 'there are no keys yet' : `\`wares keys list\` shows the ids: ${some}${known.length > KEYS_NAMED ? ', …' : ''}`}.`,
  )
}

const KEYS_NAMED = 5

function print(rows: readonly UsageRow[], format: Pick<UsageOptions, 'json' | 'output' | 'csv'>): void {
  const cells = rows.map(({ keyId, ...row }) =>
    COLUMNS.map(name => String(name === 'key_id' ? keyId : row[name])),
  )
  // No value contains a comma or a quote: days, ids, codes and numbers.
  if (format.csv) return console.log([COLUMNS, ...cells].map(line => line.join(',')).join('\n'))
  if (wantsJson(format)) return printJson({ rows: rows.map(usageRowJson), totals: totalsOf(rows) })
  printTable(COLUMNS, cells)
  const { calls, counted } = totalsOf(rows)
  console.log(`\n${calls} requests, of which ${counted} count against quotas.`)
}

async function write(out: string, rows: readonly UsageRow[]): Promise<void> {
  const typeOf = (name: string) => (name === 'calls' || name === 'counted' ? 'integer' : 'text')
  const columns = COLUMNS.map(name => ({ name, type: typeOf(name), isList: false }) as const)
  const file = await createTableFile(out, columns)
  for (const { keyId, ...row } of rows)
    await file.write(COLUMNS.map(name => (name === 'key_id' ? keyId : row[name])))
  await file.close()
  console.log(`${out}: ${rows.length} rows.`)
}

function usageRowJson({ keyId, ...row }: UsageRow): Record<string, unknown> {
  return { key_id: keyId, ...row }
}

function parseDay(text: string): string {
  // JavaScript parses 31 April as 1 May.
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(`${text}T`))
    throw new InvalidArgumentError('it must be a day such as 2027-01-31')
  return text
}
