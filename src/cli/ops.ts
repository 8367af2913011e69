// `wares ops`: the operations and their parameters.
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createRegistry } from '../engine/registry.ts'
import { sites } from '../../sites/index.ts'
import { printJson, printTable, wantsJson } from './print.ts'

export function opsCommand(): Command {
  return new Command('ops')
    .option('--json', 'print JSON (as in a pipe)')
    .action((options: { json?: boolean }) => {
      const { entries } = createRegistry(sites, readConfig(sites))
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

function parametersOf(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}
