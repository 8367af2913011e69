// `wares start`: runs the API and everything it needs until it is stopped.
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../main.ts'
import { sites } from '../../sites/index.ts'
import { greeting } from './greeting.ts'
import { isWares, urlOf } from './running-wares.ts'
import { ensureSandboxKey } from './sandbox-key.ts'

const NO_OPTIONS =
  'Settings are not options: set WARES_PORT=8080, WARES_HOST and so on, or write them to wares.yaml (`wares init`).'

export function startCommand(): Command {
  return new Command('start')
    .configureOutput({
      outputError: (text, write) => write(text.includes('unknown option') ? `${text}${NO_OPTIONS}\n` : text),
    })
    .action(start)
}

async function start(): Promise<void> {
  const config = readConfig(sites)
  const running = await startServer(config).catch(async (error: unknown) => {
    if (config.port !== 0 && (await isWares(config.host, config.port, '/healthz')))
      console.error(`Wares is already running at ${urlOf(config.host, config.port)}/`)
    throw error
  })
  closeOnSignal(running)
  const key = running.sandboxOrigin ? await ensureSandboxKey(running.store.keys, config.dataDir) : undefined
  console.log(greeting(running, config, key))
}

const STOPPING = 'Stopping after the requests in flight; press Ctrl+C again to stop at once.'
/** A stop that takes no longer needs no message. */
const SILENT_MS = 1_000

function closeOnSignal(running: RunningServer): void {
  let stopping = false
  const stop = () => {
    // A second signal ends the process at once.
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => console.error(STOPPING), SILENT_MS).unref()
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
