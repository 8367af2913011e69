// The command line. What comes in are words and options; what goes out are lines for people or data for programs, and an
// exit code. A command is found, loaded and run here, and its errors become a sentence.
import { styleText } from 'node:util'
import { Command, CommanderError, type OutputConfiguration } from 'commander'
import { isOperatorError } from '../runtime/operator-error.ts'
import { version } from '../runtime/version.ts'
import { commands, OPERATE } from './commands.ts'
import { exitCodes } from './options/exit-codes.ts'
import { exitCodeOf, USAGE_ERROR } from './options/invalid-command-line.ts'
import { addTableOrJson } from './print/output-format.ts'

const NOTES = `
${styleText('bold', 'Examples:')}
  wares product https://shop.example/p/lamp --explain   whether a shop can be read, before you add it
  wares call sneakerhub.prices --help                   the parameters of an operation, with an example
  wares keys create --name shop --scope watchmarket --quota 10000 --expires 90d

${styleText('bold', 'Settings')} are in wares.yaml (or the file that WARES_CONFIG names) and in WARES_* variables, e.g. WARES_PORT.
${styleText('bold', 'Exit codes:')} ${exitCodes.map(([code, meaning]) => `${code} ${meaning.replaceAll('`', '').split(';')[0]}`).join('; ')}.`

// `wares watch export | head`: the reader of the pipe has seen enough, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const program = new Command('wares')
  .description('Product data from shop pages, as typed JSON.')
  .version(version)
  .addHelpCommand(
    new Command('help').argument('[command]').description('show help for a command').helpGroup(OPERATE),
  )
  .addHelpText('after', NOTES)

const commandName = process.argv.slice(2).find(word => word !== 'help')
for (const { name, group, about, load } of commands) {
  const command = name === commandName ? await load() : new Command(name)
  program.addCommand(command.description(about).helpGroup(group))
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
    .configureOutput({ ...command.configureOutput(), outputError: printError(command) })
    .configureHelp({ ...command.configureHelp(), styleTitle: title => styleText('bold', title) })
  for (const inner of command.commands) configureCommand(inner)
}

/** Commander writes "option '--every <time>' argument '10s' is invalid. …": the option as it was given says it shorter. */
function printError(command: Command): OutputConfiguration['outputError'] {
  const before = command.configureOutput()
  return (text, write) => {
    const short = text.replace(
      /^error: option '(?:-\w, )?(--[\w-]+)(?: [^']*)?' argument '(.*)' is invalid\. /,
      'error: $1 $2: ',
    )
    if (before.outputError) before.outputError(short, write)
    else write(short)
  }
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
