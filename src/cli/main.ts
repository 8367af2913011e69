// The command line: finds, loads and runs the command, and turns errors into a sentence and an exit code.
import { styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { isOperatorError } from '../runtime/operator-error.ts'
import { version } from '../runtime/version.ts'
import { commands, HELP } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { exitCodeOf, USAGE_ERROR } from './invalid-command-line.ts'
import { addTableOrJson } from './print/output-format.ts'

const EXAMPLES = `
${styleText('bold', 'Examples:')}
  wares start                                        the API, the explorer and the sandbox shops
  wares read https://shop.example/products/lamp      whether a shop can be read, before you add it
  wares add https://shop.example/products/lamp       add a shop by one of its products
  wares ops                                          all operations
  wares ops sneakerhub.prices                        its parameters, with an example
  wares call sneakerhub.prices --id 1044287          one answer
  wares keys create --name me --rate 10              a key for a caller
  wares keys create --name shop --scope watchmarket --quota 10000 --expires 90d
  wares bulk run catalog.ndjson --out prices.csv   a whole catalog; stop and resume at any time
  wares doctor                                       what is missing on this machine

${styleText('bold', 'Settings')} are in wares.yaml (or the file that WARES_CONFIG names) and in WARES_* variables, e.g. WARES_PORT.
${styleText('bold', 'Output')} is for people on a terminal and JSON in a pipe; NO_COLOR=1 switches colours off.
${styleText('bold', 'Exit codes:')}
${exitCodes.map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning.replaceAll('`', '')}`).join('\n')}`

// `wares watch export | head`: the reader of the pipe has seen enough, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const program = new Command('wares')
  .description('Product data from shop pages, as typed JSON.')
  .version(version)
  .addHelpCommand(
    new Command('help').argument('[command]').description('show help for a command').helpGroup(HELP),
  )
  .addHelpText('after', EXAMPLES)

const wanted = process.argv.slice(2).find(word => word !== 'help')
for (const { name, group, about, load, isHidden = false } of commands) {
  const command = name === wanted ? await load() : new Command(name)
  program.addCommand(command.description(about).helpGroup(group), { hidden: isHidden })
}
configureCommand(program)

try {
  if (process.argv.length > 2) await program.parseAsync()
  else program.outputHelp()
} catch (error) {
  // bin/wares.js explains an installation that lacks a package.
  if (String((error as NodeJS.ErrnoException).code).endsWith('MODULE_NOT_FOUND')) throw error
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR
  else {
    console.error(errorMessageOf(error))
    process.exitCode = exitCodeOf(error)
  }
}

/** Settings that commander does not pass on to prebuilt subcommands. */
function configureCommand(command: Command): void {
  addTableOrJson(command)
  command
    .exitOverride()
    .showHelpAfterError(`(wares ${command === program ? '' : `${nameOf(command)} `}--help shows more)`)
    .configureHelp({ ...command.configureHelp(), styleTitle: title => styleText('bold', title) })
  for (const inner of command.commands) configureCommand(inner)
}

function nameOf(command: Command): string {
  const above = command.parent
  return above && above !== program ? `${nameOf(above)} ${command.name()}` : command.name()
}

/** One sentence for errors that the operator can fix; a stack trace only for bugs. */
function errorMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: another Wares may be running; set WARES_PORT to another port.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user; set WARES_PORT.`
  if (isOperatorError(error)) return error.message
  return error.stack || error.message || String(error)
}
