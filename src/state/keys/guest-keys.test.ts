// Keys that are never stored: those of the explorer's guests, and that of a program that embeds Wares.
import { expect, it } from 'vitest'
import { withGuestKeys } from './guest-keys.ts'
import type { KeyCache } from './key-cache.ts'
import { hashKey, isInScope, isUsable, isWellFormed, type KeyRecord } from './key-record.ts'
import { createProgramKey } from './program-key.ts'

const stored = { id: 'stored' } as KeyRecord
const asked: unknown[] = []
const cache: KeyCache = {
  find(text, atMs) {
    asked.push([text, atMs])
    return text === 'stored' ? stored : undefined
  },
}
const now = Date.UTC(2025, 0, 1)

it('guests have no key once a real shop is configured', () => {
  let isOpen = true
  const { key, keyCache } = withGuestKeys({ find: () => undefined }, now, () => isOpen)
  expect(keyCache.find(key, now)).toMatchObject({ id: 'explorer' })
  isOpen = false
  expect(keyCache.find(key, now)).toBeUndefined()
})

it('guests have a key for everything, and one for each refusal of a key', () => {
  const { key, refused, keyCache } = withGuestKeys(cache, now, () => true)
  const keys = [key, ...Object.values(refused)]
  expect(Object.keys(refused)).toEqual(['key_not_allowed', 'rate_limited', 'quota_exceeded'])
  expect(new Set(keys).size).toBe(4)
  const records = keys.map(text => keyCache.find(text, now) as KeyRecord)
  const { key_not_allowed, rate_limited, quota_exceeded } = refused
  const common = { createdAt: '2025-01-01T00:00:00.000Z', expiresAt: null, revokedAt: null }
  const every = {
    // Only the operator's own keys may add shops.
    scopes: ['*', 'watches', 'watches:all', 'evidence'],
    ratePerS: null,
    burst: null,
    monthlyQuota: null,
  }
  const recordOf = (id: string, text: string | undefined, limits: object) => ({
    id,
    name: id,
    hash: hashKey(text ?? ''),
    ...every,
    ...limits,
    ...common,
  })
  expect(records).toEqual([
    recordOf('explorer', key, {}),
    recordOf('explorer key_not_allowed', key_not_allowed, { scopes: ['nothing'] }),
    recordOf('explorer rate_limited', rate_limited, { ratePerS: 0.1, burst: 1 }),
    recordOf('explorer quota_exceeded', quota_exceeded, { monthlyQuota: 1 }),
  ])
  expect(keys.every(isWellFormed)).toBe(true)
  expect(asked.splice(0)).toEqual([])
  expect(keyCache.find('stored', 7)).toBe(stored)
  expect(keyCache.find('other', 8)).toBeUndefined()
  expect(asked.splice(0)).toEqual([
    ['stored', 7],
    ['other', 8],
  ])
})

it('a program has a key without limits', () => {
  const { key, extend } = createProgramKey(now)
  const extended = extend(cache)
  const record = extended.find(key, now) as KeyRecord
  expect(record).toMatchObject({ id: 'program', hash: hashKey(key), monthlyQuota: null })
  expect(Math.min(record.ratePerS ?? 0, record.burst ?? 0)).toBeGreaterThanOrEqual(1e9)
  expect(isUsable(record, now)).toBe(true)
  expect(isInScope(record, 'shop.product')).toBe(true)
  expect(asked.splice(0)).toEqual([])
  expect(extended.find('stored', 7)).toBe(stored)
  expect(createProgramKey(now).key).not.toBe(key)
})
