// `wares call`: one operation by its id, with the fields of its site.
import { Command, Help } from 'commander'
import { addServerOptions, type ServerOptions } from '../connect/connect.ts'
import type { RecordingOptions } from './call-here.ts'
import { addOutputOptions } from '../print/output-format.ts'
import { findPrinted, parseParamOptions } from '../options/param-options.ts'
import { runOperation } from './print-operation.ts'

type CallOptions = RecordingOptions & ServerOptions

export async function callCommand(): Promise<Command> {
  // The definitions take long to load, and only help needs them.
  const wantsHelp = process.argv.some(word => word === 'help' || word === '--help' || word === '-h')
  const help = wantsHelp ? await import('./operation-help.ts') : undefined
  const command = new Command('call')
    .argument('<operation>', 'operation id, for example sneakerhub.prices')
    .argument('[parameters...]', '--name value; `wares call OPERATION --help` lists them')
    .option('--har <file>', 'replay upstream responses from this HAR file, in this process')
    .option('--record <file>', 'record upstream requests and responses to this HAR file, in this process')
    .allowUnknownOption()
    .allowExcessArguments()
    .configureHelp({ formatHelp: (self, helper) => formatCallHelp(self, helper, help) })
    .action(call)
  return addServerOptions(addOutputOptions(command))
}

const EXAMPLES = `
Examples:
  wares call sneakerhub.search --query runner --page 2
  wares call sneakerhub.search --help    its parameters
`

/** If the command line has an operation, the help is about that one. */
function formatCallHelp(
  command: Command,
  helper: Help,
  help: typeof import('./operation-help.ts') | undefined,
): string {
  const id = command.args.find(word => !word.startsWith('-'))
  if (id !== undefined && help) return help.helpOf(id, helper.helpWidth)
  const text = Help.prototype.formatHelp.call(helper, command, helper) + EXAMPLES
  return help ? `${text}\nOperations:\n${help.operationList()}\n` : text
}

async function call(
  id: string,
  rest: readonly string[],
  options: CallOptions,
  command: Command,
): Promise<void> {
  const operation = findPrinted(id)
  const rawParams = parseParamOptions(rest)
  if (options.har !== undefined || options.record !== undefined) {
    if (options.server) command.error('error: --har and --record work in this process, without --server')
    return (await import('./call-here.ts')).callHere(operation, rawParams, options, command)
  }
  const byName = Object.entries(Object.groupBy(rawParams, one => one.name))
  const query = byName.map(([name, values = []]) => [name, values.map(one => String(one.value))] as const)
  await runOperation({ command, operation, query: Object.fromEntries(query), options })
}
