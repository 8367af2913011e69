// A clock that is set back by an hour: a revoked key still ends at once, and nobody is locked out.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLocalAdmission, createMemoryRateLimiter } from '../../src/store/keys/admission.ts'
import { createKeyCache } from '../../src/store/keys/key-cache.ts'
import type { KeyRecord, KeyStore } from '../../src/store/keys/key-record.ts'
import { createMeter } from '../../src/store/keys/meter.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

const HOUR_MS = 3_600_000
afterEach(() => vi.useRealTimers())
const setBack = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR_MS })

describe('server with a clock set back', () => {
  let wares: TestWares
  const path = '/api/v1/scraper/sneakerhub/trends'
  beforeAll(async () => {
    wares = await startTestWares()
  })
  afterAll(() => wares.stop())

  it('rejects a key that another process revokes', async () => {
    const { id, key } = await wares.newKey()
    expect((await wares.call(path, { key })).status).not.toBe(401)
    setBack()
    const other = await openEmbeddedStore(wares.dataDir)
    await other.keys.revoke(id, new Date().toISOString())
    await other.close()
    await expect.poll(async () => (await wares.call(path, { key })).status, { timeout: 20_000 }).toBe(401)
  })

  it('accepts a key whose rate was used up before', async () => {
    const { key } = await wares.newKey({ ratePerS: 5, burst: 2 })
    for (let count = 0; count < 3; count++) await wares.call(path, { key })
    expect((await wares.call(path, { key })).status).toBe(429)
    setBack()
    await sleep(500)
    expect((await wares.call(path, { key })).status).not.toBe(429)
  })
})

describe('with a simulated clock', () => {
  const time = { wallMs: Date.now(), monotonicMs: 0 }
  const clock = { wallMs: () => time.wallMs, monotonicMs: () => time.monotonicMs }

  it('known keys work for the grace period, to the millisecond, whatever the wall clock says', async () => {
    const record = { id: 'a', hash: '', revokedAt: null, expiresAt: null } as unknown as KeyRecord
    const { generateKey, hashKey } = await import('../../src/store/keys/key-record.ts')
    const key = generateKey()
    let isDown = false
    const store = {
      findByHash: async () => {
        if (isDown) throw new Error('down')
        return { ...record, hash: hashKey(key) }
      },
      version: () => (isDown ? 2 : 1),
      syncedAtMs: () => 0,
      sync: async () => {},
    } as unknown as KeyStore
    const cache = createKeyCache(store, 10_000, clock)
    expect(await cache.find(key, time.wallMs)).toMatchObject({ id: 'a' })
    isDown = true
    time.wallMs -= HOUR_MS
    time.monotonicMs = 10_000
    expect(await cache.find(key, time.wallMs)).toMatchObject({ id: 'a' })
    time.monotonicMs = 10_001
    await expect(cache.find(key, time.wallMs)).rejects.toMatchObject({ code: 'overloaded' })
    time.monotonicMs = 0
  })

  it('a shared monthly count is read again after five seconds', async () => {
    let asked = 0
    const usage = { add: async () => {}, countedIn: async () => asked++, read: async () => [] }
    const meter = createMeter(usage, true, () => {}, clock)
    const admission = createLocalAdmission(createMemoryRateLimiter(), meter, clock)
    const key = { id: 'a', monthlyQuota: 10 } as KeyRecord
    const admit = () => admission.admit('a', { ratePerS: 1e6, burst: 1e6 }, key, time.wallMs)
    await admit()
    time.monotonicMs += 4_999
    time.wallMs -= 1_000
    await admit()
    expect(asked).toBe(1)
    time.monotonicMs += 1
    await admit()
    expect(asked).toBe(2)
    await meter.close()
  })
})

describe('invalid keys', () => {
  it('all cost one lookup in the store, however often they are used', async () => {
    const wares = await startTestWares()
    const store = await openEmbeddedStore(wares.dataDir)
    let asked = 0
    const counting: KeyStore = {
      ...store.keys,
      findByHash(hash) {
        asked++
        return store.keys.findByHash(hash)
      },
    }
    const cache = createKeyCache(counting, HOUR_MS)
    const revoked = await wares.newKey()
    const expired = await wares.newKey({ expiresAt: new Date(Date.now() + 300).toISOString() })
    // Known and used while they were valid.
    for (const { key } of [revoked, expired]) expect(await cache.find(key, Date.now())).toBeDefined()
    await store.keys.revoke(revoked.id, new Date().toISOString())
    await sleep(320)
    const unknown = `wares_${'a'.repeat(32)}000000`
    for (const key of [revoked.key, expired.key, unknown, 'mistyped', revoked.key.replace(/.$/, '!')]) {
      for (let turn = 0; turn < 3; turn++) {
        const before = asked
        expect(await cache.find(key, Date.now())).toBeUndefined()
        expect(asked - before).toBe(1)
      }
    }
    await store.close()
    await wares.stop()
  })
})
