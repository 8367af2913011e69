// Composition root: config → state → upstream → engine → face; closes with grace.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import { createEngine } from './engine/index.ts'
import { createRegistry, type Registry } from './engine/registry.ts'
import { createEvents } from './events.ts'
import { createFace } from './http/server.ts'
import { createSystem } from './http/system.ts'
import { createMcpFace } from './mcp/face.ts'
import { createLog, logEvents } from './observe/log.ts'
import { createMetrics } from './observe/metrics.ts'
import { createStatus } from './observe/status.ts'
import { startSandbox } from './sandbox/start.ts'
import { sites } from './sites/index.ts'
import { createKeyRing } from './state/key-ring.ts'
import { createMemoryLimiter } from './state/limits.ts'
import { createMeter } from './state/meter.ts'
import { type EmbeddedStore, openEmbeddedStore } from './state/sqlite.ts'
import { createUpstream } from './upstream/index.ts'
import { version } from './version.ts'

export interface Running {
  readonly address: string
  readonly finderAddress: string
  readonly sandboxOrigin: string | undefined
  readonly registry: Registry
  readonly store: EmbeddedStore
  /** Finishes what is in flight, then lets go of everything. */
  close(): Promise<void>
}

export async function startWares(config: Config): Promise<Running> {
  const registry = createRegistry(sites, config)
  const events = createEvents()
  const log = createLog(config.logLevel)
  logEvents(log, events)
  const store = openEmbeddedStore(config.dataDir)
  const sandbox = config.sandbox.needed ? await startSandbox(config.sandbox) : undefined
  const upstream = createUpstream({ config, events })
  const engine = createEngine({ config, send: upstream.send, events })
  const meter = createMeter(store.usage, error => log.error({ cause: String(error) }, 'usage not written'))
  const status = createStatus(config, events, site => upstream.status()[site]?.circuit ?? 'closed')
  let closing = false
  const parts = {
    config,
    registry,
    engine,
    ring: createKeyRing(store.keys),
    limiter: createMemoryLimiter(),
    meter,
    events,
    system: createSystem({
      registry,
      version,
      address: () => addressOf(main, config.host),
      readiness: () => ({ ready: !closing, state: closing ? 'closing' : 'ready', reasons: [] }),
      metrics: createMetrics(events),
      status: () => ({ version, in_flight: Object.fromEntries(engine.inFlight()), sites: status() }),
    }),
  }
  const isOwn = config.finderPort !== undefined
  const mcp = createMcpFace({ ...parts, version })
  const main = createFace({
    ...parts,
    system: async exchange => (await mcp(exchange)) || parts.system(exchange),
    serves: entry => !isOwn || !entry.operation.open,
  })
  const finder = isOwn ? createFace({ ...parts, serves: entry => entry.operation.open === true }) : undefined

  async function close(): Promise<void> {
    closing = true
    await Promise.all([main, finder].map(server => server && closeServer(server)))
    await upstream.close()
    await meter.close()
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
    close,
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  // A connection that still has an answer under way is let go as soon as it is idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  await closed
  clearInterval(sweep)
}
