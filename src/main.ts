// Composition root: config → state → upstream → engine → HTTP; shuts down gracefully.
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createEngine, type Engine } from './engine/index.ts'
import { createPooledReader } from './engine/operation-reader.ts'
import { createRegistry, type Registry } from './engine/registry.ts'
import { createSharedCache } from './engine/shared-cache.ts'
import { createEvents } from './events.ts'
import { createCanaries } from './drift/canaries.ts'
import { createDrift } from './drift/create-drift.ts'
import { createCallCounter } from './http/call-counter.ts'
import { operationRoutes } from './http/operation-handler.ts'
import { type ApiServer, createApiServer } from './http/server.ts'
import { requestRecordRoute } from './http/request-record-handler.ts'
import { systemRoutes } from './http/system-handler.ts'
import { usageRoute } from './http/usage-handler.ts'
import { mcpRoute } from './mcp/mcp-http-handler.ts'
import { createLog, logEvents } from './observe/log.ts'
import { createMetrics } from './observe/metrics.ts'
import { createStatus } from './observe/status.ts'
import { createRecorder } from './replay/recorder.ts'
import { magicWords } from './sandbox/magic-words.ts'
import { type Sandbox, startSandbox } from './sandbox/start-sandbox.ts'
import { operatorError } from './operator-error.ts'
import { sites } from '../sites/index.ts'
import { type Admission, createLocalAdmission } from './state/admission.ts'
import { withGuestKeys } from './state/guest-keys.ts'
import { createKeyCache, type KeyCache } from './state/key-cache.ts'
import { createMemoryRateLimiter } from './state/rate-limiter.ts'
import { createMeter, type Meter } from './state/meter.ts'
import { openRedis, type SharedRedis } from './state/redis.ts'
import { createSharedAdmission } from './state/redis-admission.ts'
import { createSharedAnswers } from './state/redis-answers.ts'
import { createRedisThrottle } from './state/redis-throttle.ts'
import { openStore, type Store } from './state/store.ts'
import { moduleExtension } from './package-files.ts'
import { createUpstream } from './upstream/index.ts'
import { whyNoBrowser } from './upstream/render.ts'
import { version } from './version.ts'
import { createWatches } from './watch/create-watches.ts'
import { whyWatchesSeparate } from './watch/separate-watches.ts'

export interface RunningServer {
  readonly address: string
  readonly finderAddress: string
  readonly sandboxOrigin: string | undefined
  readonly registry: Registry
  readonly store: Store
  readonly redis: SharedRedis | undefined
  readonly engine: Engine
  readonly workers: number
  /** Finishes the requests in flight, then closes everything. */
  close(): Promise<void>
}

/** Each worker loads it. */
const sitesModule = new URL(`../sites/index.${moduleExtension}`, import.meta.url)

export interface ServerOptions {
  /** A running sandbox to use; stopped with the server. */
  readonly sandbox?: Sandbox | undefined
  /** Adds keys to the stored ones. */
  readonly extendKeys?: (cache: KeyCache) => KeyCache
}

export async function startServer(config: Config, options: ServerOptions = {}): Promise<RunningServer> {
  const noBrowser = whyNoBrowser(config)
  // Checked at startup rather than with the first request, like any other setting.
  if (noBrowser !== undefined) throw operatorError(noBrowser)
  const context = createContext(config)
  const services = await openServices(config, options.sandbox)
  const work = createWork(context, services)
  const { main, finder, closeServers } = createServers(context, services, work, options)
  const { store, redis, sandbox } = services
  const close = async (): Promise<void> => {
    await closeServers()
    await work.close()
    await redis?.close()
    await store.close()
    await sandbox?.stop()
    context.log.flush()
  }
  try {
    await work.watches.start()
    work.drift.start()
    await work.canaries.start()
    await warnOfSeparateWatches(context, work)
    await main.listen(config.port, config.host)
    if (finder && config.finderPort !== undefined) await finder.listen(config.finderPort, config.host)
  } catch (error) {
    await close()
    throw error
  }
  const address = addressOf(main, config.host)
  return {
    address,
    finderAddress: finder ? addressOf(finder, config.host) : address,
    sandboxOrigin: sandbox?.origin,
    registry: context.registry,
    store,
    redis,
    engine: work.engine,
    workers: config.workers,
    close,
  }
}

