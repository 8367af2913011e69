// What a bulk collection needs to work: the sandbox if a site is played by it, the upstream door, the engine.
// With Redis, its requests take turns with those of every replica and worker.
import { createCollect, type Collect } from '../bulk/collect.ts'
import { createTell, type Tell } from '../bulk/tell-work.ts'
import type { Config } from '../config.ts'
import { freshnessOf } from '../engine/freshness.ts'
import { createEngine } from '../engine/index.ts'
import { createRegistry } from '../engine/registry.ts'
import { createEvents } from '../events.ts'
import { sites } from '../sites/index.ts'
import { openRedis } from '../state/redis.ts'
import { createSharedPace } from '../state/redis-pace.ts'
import { createUpstream } from '../upstream/index.ts'
import { reachSandbox } from './reach-sandbox.ts'

export interface BulkEngine {
  readonly tell: Tell
  readonly collect: Collect
  close(): Promise<void>
}

export async function openBulkEngine(config: Config, options: { cache: boolean }): Promise<BulkEngine> {
  const sandbox = config.sandbox.needed ? await reachSandbox(config.sandbox) : undefined
  const events = createEvents()
  const redis = await openShared(config)
  const upstream = createUpstream({ config, events, pace: redis && createSharedPace(redis) })
  const engine = createEngine({ config, send: upstream.send, events })
  const tell = createTell(createRegistry(sites, config), config)
  return {
    tell,
    collect: createCollect(engine, tell, freshnessOf(options.cache ? undefined : 'no-store')),
    async close() {
      await upstream.close()
      await redis?.close()
      await sandbox?.stop()
    },
  }
}

async function openShared({ redisUrl: url, redisPrefix: prefix, redisTimeoutMs: timeoutMs }: Config) {
  return url === undefined ? undefined : openRedis({ url, prefix, timeoutMs })
}
