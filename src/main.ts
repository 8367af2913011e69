// Composition root: config → state → upstream → engine → face; closes with grace.
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createEngine } from './engine/index.ts'
import { createPooledReader } from './engine/operation-reader.ts'
import { createRegistry, type Registry } from './engine/registry.ts'
import { createSharedCache } from './engine/shared-cache.ts'
import { createEvents } from './events.ts'
import { createCallCounter } from './http/call-counter.ts'
import { operationRoutes } from './http/operation-handler.ts'
import { type ApiServer, createApiServer } from './http/server.ts'
import { systemRoutes } from './http/system-handler.ts'
import { usageRoute } from './http/usage-handler.ts'
import { mcpRoute } from './mcp/mcp-http-handler.ts'
import { createLog, logEvents } from './observe/log.ts'
import { createMetrics } from './observe/metrics.ts'
import { createStatus } from './observe/status.ts'
import { magicWords } from './sandbox/magic-words.ts'
import { startSandbox } from './sandbox/start-sandbox.ts'
import { sites } from '../sites/index.ts'
import { type Admission, createLocalAdmission } from './state/admission.ts'
import { withGuestKeys } from './state/guest-keys.ts'
import { createKeyCache } from './state/key-cache.ts'
import { createMemoryRateLimiter } from './state/rate-limiter.ts'
import { createMeter, type Meter } from './state/meter.ts'
import { openRedis, type SharedRedis } from './state/redis.ts'
import { createSharedAdmission } from './state/redis-admission.ts'
import { createSharedAnswers } from './state/redis-answers.ts'
import { createRedisThrottle } from './state/redis-throttle.ts'
import { openStore, type Store } from './state/store.ts'
import { moduleExtension } from './package-files.ts'
import { createUpstream } from './upstream/index.ts'
import { version } from './version.ts'
import { createWatches } from './watch/create-watches.ts'

export interface RunningServer {
  readonly address: string
  readonly finderAddress: string
  readonly sandboxOrigin: string | undefined
  readonly registry: Registry
  readonly store: Store
  readonly redis: SharedRedis | undefined
  readonly workers: number
  /** Finishes what is in flight, then lets go of everything. */
  close(): Promise<void>
}

/** Workers load it for themselves. */
const sitesModule = new URL(`../sites/index.${moduleExtension}`, import.meta.url)

export async function startWares(config: Config): Promise<RunningServer> {
  const registry = createRegistry(sites, config)
  const events = createEvents()
  const log = createLog(config.logLevel)
  logEvents(log, events)
  const store = await openStore(config, { exclusive: true })
  const redis =
    config.redisUrl === undefined
      ? undefined
      : await openRedis({
          url: config.redisUrl,
          prefix: config.redisPrefix,
          timeoutMs: config.redisTimeoutMs,
        })
  const sandbox = config.sandbox.needed ? await startSandbox(config.sandbox) : undefined
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
  const engine = createEngine({
    config,
    send: upstream.send,
    events,
    reader,
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
  const status = createStatus(config, events, site => upstream.status()[site]?.circuit ?? 'closed')
  const keys = createKeyCache(store.keys, config.databaseGraceMs)
  const guests = isAllSandbox(config) ? withGuestKeys(keys, Date.now()) : undefined
  let closing = false
  const parts = {
    config,
    registry,
    engine,
    keyCache: guests?.keyCache ?? keys,
    admission: openAdmission(meter, redis),
    countCall: createCallCounter(meter, events),
    meter,
    usage: store.usage,
    closing: () => closing,
    events,
  }
  const isOwn = config.finderPort !== undefined
  const shared = [
    usageRoute(parts),
    ...systemRoutes({
      registry,
      version,
      address: () => addressOf(main, config.host),
      finder: { url: config.finderUrl, port: () => finder?.port() },
      readiness: () => readinessOf(closing, [store.unavailableReason(), redis?.unavailableReason()]),
      metrics: createMetrics(events),
      status: () => ({
        version,
        in_flight: Object.fromEntries(engine.inFlight()),
        sites: status(),
        watches: watches.summary(),
      }),
      explorer: { guestKeys: guests, magicWords, pictureOrigins: plainHttpOrigins(config) },
    }),
  ]
  const { open = [], keyed = [] } = Object.groupBy(registry.entries, ({ operation }) =>
    isOwn && operation.open ? 'open' : 'keyed',
  )
  const main: ApiServer = createApiServer({
    ...parts,
    routes: [
      ...operationRoutes(parts, keyed),
      ...watches.routes(parts),
      mcpRoute({ ...parts, version }),
      ...shared,
    ],
  })
  const finder: ApiServer | undefined = isOwn
    ? createApiServer({ ...parts, routes: [...operationRoutes(parts, open), ...shared] })
    : undefined

  async function close(): Promise<void> {
    closing = true
    await Promise.all([main.close(), finder?.close()])
    await watches.close()
    await upstream.close()
    await reader?.pool.close()
    await meter.close()
    await redis?.close()
    await store.close()
    await sandbox?.stop()
    log.flush()
  }

  try {
    await watches.start()
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
    registry,
    store,
    redis,
    workers: config.workers,
    close,
  }
}

function openAdmission(meter: Meter, redis: SharedRedis | undefined): Admission {
  const local = createLocalAdmission(createMemoryRateLimiter(), meter)
  return redis ? createSharedAdmission({ redis, local, countedIn: meter.countedIn }) : local
}

/** Degraded is ready: answers go on without what is missing. */
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

function addressOf(server: ApiServer, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${server.port()}`
}