async function warnOfSeparateWatches({ config, log }: Context, { watches }: Work): Promise<void> {
  const why = whyWatchesSeparate(config)
  if (why !== undefined && (await watches.store.backlog(Date.now())).watches > 0) log.warn(why)
}

type Context = ReturnType<typeof createContext>
type Services = Awaited<ReturnType<typeof openServices>>
type Work = ReturnType<typeof createWork>

function createContext(config: Config) {
  const events = createEvents()
  const log = createLog(config.logLevel)
  logEvents(log, events)
  return { config, registry: createRegistry(sites, config), events, log }
}

/** What makes answers: worker threads, upstream, engine, and the watches that use them. */
function createWork({ config, registry, events, log }: Context, { store, redis }: Services) {
  const reader =
    config.workers === 0
      ? undefined
      : createPooledReader({
          workers: config.workers,
          sitesModule,
          onReplaced: kind => log.warn({ kind }, 'worker replaced'),
        })
  const upstream = createUpstream({
    config,
    events,
    sharedThrottle: redis && createRedisThrottle(redis),
    waitForReaders: () => reader?.pool.waitForRoom(),
  })
  const recorder = createRecorder({
    config,
    version,
    onDropped: reason => events.emit('recordingDropped', { reason }),
    onError: message => log.warn({ cause: message }, 'recordings'),
  })
  const engine = createEngine({
    config,
    send: upstream.send,
    events,
    reader,
    recorder,
    sharedCache: redis && createSharedCache(createSharedAnswers(redis), config),
  })
  const meter = createMeter(store.usage, store.shared, error =>
    log.error({ cause: String(error) }, 'usage not written'),
  )
  const watches = createWatches({
    config,
    database: store.database,
    engine,
    registry,
    clock: systemClock,
    onError: error => log.error({ cause: String(error) }, 'watches'),
  })
  const { drift, canaries } = createFieldChecks({ config, registry, events, log }, store, engine)
  const close = async (): Promise<void> => {
    await watches.close()
    await canaries.close()
    await drift.close()
    await upstream.close()
    await reader?.pool.close()
    await recorder.close()
    await meter.close()
  }
  return { upstream, recorder, engine, meter, watches, drift, canaries, close }
}

/** What detects that a shop has changed: field statistics and canaries. */
function createFieldChecks({ config, registry, events, log }: Context, store: Store, engine: Engine) {
  const drift = createDrift({
    database: store.database,
    events,
    sites: Object.keys(config.sites),
    siteOf: operation => registry.byId.get(operation)?.site.name ?? operation.split('.')[0] ?? '',
    clock: systemClock,
    onTurn: turn => log.warn(turn, turn.to === 'drifting' ? 'a field drifts' : 'a field is back'),
    onError: error => log.error({ cause: String(error) }, 'drift'),
  })
  const canaries = createCanaries({
    config,
    database: store.database,
    engine,
    registry,
    clock: systemClock,
    onError: error => log.error({ cause: String(error) }, 'canaries'),
  })
  return { drift, canaries }
}

