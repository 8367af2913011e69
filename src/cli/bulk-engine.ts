// What a bulk collection needs to work: the sandbox if a site is played by it, the upstream door, the engine.
// With Redis, its requests take turns with those of every replica and worker, and what a replica has just read is not read again.
import { BULK_CALLER, createCollect, type Collect } from '../bulk/collect.ts'
import { createTell, type Tell } from '../bulk/tell-work.ts'
import type { Config } from '../config.ts'
import { freshnessOf } from '../engine/freshness.ts'
import { createEngine } from '../engine/index.ts'
import { createRegistry } from '../engine/registry.ts'
import { createReader } from '../engine/replicas.ts'
import { createEvents } from '../events.ts'
import { sites } from '../sites/index.ts'
import { createMeter } from '../state/meter.ts'
import { openRedis } from '../state/redis.ts'
import { createSharedAnswers } from '../state/redis-answers.ts'
import { createSharedPace } from '../state/redis-pace.ts'
import { openStore } from '../state/store.ts'
import { createUpstream } from '../upstream/index.ts'
import { reachSandbox } from './reach-sandbox.ts'

export interface BulkEngine {
  readonly tell: Tell
  readonly collect: Collect
  close(): Promise<void>
}

export interface BulkEngineOptions {
  readonly cache: boolean
  /** Told when usage could not be written; the work goes on. */
  readonly uncounted: (error: unknown) => void
}

export async function openBulkEngine(config: Config, options: BulkEngineOptions): Promise<BulkEngine> {
  const store = await openStore(config)
  const meter = createMeter(store.usage, store.shared, options.uncounted)
  const sandbox = config.sandbox.needed ? await reachSandbox(config.sandbox) : undefined
  const events = createEvents()
  const redis = await openShared(config)
  const upstream = createUpstream({ config, events, pace: redis && createSharedPace(redis) })
  const replicas = redis && createReader(createSharedAnswers(redis), config)
  const engine = createEngine({ config, send: upstream.send, events, replicas })
  const freshness = freshnessOf(options.cache ? undefined : 'no-store')
  const tell = createTell(createRegistry(sites, config), config)
  return {
    tell,
    collect: createCollect(engine, tell, freshness, call =>
      meter.count({ ...call, keyId: BULK_CALLER, counts: false }, Date.now()),
    ),
    async close() {
      await upstream.close()
      await meter.close()
      await store.close()
      await redis?.close()
      await sandbox?.stop()
    },
  }
}

async function openShared({ redisUrl: url, redisPrefix: prefix, redisTimeoutMs: timeoutMs }: Config) {
  return url === undefined ? undefined : openRedis({ url, prefix, timeoutMs })
}
