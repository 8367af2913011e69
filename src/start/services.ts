// Opens the services that hold the state of a server: database, Redis, sandbox.
import type { Config } from '../settings/config.ts'
import type { Sandbox } from './start-sandbox.ts'
import { openStore } from '../store/open-store.ts'
import { openRedis, type SharedRedis } from '../store/redis/redis.ts'
import { createSandboxSwitch } from './reload.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** All of them, or none: after a failure, those already opened are closed. */
export async function openServices(config: Config, runningSandbox: Sandbox | undefined) {
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
