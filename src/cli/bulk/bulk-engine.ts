// Opens what a bulk run needs: the engine, the upstream, and the sandbox if a site uses it.
// With Redis, it shares the throttle with all replicas and workers, and reads their cached answers.
import { BULK_CALLER, createCollect } from '../../bulk/input/collect.ts'
import { createInputResolver } from '../../bulk/input/input-resolver.ts'
import type { Config } from '../../settings/config.ts'
import { parseCacheControl } from '../../answer/cache/answer-cache.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { createReadOnlySharedCache } from '../../answer/cache/shared-cache.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { createMeter } from '../../store/keys/meter.ts'
import { openRedis } from '../../store/redis/redis.ts'
import { createSharedAnswers } from '../../store/redis/redis-answers.ts'
import { createRedisThrottle } from '../../store/redis/redis-throttle.ts'
import { openStore } from '../../store/open-store.ts'
import { openLocalEngine } from '../connect/local-engine.ts'

export interface BulkEngineOptions {
  readonly cache: boolean
  /** Called when usage could not be written; the run continues. */
  readonly onUsageError: (error: unknown) => void
}

export async function openBulkEngine(config: Config, options: BulkEngineOptions) {
  const store = await openStore(config)
  const meter = createMeter(store.usage, store.shared, options.onUsageError)
  const redis = await openSharedRedis(config)
  const opened = await openLocalEngine(config, {
    sharedThrottle: redis && createRedisThrottle(redis),
    sharedCache: redis && createReadOnlySharedCache(createSharedAnswers(redis), config),
  })
  const freshness = parseCacheControl(options.cache ? undefined : 'no-store')
  const resolveInput = createInputResolver(createRegistry(sites, config), config)
  return {
    resolveInput,
    collect: createCollect(opened.engine, resolveInput, freshness, call =>
      meter.count({ ...call, keyId: BULK_CALLER, counts: false }, Date.now()),
    ),
    async close() {
      await opened.close()
      await meter.close()
      await store.close()
      await redis?.close()
    },
  }
}

async function openSharedRedis({ redisUrl: url, redisPrefix: prefix, redisTimeoutMs: timeoutMs }: Config) {
  return url === undefined ? undefined : openRedis({ url, prefix, timeoutMs })
}
