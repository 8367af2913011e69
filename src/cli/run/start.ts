// `wares start`: runs the API and everything it needs until it is stopped.
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { readConfigWithSources, readTelemetryEnv, settingsFilePath } from '../../settings/config.ts'
import { effectiveSettings } from '../../settings/effective-settings.ts'
import { launchSettings } from '../../settings/started-with.ts'
import { watchSettings } from '../../settings/watch-settings.ts'
import { httpAddress } from '../../runtime/loopback.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import type { SettingsSource } from '../../start/server-options.ts'
import { type RunningServer, startServer } from '../../start/start-server.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { greeting } from './greeting.ts'
import { parsePositiveInteger } from '../options/invalid-command-line.ts'
import { isWares } from '../connect/running-wares.ts'
import { ensureSandboxKey } from './sandbox-key.ts'

const NO_OPTIONS =
  'Settings are not options: set WARES_PORT=8080, WARES_HOST and so on, or write them to wares.yaml (`wares init`).'

export function startCommand(): Command {
  return new Command('start')
    .configureOutput({
      outputError: (text, write) => write(text.includes('unknown option') ? `${text}${NO_OPTIONS}\n` : text),
    })
    .option('--worker', 'process submitted bulk inputs instead; any number of workers, on any machines')
    .option('--concurrency <n>', 'with --worker: concurrent inputs for one site', parsePositiveInteger, 16)
    .option('--no-cache', 'with --worker: bypass the cache for every input')
    .action(async ({ worker, ...options }: StartOptions) =>
      worker ? (await import('./worker.ts')).runWorker(options) : start(),
    )
}

interface StartOptions {
  readonly worker?: boolean
  readonly concurrency: number
  readonly cache: boolean
}

async function start(): Promise<void> {
  const settings = settingsSource()
  const config = settings.read()
  const options = { settings, startedWith: launchSettings(), telemetryEnv: readTelemetryEnv() }
  const running = await startServer(config, options).catch(async (error: unknown) => {
    if (config.port !== 0 && (await isWares(config.host, config.port, '/healthz')))
      console.error(`Wares is already running at ${httpAddress(config.host, config.port)}/`)
    throw error
  })
  closeOnSignal(running)
  reloadOnChange(running, settings)
  const key = running.sandboxOrigin ? await ensureSandboxKey(running.store.keys, config.dataDir) : undefined
  console.log(greeting(running, config, key))
}

function settingsSource(): SettingsSource {
  const path = settingsFilePath()
  let hadFile = existsSync(path)
  let last: ReturnType<typeof readConfigWithSources> | undefined
  return {
    path,
    read() {
      // An editor that replaces the file removes it for a moment: no reason to forget all shops.
      if (hadFile && !existsSync(path)) throw operatorError(`${path} is gone.`)
      hadFile = existsSync(path)
      last = readConfigWithSources(sites)
      return last.config
    },
    effective: () => (last ? effectiveSettings(last.config, last.settings) : []),
  }
}

/** SIGHUP and a change of the file: the shops, watches and canaries of the new settings, without a restart. */
function reloadOnChange(running: RunningServer, { path, read }: SettingsSource): void {
  const reload = (): void => {
    running.reload(read).catch((error: unknown) => console.error(error))
  }
  process.on('SIGHUP', reload)
  watchSettings(path, reload)
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
