// Composition root: config → state → upstream → engine → HTTP; shuts down gracefully.
import { systemClock } from './runtime/clock.ts'
import type { Config } from './config.ts'
import { createLiveConfig } from './config/live-config.ts'
import { createEngine, type Engine } from './engine/index.ts'
import { createPooledReader } from './engine/operation-reader.ts'
import { createRegistry, offeredRegistry, type Registry } from './engine/registry.ts'
import { createSharedCache } from './engine/shared-cache.ts'
import { driftKey } from './engine/drift-key.ts'
import { createEvents } from './observe/events.ts'
import { createCanaries } from './drift/canaries.ts'
import { createDrift } from './drift/create-drift.ts'
import { createPriceMemory } from './drift/price-memory.ts'
import { createCallCounter } from './http/call-counter.ts'
import type { ExplorerParts } from './http/explorer-config.ts'
import { operationRoutes } from './http/operation-handler.ts'
import { createRenewableRoutes } from './http/renewable-routes.ts'
import { type ApiServer, createApiServer } from './http/server.ts'
import type { Route } from './http/route.ts'
import { requestRecordRoute } from './http/request-record-handler.ts'
import { listShops } from './http/list-shops.ts'
import { type ShopsParts, shopsRoute } from './http/shops-handler.ts'
import { systemRoutes } from './http/system-handler.ts'
import { usageRoute } from './http/usage-handler.ts'
import { type RoutesOfWatchesParts, routesOfWatches } from './http/watches/routes-of-watches.ts'
import { mcpRoute } from './mcp/mcp-http-handler.ts'
import { createLog, logEvents } from './observe/log.ts'
import { createMetrics } from './observe/metrics.ts'
import { createStatus, namesOf } from './observe/status.ts'
import { openTelemetry } from './observe/telemetry.ts'
import { createSharedRecordings } from './replay/shared-recordings.ts'
import { createRecorder } from './replay/recorder.ts'
import { magicWords } from './sandbox/magic-words.ts'
import { createAddShop } from './compose/add-shop-live.ts'
import {
  createReload,
  createSandboxSwitch,
  createSettingsState,
  type ReloadResult,
} from './compose/reload.ts'
import type { Sandbox } from './sandbox/start-sandbox.ts'
import { operatorError } from './runtime/operator-error.ts'
import { sites } from '../sites/index.ts'
import { type Admission, createLocalAdmission } from './state/admission.ts'
import { type GuestKeys, withGuestKeys } from './state/guest-keys.ts'
import { createKeyCache, type KeyCache } from './state/key-cache.ts'
import { createMemoryRateLimiter } from './state/rate-limiter.ts'
import { createMeter, type Meter } from './state/meter.ts'
import { openRedis, type SharedRedis } from './state/redis.ts'
import { createSharedAdmission } from './state/redis-admission.ts'
import { createSharedAnswers } from './state/redis-answers.ts'
import { createRedisThrottle } from './state/redis-throttle.ts'
import type { Store } from './state/store.ts'
import { openStore } from './state/open-store.ts'
import { moduleExtension } from './runtime/package-files.ts'
import { createLiveUpstream } from './upstream/live-upstream.ts'
import { whyNoBrowser } from './upstream/render.ts'
import { type UcpParts, ucpRoutes } from './http/ucp/ucp-routes.ts'
import { version } from './runtime/version.ts'
import { createWatches } from './watch/create-watches.ts'
import { ownerFinder } from './watch/owned-check.ts'
import { whyWatchesSeparate } from './watch/separate-watches.ts'

export interface RunningServer {
  readonly address: string
  readonly finderAddress: string
  readonly sandboxOrigin: string | undefined
  /** Its shops, watches and canaries follow `reload`. */
  readonly config: Config
  readonly registry: Registry
  readonly store: Store
  readonly redis: SharedRedis | undefined
  readonly engine: Engine
  readonly workers: number
  /** Takes over the shops, watches and canaries of new settings. With a mistake in them, the old ones stay. */
  reload(read: () => Config): Promise<ReloadResult>
  /** Finishes the requests in flight, then closes everything. */
  close(): Promise<void>
}

