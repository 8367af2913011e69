// Conformance suite of the stores of keys and usage, run by the test of each database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyCache } from '../../src/store/keys/key-cache.ts'
import { createKey, rotateKey } from '../../src/store/keys/make-key.ts'
import type { NewKey } from '../../src/store/keys/key-record.ts'
import type { Store } from '../../src/store/store.ts'
import type { UsageRow } from '../../src/store/usage-store.ts'

const NOW = Date.parse('2026-05-14T10:00:00.123Z')
const WANTED: NewKey = {
  name: 'someone',
  scopes: ['watchmarket', 'sneakerhub.prices'],
  ratePerS: 2.5,
  burst: 7,
  monthlyQuota: 10_000_000_000,
  expiresAt: '2099-01-01T00:00:00.000Z',
}
const row = (part: Partial<UsageRow>): UsageRow => ({
  day: '2026-05-14',
  keyId: 'key_a',
  operation: 'watchmarket.search',
  outcome: 'ok',
  cache: 'hit',
  calls: 1,
  counted: 1,
  ...part,
})

/** `open` returns a new connection to the same store each time, as another replica would have. */
export function storeConformance(open: () => Promise<Store>): void {
  let store: Store
  let other: Store
  beforeAll(async () => {
    ;[store, other] = await Promise.all([open(), open()])
  })
  afterAll(async () => {
    await store.close()
    await other.close()
  })
  /** Polls until a change by another replica is visible here. */
  const soon = (look: () => unknown) => expect.poll(look, { interval: 5, timeout: 20_000 })

  describe('keys', () => {
    it('are read as they were stored', async () => {
      const { record } = await createKey(store.keys, WANTED, NOW)
      expect(await other.keys.findByHash(record.hash)).toEqual(record)
      const bare = await createKey(
        store.keys,
        { name: '', scopes: [], ratePerS: null, burst: null, monthlyQuota: null, expiresAt: null },
        NOW + 1,
      )
      expect(await store.keys.findByHash(bare.record.hash)).toEqual(bare.record)
      const listed = (await other.keys.list()).map(one => one.id)
      expect(listed.indexOf(record.id)).toBeLessThan(listed.indexOf(bare.record.id))
    })

    it('that were never created do not exist', async () => {
      expect(await store.keys.findByHash('0'.repeat(64))).toBeUndefined()
      expect(await store.keys.revoke('key_none', new Date(NOW).toISOString())).toBe(false)
      expect(await store.keys.expire('key_none', new Date(NOW).toISOString())).toBe(false)
    })

    it('cannot be stored twice', async () => {
      const { record } = await createKey(store.keys, WANTED, NOW)
      await expect(store.keys.add(record)).rejects.toThrow()
    })

    it('keep the date of the first revocation', async () => {
      const { record } = await createKey(store.keys, WANTED, NOW)
      expect(await store.keys.revoke(record.id, '2026-05-15T00:00:00.000Z')).toBe(true)
      expect(await other.keys.revoke(record.id, '2026-06-15T00:00:00.000Z')).toBe(true)
      expect((await store.keys.findByHash(record.hash))?.revokedAt).toBe('2026-05-15T00:00:00.000Z')
    })

    it.each([
      [null, '2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
      ['2026-05-20T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2026-05-20T00:00:00.000Z'],
      ['2026-07-20T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
    ])('that expire at %s and are ended at %s end at %s', async (expiresAt, at, ends) => {
      const { record } = await createKey(store.keys, { ...WANTED, expiresAt }, NOW)
      expect(await store.keys.expire(record.id, at)).toBe(true)
      expect((await other.keys.findByHash(record.hash))?.expiresAt).toBe(ends)
    })

    it('change the version, here at once and on other replicas within a moment', async () => {
      let here = store.keys.version()
      let there = other.keys.version()
      const moved = async () => {
        expect(store.keys.version()).not.toBe(here)
        await soon(() => other.keys.version()).not.toBe(there)
        here = store.keys.version()
        there = other.keys.version()
      }
      const { record } = await createKey(store.keys, WANTED, NOW)
      await moved()
      await store.keys.expire(record.id, new Date(NOW).toISOString())
      await moved()
      await store.keys.revoke(record.id, new Date(NOW).toISOString())
      await moved()
    })

    it('in the cache of another replica are rejected as soon as they are revoked or rotated', async () => {
      const ring = createKeyCache(other.keys, 1_000)
      const made = await createKey(store.keys, WANTED, NOW)
      expect((await ring.find(made.key, Date.now()))?.id).toBe(made.record.id)
      const next = await rotateKey(store.keys, made.record.id, 0, Date.now())
      await soon(() => ring.find(made.key, Date.now())).toBeUndefined()
      expect((await ring.find(next?.key ?? '', Date.now()))?.id).toBe(next?.record.id)
    })
  })

  describe('usage', () => {
    it('adds up over replicas', async () => {
      const rows = [
        row({}),
        row({ outcome: 'not_found', calls: 3, counted: 3 }),
        row({ keyId: 'key_b', counted: 0 }),
      ]
      await Promise.all(Array.from({ length: 20 }, (_, turn) => (turn % 2 ? store : other).usage.add(rows)))
      expect(await store.usage.read({ keyId: 'key_a' })).toEqual([
        row({ outcome: 'not_found', calls: 60, counted: 60 }),
        row({ calls: 20, counted: 20 }),
      ])
      expect(await other.usage.read({ keyId: 'key_b' })).toEqual([
        row({ keyId: 'key_b', calls: 20, counted: 0 }),
      ])
    })

    it('is read by day', async () => {
      const days = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01']
      await store.usage.add(days.map((day, place) => row({ keyId: 'key_days', day, calls: place + 1 })))
      const read = async (from?: string, to?: string) =>
        (await other.usage.read({ keyId: 'key_days', ...(from ? { from } : {}), ...(to ? { to } : {}) })).map(
          one => one.day,
        )
      expect(await read()).toEqual(days)
      expect(await read('2026-03-01')).toEqual(days.slice(1))
      expect(await read('2026-03-01', '2026-03-31')).toEqual(days.slice(1, 3))
      expect(await read(undefined, '2026-02-28')).toEqual(days.slice(0, 1))
    })

    it('counts a month from its first day to its last', async () => {
      await store.usage.add(
        ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'].map(day =>
          row({ keyId: 'key_month', day, calls: 5, counted: 2 }),
        ),
      )
      expect(await other.usage.countedIn('key_month', '2026-02')).toBe(4)
      expect(await other.usage.countedIn('key_none', '2026-02')).toBe(0)
    })

    it('accepts many rows at once', async () => {
      const rows = Array.from({ length: 2_500 }, (_, place) =>
        row({ keyId: 'key_many', operation: `o${place}` }),
      )
      await store.usage.add(rows)
      expect(await other.usage.read({ keyId: 'key_many' })).toHaveLength(2_500)
    })
  })
}
