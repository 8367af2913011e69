// The key cache: what it caches and for how long, and how it reacts to changes and to an unreachable store.
import { beforeEach, describe, expect, it } from 'vitest'
import { createKeyCache, type KeyCache } from './key-cache.ts'
import { generateKey, hashKey, type KeyRecord, type KeyStore } from './key-record.ts'
import { createKey, rotateKey } from './make-key.ts'

const NOW = Date.UTC(2025, 0, 1)
const wanted = { name: 'a', scopes: [], ratePerS: 1, burst: 2, monthlyQuota: 3, expiresAt: null }

let records: KeyRecord[]
let asked: number
let synced: number
let fails: boolean
let version: number
let monotonicMs: number
let syncedAtMs: number
const change = (id: string, changes: Partial<KeyRecord>): boolean => {
  const found = records.some(one => one.id === id)
  records = records.map(one => (one.id === id ? { ...one, ...changes } : one))
  return found
}
const store: KeyStore = {
  add: async record => void records.push(record),
  list: async () => records,
  async findByHash(hash) {
    asked++
    if (fails) throw new Error('no store')
    return records.find(one => one.hash === hash)
  },
  findByOwner: async ownerId => records.filter(one => (one.ownerId ?? one.id) === ownerId),
  revoke: async (id, revokedAt) => change(id, { revokedAt }),
  expire: async (id, expiresAt) => change(id, { expiresAt }),
  version: () => version,
  syncedAtMs: () => syncedAtMs,
  async sync() {
    synced++
    if (fails) throw new Error('no store')
    syncedAtMs = monotonicMs
  },
}
const open = (): KeyCache =>
  createKeyCache(store, 1_000, { monotonicMs: () => monotonicMs, wallMs: () => NOW })

beforeEach(() => {
  records = []
  asked = synced = version = monotonicMs = syncedAtMs = 0
  fails = false
})

describe('the key cache', () => {
  it('asks the store once, and again after any change', async () => {
    const { key, record } = await createKey(store, wanted, NOW)
    const cache = open()
    expect(await cache.find(key, NOW)).toBe(record)
    // Synchronous: not a promise.
    expect(cache.find(key, NOW)).toBe(record)
    expect(asked).toBe(1)
    version++
    await store.revoke(record.id, 'now')
    expect(await cache.find(key, NOW)).toBeUndefined()
    expect(await cache.find(key, NOW)).toBeUndefined()
    expect(asked).toBe(3)
    // It is not known any more, so it gets no grace either.
    fails = true
    await expect(cache.find(key, NOW)).rejects.toMatchObject({ code: 'overloaded' })
  })

  it('rejects a key that is unknown, mistyped, expired or has another hash', async () => {
    const { key, record } = await createKey(store, { ...wanted, expiresAt: new Date(NOW).toISOString() }, 0)
    const cache = open()
    expect(await cache.find(generateKey(), NOW)).toBeUndefined()
    expect(await cache.find(key, NOW)).toBeUndefined()
    expect(await cache.find(key, NOW - 1)).toBe(record)
    expect(await cache.find(key, NOW)).toBeUndefined()
    const mistyped = 'wares_mistyped'
    records.push({ ...record, expiresAt: null, hash: hashKey(mistyped) })
    expect(await cache.find(mistyped, NOW)).toBeUndefined()
    const wrong = { ...store, findByHash: async () => ({ ...record, expiresAt: null, hash: 'x' }) }
    expect(await createKeyCache(wrong, 1_000, { monotonicMs: () => 0, wallMs: () => 0 }).find(key, NOW)).toBe(
      undefined,
    )
  })

  it('asks after an idle time whether anything has changed', async () => {
    const { key, record } = await createKey(store, wanted, NOW)
    const cache = open()
    await cache.find(key, NOW)
    monotonicMs = 100
    expect(cache.find(key, NOW)).toBe(record)
    expect(synced).toBe(0)
    monotonicMs = 101
    expect(await cache.find(key, NOW)).toBe(record)
    expect(synced).toBe(1)
    expect(asked).toBe(1)
  })

  it('accepts only cached keys, for the grace period, while the store is unreachable', async () => {
    const { key, record } = await createKey(store, wanted, NOW)
    const cache = open()
    await cache.find(key, NOW)
    fails = true
    const unchecked = { code: 'overloaded', retryAfterMs: 2_000 }
    await expect(cache.find(generateKey(), NOW)).rejects.toMatchObject(unchecked)
    monotonicMs = 1_000
    expect(await cache.find(key, NOW)).toBe(record)
    version++
    expect(await cache.find(key, NOW)).toBe(record)
    monotonicMs = 1_001
    await expect(cache.find(key, NOW)).rejects.toMatchObject(unchecked)
    version--
    await expect(cache.find(key, NOW)).rejects.toMatchObject(unchecked)
  })

  it('does not wait forever for a store that does not respond', async () => {
    const { key, record } = await createKey(store, wanted, NOW)
    const silent = { ...store, sync: () => new Promise<never>(() => {}) }
    const cache = createKeyCache(silent, 1_000, { monotonicMs: () => 500, wallMs: () => NOW })
    const alive = setInterval(() => {}, 1_000)
    expect(await cache.find(key, NOW)).toBe(record)
    clearInterval(alive)
  })
})

describe('a rotated key', () => {
  it('stays valid for the overlap, or ends at once', async () => {
    const first = await createKey(store, wanted, NOW)
    expect(first.record).toMatchObject({ ...wanted, hash: hashKey(first.key), revokedAt: null })
    expect(first.record.id).toBe(`key_${first.record.hash.slice(0, 12)}`)
    const second = await rotateKey(store, first.record.id, 1_000, NOW)
    expect(second?.record).toMatchObject(wanted)
    expect(second?.key).not.toBe(first.key)
    expect(records[0]).toMatchObject({ expiresAt: new Date(NOW + 1_000).toISOString(), revokedAt: null })
    const third = await rotateKey(store, second?.record.id ?? '', 0, NOW)
    expect(records[1]).toMatchObject({ expiresAt: null, revokedAt: new Date(NOW).toISOString() })
    expect(third?.record.revokedAt).toBeNull()
  })

  it('must exist and be usable', async () => {
    const { record } = await createKey(store, wanted, NOW)
    expect(await rotateKey(store, 'key_other', 0, NOW)).toBeUndefined()
    await store.revoke(record.id, 'now')
    expect(await rotateKey(store, record.id, 0, NOW)).toBeUndefined()
    expect(records).toHaveLength(1)
  })
})