/** Each worker loads it. */
const sitesModule = new URL(`../sites/index.${moduleExtension}`, import.meta.url)

interface SettingsSource {
  readonly path: string
  /** The configuration of the file as it is now. */
  readonly read: () => Config
}

export interface ServerOptions {
  /** A running sandbox to use; stopped with the server. */
  readonly sandbox?: Sandbox | undefined
  /** The settings file, if the server has one: shops can be added to it. */
  readonly settings?: SettingsSource | undefined
  /** Adds keys to the stored ones. */
  readonly extendKeys?: (cache: KeyCache) => KeyCache
  /** Where the variables of OpenTelemetry are; without it there is no telemetry, whatever the process has. */
  readonly telemetryEnv?: Readonly<Record<string, string | undefined>>
}

export async function startServer(config: Config, options: ServerOptions = {}): Promise<RunningServer> {
  const noBrowser = whyNoBrowser(config)
  // Checked at startup rather than with the first request, like any other setting.
  if (noBrowser !== undefined) throw operatorError(noBrowser)
  const context = createContext(config)
  const telemetry = await openTelemetry(options.telemetryEnv ?? {}, context.events, version)
  const services = await openServices(config, options.sandbox)
  const work = createWork(context, services, options)
  const addShop = options.settings && createAddShop(context, options.settings, read => reload(read))
  const { main, finder, closeServers, renewRoutes } = createServers(context, services, work, addShop)
  const { store, redis, sandbox } = services
  for (const server of [main, finder]) if (server) telemetry?.follow(server.app.server)
  const reload = createReload({ ...context, ...work, sandbox, renewRoutes })
  const close = async (): Promise<void> => {
    // Together, because a service manager waits 30 s for both.
    await Promise.all([closeServers(), work.stopSchedules()])
    await telemetry?.close()
    await work.close()
    await redis?.close()
    await store.close()
    await sandbox.stop()
    context.log.flush()
  }
  try {
    await work.watches.start()
    work.drift.start()
    await work.canaries.applySettings()
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
    get sandboxOrigin() {
      return sandbox.origin()
    },
    config: context.config,
    registry: context.registry,
    store,
    redis,
    engine: work.engine,
    workers: config.workers,
    reload,
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

function createContext(initial: Config) {
  const live = createLiveConfig(initial)
  const { config } = live
  const events = createEvents()
  const log = createLog(config.logLevel)
  logEvents(log, events)
  const registry = createRegistry(sites, config)
  return {
    config,
    live,
    registry,
    documents: createDocuments(config),
    settings: createSettingsState(),
    events,
    log,
  }
}

/** What documents and agents are shown follows the settings; the routes stay. */
function createDocuments(config: Config) {
  const make = () => offeredRegistry(createRegistry(sites, config), config)
  let registry = make()
  return {
    registry: () => registry,
    renew() {
      registry = make()
    },
  }
}

/** What makes answers: worker threads, upstream, engine, and the watches that use them. */
function createWork(context: Context, { store, redis }: Services, options: ServerOptions) {
  const { config, registry, events, log } = context
  const reader =
    config.workers === 0
      ? undefined
      : createPooledReader({
          workers: config.workers,
          sitesModule,
          onReplaced: kind => log.warn({ kind }, 'worker replaced'),
        })
  const upstream = createLiveUpstream({
    config,
    events,
    sharedThrottle: redis && createRedisThrottle(redis),
    waitForReaders: () => reader?.pool.waitForRoom(),
  })
  const recorder = createRecorder({
    config,
    version,
    onDropped: reason => events.emit('recordingDropped', { reason }),
    shared: openSharedRecordings(context, store),
    onError: message => log.warn({ cause: message }, 'recordings'),
  })
  const drift = openDrift(context, store)
  const prices = createPriceMemory(operation => drift.states().get(operation))
  const engine = createEngine({
    config,
    send: upstream.send,
    events,
    reader,
    recorder,
    expectsPrice: product => prices.expectsPrice(product),
    sharedCache: redis && createSharedCache(createSharedAnswers(redis), config),
  })
  const callers = createCallers(context, { store, redis }, options)
  const { meter, admission, guestKeys } = callers
  const watches = createWatches({
    config,
    owners: { findOwner: ownerFinder(store.keys, guestKeys?.records), admission, meter },
    database: store.database,
    engine,
    registry,
    clock: systemClock,
    onError: error => log.error({ cause: String(error) }, 'watches'),
  })
  const canaries = openCanaries(context, store, engine)
  /** Stops what runs by itself; requests are still answered. */
  const stopSchedules = async (): Promise<void> => {
    await Promise.all([watches.close(), canaries.close()])
  }
  const close = async (): Promise<void> => {
    await drift.close()
    await upstream.close()
    await reader?.pool.close()
    await recorder.close()
    await meter.close()
  }
  return { ...callers, upstream, recorder, engine, watches, drift, canaries, stopSchedules, close }
}

/** With PostgreSQL every replica explains the requests of the others. */
function openSharedRecordings({ config, log }: Context, store: Store) {
  if (!store.shared) return undefined
  const { maxBytes, maxAgeMs } = config.record
  const onError = (message: string): void => log.warn({ cause: message }, 'recordings')
  return createSharedRecordings({ database: store.database, maxBytes, maxAgeMs, onError })
}

/** Who may call, how often, and what they have used. */
function createCallers(
  { config, log }: Pick<Context, 'config' | 'log'>,
  { store, redis }: Pick<Services, 'store' | 'redis'>,
  options: ServerOptions,
) {
  const meter = createMeter(store.usage, store.shared, error =>
    log.error({ cause: String(error) }, 'usage not written'),
  )
  return { ...openKeys(config, store, options), meter, admission: openAdmission(meter, redis) }
}

function openDrift({ config, events, log }: Context, store: Store) {
  return createDrift({
    database: store.database,
    events,
    shops: () => namesOf(config),
    clock: systemClock,
    onTurn: turn => log.warn(turn, turn.to === 'drifting' ? 'a field drifts' : 'a field is back'),
    onError: error => log.error({ cause: String(error) }, 'drift'),
  })
}

function openCanaries({ config, registry, log }: Context, store: Store, engine: Engine) {
  return createCanaries({
    config,
    database: store.database,
    engine,
    registry,
    clock: systemClock,
    onError: error => log.error({ cause: String(error) }, 'canaries'),
  })
}

/** The main server and, if configured with a separate port, the server of the open operations. */
function createServers(context: Context, services: Services, work: Work, addShop: ShopsParts['addShop']) {
  const { config, registry, documents, events } = context
  const { store, redis } = services
  const { engine, recorder, meter, watches, keyCache, guestKeys, admission } = work
  let closing = false
  const parts = {
    config,
    registry,
    engine,
    recorder,
    keyCache,
    admission,
    countCall: createCallCounter(meter, events),
    meter,
    usage: store.usage,
    keys: store.keys,
    closing: () => closing,
    events,
  }
  const readers = shopReaders(context, work)
  const systemParts = {
    version,
    address: () => addressOf(main, config.host),
    finder: { url: config.finderUrl, port: () => finder?.port() },
    readiness: () => readinessOf(closing, [store, redis, recorder]),
    metrics: metricsReader(context, work),
    status: readers.status,
  }
  const system = createRenewableRoutes(() =>
    systemRoutes({ ...systemParts, registry: documents.registry(), ...explorerParts(config, guestKeys) }),
  )
  const shared = [usageRoute(parts), ...system.routes]
  const hasFinder = config.finderPort !== undefined
  const { open = [], keyed = [] } = Object.groupBy(registry.entries, ({ operation }) =>
    hasFinder && operation.open ? 'open' : 'keyed',
  )
  const operations = operationRoutes(parts, keyed)
  const own = ownRoutes({ ...parts, shops: readers.shops, addShop }, context, watches)
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
  const renewRoutes = (): void => {
    documents.renew()
    operations.clearKnown()
    system.renew()
  }
  return { main, finder, closeServers, renewRoutes }
}

/** The routes beside the operations that need a key. */
function ownRoutes(
  parts: Omit<Parameters<typeof mcpRoute>[0], 'registry' | 'version' | 'watches'> &
    Parameters<typeof requestRecordRoute>[0] &
    Parameters<typeof shopsRoute>[0] &
    UcpParts &
    RoutesOfWatchesParts,
  { documents }: Context,
  watches: Work['watches'],
): Route[] {
  return [
    ...routesOfWatches(watches, parts, systemClock),
    mcpRoute({ ...parts, registry: documents.registry, version, watches }),
    requestRecordRoute(parts),
    shopsRoute(parts),
    ...ucpRoutes(parts),
  ]
}

function explorerParts(config: Config, guestKeys: GuestKeys): { readonly explorer: ExplorerParts } {
  const explorer = {
    guestKeys: () => (isAllSandbox(config) ? guestKeys : undefined),
    magicWords,
    pictureOrigins: plainHttpOrigins(config),
    currencies: currenciesOf(config),
  }
  return { explorer }
}

function metricsReader({ events }: Context, { drift, canaries, watches, upstream }: Work) {
  return createMetrics(events, () => ({
    drift: drift.current(),
    canaries: canaries.current(),
    circuits: Object.fromEntries(
      Object.entries(upstream.status()).map(([site, { circuit }]) => [site, circuit]),
    ),
    watches: watches.summary(),
  }))
}

/** What is known of the shops, for /status.json and /api/v2/shops. */
function shopReaders({ config, registry, events, settings }: Context, work: Work) {
  const { upstream, engine, watches, drift, canaries } = work
  const health = createStatus(config, events, site => upstream.status()[site]?.circuit ?? 'closed')
  const shops = () =>
    listShops(config, registry, {
      health: health(),
      fields: (operation, shop) => drift.states().get(driftKey(operation, shop)),
      canaries: canaries.current(),
      known: engine.knownShop,
    })
  const status = () => ({
    version,
    settings: settings.current(),
    in_flight: Object.fromEntries(engine.inFlight()),
    shops: shops(),
    sites: health(drift.current()),
    watches: watches.summary(),
    canaries: canaries.current(),
  })
  return { shops, status }
}

/** All of them, or none: after a failure, those already opened are closed. */
async function openServices(config: Config, runningSandbox: Sandbox | undefined) {
  const { redisUrl: url, redisPrefix: prefix, redisTimeoutMs: timeoutMs } = config
  const store = await openStore(config, { exclusive: true })
  let redis: SharedRedis | undefined
  try {
    redis = url === undefined ? undefined : await openRedis({ url, prefix, timeoutMs })
    return { store, redis, sandbox: await createSandboxSwitch(config, runningSandbox) }
  } catch (error) {
    await redis?.close()
    await store.close()
    throw error
  }
}

function openKeys(config: Config, store: Store, { extendKeys = cache => cache }: ServerOptions) {
  const keys = extendKeys(createKeyCache(store.keys, config.databaseGraceMs))
  const guestKeys = withGuestKeys(keys, Date.now(), () => isAllSandbox(config))
  return { keyCache: guestKeys.keyCache, guestKeys }
}

function openAdmission(meter: Meter, redis: SharedRedis | undefined): Admission {
  const local = createLocalAdmission(createMemoryRateLimiter(), meter)
  return redis ? createSharedAdmission({ redis, local, countedIn: meter.countedIn }) : local
}

/** Degraded is ready: requests continue without what is missing. */
function readinessOf(
  closing: boolean,
  services: readonly ({ unavailableReason(): string | undefined } | undefined)[],
) {
  const reasons = services.flatMap(one => one?.unavailableReason() ?? [])
  if (closing) return { ready: false, state: 'closing', reasons }
  return { ready: true, state: reasons.length > 0 ? 'degraded' : 'ready', reasons }
}

function isAllSandbox({ sites, reader }: Config): boolean {
  const enabled = Object.values(sites).filter(site => site.enabled)
  return reader.hosts.length === 0 && enabled.length > 0 && enabled.every(site => site.sandboxed)
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
