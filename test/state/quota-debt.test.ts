// Calls that were counted while Redis was down are added to the shared monthly count when it is back: none free, none twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalAdmission, createMemoryRateLimiter } from '../../src/store/keys/admission.ts'
import type { KeyRecord } from '../../src/store/keys/key-record.ts'
import { createMeter } from '../../src/store/keys/meter.ts'
import { openRedis, type SharedRedis } from '../../src/store/redis/redis.ts'
import { createSharedAdmission } from '../../src/store/redis/redis-admission.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { redisServer, type Service, startRedis } from '../services.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const HIGH_RATE = { ratePerS: 1e5, burst: 1e5 }
const KEY: KeyRecord = {
  id: 'key_debt',
  name: '',
  hash: '',
  scopes: [],
  ratePerS: null,
  burst: null,
  monthlyQuota: 10,
  createdAt: '',
  expiresAt: null,
  revokedAt: null,
}

describe.skipIf(redisServer === undefined)('monthly quota', () => {
  let server: Service
  let redis: SharedRedis
  const folder = temporaryFolder('debt')
  beforeAll(async () => {
    server = await startRedis({ keeps: true })
    redis = await openRedis({ url: server.url, prefix: 'debt:', timeoutMs: 200 })
  })
  afterAll(async () => {
    await redis.close()
    await server.remove()
  })

  it('continues where it was when Redis comes back', async () => {
    const store = await openEmbeddedStore(folder)
    const meter = createMeter(store.usage, false, error => {
      throw error
    })
    const local = createLocalAdmission(createMemoryRateLimiter(), meter)
    const admission = createSharedAdmission({ redis, local, countedIn: meter.countedIn })
    /** Makes a counted call; returns what remains. */
    const call = async () => {
      const { quota } = await admission.admit(KEY.id, HIGH_RATE, KEY, Date.now())
      if (!quota?.allowed) return 'refused'
      quota.commit?.(true)
      meter.count({ keyId: KEY.id, operation: 'o', outcome: 'ok', cache: 'hit', counts: true }, Date.now())
      return quota.remaining
    }
    expect([await call(), await call(), await call()]).toEqual([9, 8, 7])
    await server.kill()
    await expect.poll(() => redis.unavailableReason()).toBeDefined()
    expect([await call(), await call()]).toEqual([6, 5])
    await server.start()
    await expect.poll(() => redis.unavailableReason(), { timeout: 20_000 }).toBeUndefined()
    const rest = []
    for (let count = 0; count < 6; count++) rest.push(await call())
    expect(rest).toEqual([4, 3, 2, 1, 0, 'refused'])
    await meter.close()
    expect(await store.usage.countedIn(KEY.id, new Date().toISOString().slice(0, 7))).toBe(10)
    await store.close()
  }, 30_000)
})