/** The main server and, if configured with a separate port, the server of the open operations. */
function createServers(context: Context, services: Services, work: Work, options: ServerOptions) {
  const { config, registry, events } = context
  const { store, redis } = services
  const { engine, recorder, meter, watches } = work
  const { keyCache, guestKeys } = openKeys(config, store, options)
  let closing = false
  const parts = {
    config,
    registry,
    engine,
    recorder,
    keyCache,
    admission: openAdmission(meter, redis),
    countCall: createCallCounter(meter, events),
    meter,
    usage: store.usage,
    closing: () => closing,
    events,
  }
  const unavailable = [store, redis, recorder]
  const system = systemRoutes({
    registry,
    version,
    address: () => addressOf(main, config.host),
    finder: { url: config.finderUrl, port: () => finder?.port() },
    readiness: () =>
      readinessOf(
        closing,
        unavailable.map(one => one?.unavailableReason()),
      ),
    metrics: metricsReader(context, work),
    status: statusReader(context, work),
    explorer: {
      guestKeys,
      magicWords,
      pictureOrigins: plainHttpOrigins(config),
      currencies: currenciesOf(config),
    },
  })
  const shared = [usageRoute(parts), ...system]
  const hasFinder = config.finderPort !== undefined
  const { open = [], keyed = [] } = Object.groupBy(registry.entries, ({ operation }) =>
    hasFinder && operation.open ? 'open' : 'keyed',
  )
  const operations = operationRoutes(parts, keyed)
  const own = [...watches.routes(parts), mcpRoute({ ...parts, version }), requestRecordRoute(parts)]
  const main: ApiServer = createApiServer({
    ...parts,
    findKnownRoute: request => operations.findKnownRoute(request),
    routes: [...operations.routes, ...own, ...shared],
  })
  const finder: ApiServer | undefined = hasFinder
    ? createApiServer({ ...parts, routes: [...operationRoutes(parts, open).routes, ...shared] })
    : undefined
  const closeServers = async (): Promise<void> => {
    closing = true
    await Promise.all([main.close(), finder?.close()])
  }
  return { main, finder, closeServers }
}

function metricsReader({ events }: Context, { drift, canaries }: Work) {
  return createMetrics(events, () => ({ drift: drift.current(), canaries: canaries.current() }))
}

function statusReader({ config, events }: Context, { upstream, engine, watches, drift, canaries }: Work) {
  const status = createStatus(config, events, site => upstream.status()[site]?.circuit ?? 'closed')
  return () => ({
    version,
    in_flight: Object.fromEntries(engine.inFlight()),
    sites: status(drift.current()),
    watches: watches.summary(),
    canaries: canaries.current(),
  })
}

/** All of them, or none: after a failure, those already opened are closed. */
async function openServices(config: Config, runningSandbox: Sandbox | undefined) {
  const { redisUrl: url, redisPrefix: prefix, redisTimeoutMs: timeoutMs } = config
  const store = await openStore(config, { exclusive: true })
  let redis: SharedRedis | undefined
  try {
    redis = url === undefined ? undefined : await openRedis({ url, prefix, timeoutMs })
    const sandbox = runningSandbox ?? (config.sandbox.needed ? await startSandbox(config.sandbox) : undefined)
    return { store, redis, sandbox }
  } catch (error) {
    await redis?.close()
    await store.close()
    throw error
  }
}

function openKeys(config: Config, store: Store, { extendKeys = cache => cache }: ServerOptions) {
  const keys = extendKeys(createKeyCache(store.keys, config.databaseGraceMs))
  const guestKeys = isAllSandbox(config) ? withGuestKeys(keys, Date.now()) : undefined
  return { keyCache: guestKeys?.keyCache ?? keys, guestKeys }
}

function openAdmission(meter: Meter, redis: SharedRedis | undefined): Admission {
  const local = createLocalAdmission(createMemoryRateLimiter(), meter)
  return redis ? createSharedAdmission({ redis, local, countedIn: meter.countedIn }) : local
}

/** Degraded is ready: requests continue without what is missing. */
function readinessOf(closing: boolean, troubles: readonly (string | undefined)[]) {
  const reasons = troubles.filter(trouble => trouble !== undefined)
  if (closing) return { ready: false, state: 'closing', reasons }
  return { ready: true, state: reasons.length > 0 ? 'degraded' : 'ready', reasons }
}

function isAllSandbox({ sites }: Config): boolean {
  const enabled = Object.values(sites).filter(site => site.enabled)
  return enabled.length > 0 && enabled.every(site => site.sandboxed)
}

function plainHttpOrigins({ sites }: Config): string[] {
  const origins = Object.values(sites).flatMap(site => Object.values(site.origins))
  return [...new Set(origins.map(origin => new URL(origin).origin))].filter(origin =>
    origin.startsWith('http:'),
  )
}

/** The currencies that operators configure for sites whose answers have none. */
function currenciesOf({ sites }: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sites).flatMap(([name, { settings }]) =>
      settings.currency === undefined ? [] : [[name, settings.currency]],
    ),
  )
}

function addressOf(server: ApiServer, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${server.port()}`
}
