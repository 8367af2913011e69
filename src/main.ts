// Composition root: config → state → upstream → engine → face; closes with grace.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Config } from './config.ts'
import { createEngine } from './engine/index.ts'
import { createRegistry, type Registry } from './engine/registry.ts'
import { createReplicas } from './engine/replicas.ts'
import { createEvents } from './events.ts'
import { createAccount } from './http/account.ts'
import { createFace } from './http/server.ts'
import { createSystem } from './http/system.ts'
import { createMcpFace } from './mcp/face.ts'
import { createLog, logEvents } from './observe/log.ts'
import { createMetrics } from './observe/metrics.ts'
import { createStatus } from './observe/status.ts'
import { magicWords } from './sandbox/magic.ts'
import { startSandbox } from './sandbox/start.ts'
import { sites } from './sites/index.ts'
import { type Admission, createLocalAdmission } from './state/admission.ts'
import { withGuests } from './state/guest-key.ts'
import { createKeyRing } from './state/key-ring.ts'
import { createMemoryLimiter } from './state/limits.ts'
import { createMeter, type Meter } from './state/meter.ts'
import { openRedis, type SharedRedis } from './state/redis.ts'
import { createSharedAdmission } from './state/redis-admission.ts'
import { createSharedAnswers } from './state/redis-answers.ts'
import { createSharedPace } from './state/redis-pace.ts'
import { openStore, type Store } from './state/store.ts'
import { createUpstream } from './upstream/index.ts'
import { version } from './version.ts'

export interface Running {
  readonly address: string
  readonly finderAddress: string
  readonly sandboxOrigin: string | undefined
  readonly registry: Registry
  readonly store: Store
  readonly redis: SharedRedis | undefined
  /** Finishes what is in flight, then lets go of everything. */
  close(): Promise<void>
}

export async function startWares(config: Config): Promise<Running> {
  const registry = createRegistry(sites, config)
  const events = createEvents()
  const log = createLog(config.logLevel)
  logEvents(log, events)
  const store = await openStore(config)
  const redis =
    config.redisUrl === undefined
      ? undefined
      : await openRedis({
          url: config.redisUrl,
          prefix: config.redisPrefix,
          timeoutMs: config.redisTimeoutMs,
        })
  const sandbox = config.sandbox.needed ? await startSandbox(config.sandbox) : undefined
  const upstream = createUpstream({ config, events, pace: redis && createSharedPace(redis) })
  const engine = createEngine({
    config,
    send: upstream.send,
    events,
    replicas: redis && createReplicas(createSharedAnswers(redis), config),
  })
  const meter = createMeter(store.usage, store.shared, error =>
    log.error({ cause: String(error) }, 'usage not written'),
  )
  const status = createStatus(config, events, site => upstream.status()[site]?.circuit ?? 'closed')
  const keys = createKeyRing(store.keys, config.databaseGraceMs)
  const guests = isAllSandbox(config) ? withGuests(keys, Date.now()) : undefined
  let closing = false
  const parts = {
    config,
    registry,
    engine,
    ring: guests?.ring ?? keys,
    admission: openAdmission(meter, redis),
    account: createAccount(meter, events),
    meter,
    usage: store.usage,
    closing: () => closing,
    events,
    system: createSystem({
      registry,
      version,
      address: () => addressOf(main, config.host),
      finder: { url: config.finderUrl, port: () => finder && portOf(finder) },
      readiness: () => readinessOf(closing, [store.trouble(), redis?.trouble()]),
      metrics: createMetrics(events),
      status: () => ({ version, in_flight: Object.fromEntries(engine.inFlight()), sites: status() }),
      explorer: { guests, magicWords, pictureOrigins: plainHttpOrigins(config) },
    }),
  }
  const isOwn = config.finderPort !== undefined
  const mcp = createMcpFace({ ...parts, version })
  const main = createFace({
    ...parts,
    system: async exchange => (await mcp(exchange)) || parts.system(exchange),
    serves: entry => !isOwn || !entry.operation.open,
  })
  const finder: Server | undefined = isOwn
    ? createFace({ ...parts, serves: entry => entry.operation.open === true })
    : undefined

  async function close(): Promise<void> {
    closing = true
    await Promise.all([closeServer(main, config.drainMs), finder && closeServer(finder, config.drainMs)])
    await upstream.close()
    await meter.close()
    await redis?.close()
    await store.close()
    await sandbox?.stop()
    log.flush()
  }

  try {
    await listen(main, config.port, config.host)
    if (finder && config.finderPort !== undefined) await listen(finder, config.finderPort, config.host)
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
    close,
  }
}

function openAdmission(meter: Meter, redis: SharedRedis | undefined): Admission {
  const local = createLocalAdmission(createMemoryLimiter(), meter)
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

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function addressOf(server: Server, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** How long a connection that was just let in may take to bring its request. */
const LAST_REQUESTS_MS = 300

/** Balancers see /readyz first, and every last answer says that its connection ends; only then is nobody let in any more. */
async function closeServer(server: Server, drainMs: number): Promise<void> {
  if (!server.listening) return
  const connections = await promisify(server.getConnections.bind(server))()
  if (connections > 0) await sleep(drainMs)
  const closed = once(server, 'close')
  // The close of node:net: that of node:http would at once cut connections whose first request is still on its way.
  NetServer.prototype.close.call(server)
  if (connections > 0) await sleep(LAST_REQUESTS_MS)
  // A connection that still has an answer under way is let go as soon as it is idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  await closed
  clearInterval(sweep)
}
