// `--output` and `--json`: how a command prints its answer.
import { type Command, Option } from 'commander'

const FORMATS = ['table', 'json', 'ndjson', 'csv', 'csv-excel', 'parquet'] as const
export type OutputFormat = (typeof FORMATS)[number]

export interface OutputOptions {
  readonly json?: boolean | undefined
  readonly output?: OutputFormat | undefined
}

export function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--output <format>', 'output format (default: table on a terminal, json in a pipe)')
        .choices(FORMATS)
        .conflicts('json'),
    )
    .option('--json', 'the same as --output json')
}

/** Gives `--output` to a command that has `--json` alone: one that prints no answer of an operation. */
export function addTableOrJson(command: Command): void {
  const has = (flag: string) => command.options.some(option => option.long === flag)
  if (!has('--json') || has('--output')) return
  command.addOption(
    new Option('--output <format>', 'output format (default: table on a terminal, json in a pipe)')
      .choices(['table', 'json'])
      .conflicts('json'),
  )
}

export function outputFormat({ json, output }: OutputOptions): OutputFormat {
  return output ?? (json === true || !process.stdout.isTTY ? 'json' : 'table')
}
