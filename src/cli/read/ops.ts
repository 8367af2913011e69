// `wares ops`: lists the operations, or the parameters of one.
import { Command } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { createRegistry } from '../../engine/request/registry.ts'
import { sites } from '../../../sites/index.ts'
import { describeEntry, operationHelp } from './operation-help.ts'
import { findEntry } from '../maintain/recordings.ts'
import { terminalWidth } from '../print/terminal-text.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

export function opsCommand(): Command {
  return new Command('ops')
    .argument('[operation]', 'show the parameters of this one, with an example')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText('after', '\nExample:\n  wares ops sneakerhub.prices')
    .action((id: string | undefined, options: { json?: boolean }) => {
      const config = readConfig(sites)
      if (id !== undefined) return printOperation(id, config, options)
      const { entries } = createRegistry(sites, config)
      if (wantsJson(options)) {
        return printJson(
          entries.map(({ operation, path, example }) => ({
            number: operation.number,
            id: operation.id,
            path,
            summary: operation.summary,
            params: Object.keys(operation.params),
            example,
          })),
        )
      }
      printTable(
        ['#', 'operation', 'parameters', 'answers'],
        entries.map(({ operation }) => [
          String(operation.number),
          operation.id,
          parametersOf(Object.keys(operation.params)),
          operation.summary,
        ]),
      )
    })
}

function printOperation(id: string, config: Config, options: { json?: boolean }): void {
  const entry = findEntry(id, config)
  if (wantsJson(options)) printJson(describeEntry(entry))
  else console.log(operationHelp(entry, config, terminalWidth()))
}

function parametersOf(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}
