// Opens the services that hold the state of a server: database, Redis, sandbox.
import type { Config } from '../settings/config.ts'
import type { Sandbox } from './start-sandbox.ts'
import { openStore } from '../store/open-store.ts'
import { openRedis, type SharedRedis } from '../store/redis/redis.ts'
import type { Store } from '../store/store.ts'
import { createSandboxSwitch, type SandboxSwitch } from './reload.ts'

export interface Services {
  readonly store: Store
  readonly redis: SharedRedis | undefined
  readonly sandbox: SandboxSwitch
}

/** All of them, or none: after a failure, those already opened are closed. */
export async function openServices(config: Config, runningSandbox: Sandbox | undefined): Promise<Services> {
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
