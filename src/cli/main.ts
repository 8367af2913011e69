// The command line: one file per command.
import { Command } from 'commander'
import { CONFIG_ERROR } from '../config.ts'
import { version } from '../version.ts'
import { bulkCommand } from './bulk.ts'
import { callCommand } from './call.ts'
import { dbCommand } from './db.ts'
import { keysCommand } from './keys.ts'
import { opsCommand } from './ops.ts'
import { readCommand } from './read.ts'
import { sandboxCommand } from './sandbox.ts'
import { startCommand } from './start.ts'
import { usageCommand } from './usage.ts'
import { workerCommand } from './worker.ts'

const program = new Command('wares')
  .description('Product data of shops as typed JSON.')
  .version(version)
  .showHelpAfterError('(wares --help shows every command)')
  .addCommand(startCommand())
  .addCommand(keysCommand())
  .addCommand(dbCommand())
  .addCommand(usageCommand())
  .addCommand(opsCommand())
  .addCommand(callCommand())
  .addCommand(readCommand())
  .addCommand(bulkCommand())
  .addCommand(workerCommand())
  .addCommand(sandboxCommand())

try {
  await program.parseAsync()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

/** One sentence for what the operator can put right; a stack trace only for what is our fault. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: another Wares may be running; set WARES_PORT to another port.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user; set WARES_PORT.`
  if (error.name === CONFIG_ERROR || error.name === 'PlainError') return error.message
  return error.stack ?? error.message
}
