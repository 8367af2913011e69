// Puts the server together. What comes in is a Config; what goes out is a running server, and the function that stops it
// gracefully. The order is settings, store, fetch, answer, serve.
import { createSettingsWriters } from './live-settings.ts'
import { type Context, createContext } from './context.ts'
import { createReload } from './reload.ts'
import type { ServerOptions } from './server-options.ts'
import type { ApiServer } from '../serve/http/server.ts'
import { addressOf, createServers } from './servers.ts'
import { openServices } from './services.ts'
import { createWork, type Work } from './work.ts'
import type { Config } from '../settings/config.ts'
import { openTelemetry } from '../health/telemetry.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { loadReaders } from '../extract/thread/task-reader.ts'
import { version } from '../runtime/version.ts'
import { createOperatorToken } from '../store/keys/operator-token.ts'
import { whyNoBrowser } from '../fetch/network/render.ts'
import { whyWatchesSeparate } from '../watch/check/separate-watches.ts'

export type RunningServer = Awaited<ReturnType<typeof startServer>>

export async function startServer(config: Config, options: ServerOptions = {}) {
  const noBrowser = whyNoBrowser(config)
  // Checked at startup rather than with the first request, like any other setting.
  if (noBrowser !== undefined) throw operatorError(noBrowser)
  const context = createContext(config)
  const telemetry = await openTelemetry(options.telemetryEnv ?? {}, context.events, version)
  const services = await openServices(config, options.sandbox)
  const work = createWork(context, services, options)
  const writers =
    options.settings && createSettingsWriters(context, work, options.settings, read => reload(read))
  const operator = createOperatorToken(config.dataDir)
  const effectiveSettings = options.settings?.effective
  const parts = { ...writers, effectiveSettings, operatorToken: operator.token }
  const { main, finder, listen, closeServers, renewRoutes } = createServers(context, services, work, parts)
  const { store, redis, sandbox } = services
  for (const server of [main, finder]) if (server) telemetry?.follow(server.app.server)
  const reload = createReload({ ...context, ...work, sandbox, renewRoutes })
  const close = async (): Promise<void> => {
    // Together, because a service manager waits 30 s for both.
    operator.withdraw()
    await Promise.all([closeServers(), work.stopSchedules()])
    const traces = telemetry?.close()
    await work.close()
    await redis?.close()
    await store.close()
    await sandbox.stop()
    await traces
    context.log.flush()
  }
  try {
    await work.watches.start()
    work.drift.start()
    await work.canaries.applySettings()
    await warnOfSeparateWatches(context, work)
    // While modules load, a replica would let go of the page that it fetches for all.
    if (redis) await loadReaders()
    await listen()
    announceOperator(context, () => operator.announce(localAddressOf(main, config.host), options.startedWith))
  } catch (error) {
    await close()
    throw error
  }
  const address = addressOf(main, config.host)
  return {
    address,
    finderAddress: finder ? addressOf(finder, config.host) : address,
    get sandboxOrigin(): string | undefined {
      return sandbox.origin()
    },
    /** Its shops, watches and canaries follow `reload`. */
    config: context.config,
    registry: context.registry,
    store,
    redis,
    engine: work.engine,
    workers: config.workers,
    /** Takes over the shops, watches and canaries of new settings. With a mistake in them, the old ones stay. */
    reload,
    /** Finishes the requests in flight, then closes everything. */
    close,
  }
}

/** A server on PostgreSQL needs no data folder that it can write to. */
function announceOperator({ log }: Context, announce: () => void): void {
  try {
    announce()
  } catch (error) {
    log.warn({ cause: String(error) }, "the operator's token could not be written to the data folder")
  }
}

/** A server that listens everywhere also listens on loopback. */
function localAddressOf(server: ApiServer, host: string): string {
  return addressOf(server, { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host)
}

async function warnOfSeparateWatches({ config, log }: Context, { watches }: Work): Promise<void> {
  const why = whyWatchesSeparate(config)
  if (why !== undefined && (await watches.store.backlog(Date.now())).watches > 0) log.warn(why)
}
