// Rate limits and quotas in this process and in Redis pass the same suite.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalAdmission, createMemoryRateLimiter } from '../../src/store/keys/admission.ts'
import { createMeter } from '../../src/store/keys/meter.ts'
import { openRedis } from '../../src/store/redis/redis.ts'
import { createSharedAdmission } from '../../src/store/redis/redis-admission.ts'
import type { UsageRow, UsageStore } from '../../src/store/usage-store.ts'
import { createTestRedis, redisServer } from '../services.ts'
import { admissionConformance, type AdmissionUnderTest } from './admission-conformance.ts'

function memoryUsage(): UsageStore {
  const rows: UsageRow[] = []
  return {
    add: async more => void rows.push(...more),
    countedIn: async (keyId, month) =>
      rows.reduce(
        (sum, row) => sum + (row.keyId === keyId && row.day.startsWith(month) ? row.counted : 0),
        0,
      ),
    read: async () => rows,
  }
}

const failed = (error: unknown) => {
  throw error
}
const callOf = (keyId: string, counts: boolean) => ({
  keyId,
  operation: 'o',
  outcome: 'ok',
  cache: 'hit',
  counts,
})

describe('admission in this process', () => {
  admissionConformance(async (): Promise<AdmissionUnderTest> => {
    const meter = createMeter(memoryUsage(), false, failed)
    return {
      admission: createLocalAdmission(createMemoryRateLimiter(), meter),
      ended: (_, key, counts) => meter.count(callOf(key.id, counts), Date.now()),
      close: () => meter.close(),
    }
  }, 1)
})

describe.skipIf(redisServer === undefined)('admission in Redis', () => {
  let server: Awaited<ReturnType<typeof createTestRedis>>
  const usage = memoryUsage()
  beforeAll(async () => {
    server = await createTestRedis()
  })
  afterAll(() => server.drop())

  async function openReplica() {
    const redis = await openRedis({ ...server, timeoutMs: 5_000 })
    const meter = createMeter(usage, true, failed)
    const local = createLocalAdmission(createMemoryRateLimiter(), meter)
    const underTest: AdmissionUnderTest = {
      admission: createSharedAdmission({ redis, local, countedIn: meter.countedIn }),
      ended(admitted, key, counts) {
        admitted.quota?.commit?.(counts)
        meter.count(callOf(key.id, counts), Date.now())
      },
      async close() {
        await redis.close()
        await meter.close()
      },
    }
    return { redis, underTest }
  }
  admissionConformance(async () => (await openReplica()).underTest, 3)

  it('takes one round trip per call', async () => {
    const { redis, underTest } = await openReplica()
    const { admission } = underTest
    await admission.admit('someone', { ratePerS: 1e5, burst: 1e5 }, undefined, Date.now())
    const before = redis.roundTrips()
    for (let count = 0; count < 10; count++) {
      await admission.admit('someone', { ratePerS: 1e5, burst: 1e5 }, undefined, Date.now())
    }
    expect(redis.roundTrips() - before).toBe(10)
    await underTest.close()
  })
})
