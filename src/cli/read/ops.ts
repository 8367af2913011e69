// `wares ops`: lists the operations, or the parameters of one; of another server, as its OpenAPI document has them.
import { Command } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { createRegistry } from '../../engine/request/registry.ts'
import { sites } from '../../../sites/index.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { addServerOptions, type ServerOptions, withWares } from '../connect/connect.ts'
import { describeEntry, operationHelp } from './operation-help.ts'
import { findEntry } from '../maintain/recordings.ts'
import { terminalWidth } from '../print/terminal-text.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

type OpsOptions = ServerOptions & { json?: boolean }

/** As both the registry and the document of a server have it. */
interface Listed {
  readonly number: number
  readonly id: string
  readonly path: string
  readonly summary: string
  readonly params: readonly string[]
  readonly example: unknown
}

export function opsCommand(): Command {
  return addServerOptions(
    new Command('ops')
      .argument('[operation]', 'show the parameters of this one, with an example')
      .option('--json', 'print JSON (the default in a pipe)')
      .addHelpText('after', '\nExample:\n  wares ops sneakerhub.prices'),
  ).action(async (id: string | undefined, options: OpsOptions) => {
    if (options.server) return printServers(id, options)
    const config = readConfig(sites)
    if (id !== undefined) return printOperation(id, config, options)
    const listed = createRegistry(sites, config).entries.map(({ operation, path, example }) => ({
      number: operation.number,
      id: operation.id,
      path,
      summary: operation.summary,
      params: Object.keys(operation.params),
      example,
    }))
    printList(listed, options)
  })
}

function printList(listed: readonly Listed[], options: OpsOptions): void {
  if (wantsJson(options)) return printJson(listed)
  printTable(
    ['#', 'operation', 'parameters', 'answers'],
    listed.map(one => [String(one.number), one.id, parametersOf(one.params), one.summary]),
  )
}

function printOperation(id: string, config: Config, options: OpsOptions): void {
  const entry = findEntry(id, config)
  if (wantsJson(options)) printJson(describeEntry(entry))
  else console.log(operationHelp(entry, config, terminalWidth()))
}

interface Documented {
  readonly operationId: string
  readonly summary: string
  readonly 'x-wares-number'?: number
  readonly 'x-wares-example'?: unknown
  readonly parameters?: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
    readonly schema: unknown
  }[]
}

async function printServers(id: string | undefined, options: OpsOptions): Promise<void> {
  const { paths } = (await withWares(options, ({ ask }) => ask('GET', '/openapi.json'))).body as {
    readonly paths: Readonly<Record<string, { readonly get?: Documented }>>
  }
  const all = Object.entries(paths).flatMap(([path, { get }]) => {
    const number = get?.['x-wares-number']
    return get && number !== undefined ? [{ ...get, number, path, example: get['x-wares-example'] }] : []
  })
  const listed = all.map(({ operationId, number, path, summary, parameters = [], example }) => ({
    number,
    id: operationId,
    path,
    summary,
    params: parameters.map(one => one.name),
    example,
  }))
  if (id === undefined)
    return printList(
      listed.toSorted((a, b) => a.number - b.number),
      options,
    )
  const place = listed.findIndex(one => one.id === id)
  const { parameters = [] } = all[place] ?? {}
  if (place < 0) throw operatorError(`That server has no operation ${id}; \`wares ops\` lists them.`)
  if (wantsJson(options))
    return printJson({
      ...listed[place],
      params: parameters.map(({ name, description, required, schema }) => ({
        name,
        description,
        required,
        schema,
      })),
    })
  printTable(
    ['parameter', 'required', 'description'],
    parameters.map(one => [one.name, one.required ? 'yes' : '', one.description]),
  )
}

function parametersOf(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}
