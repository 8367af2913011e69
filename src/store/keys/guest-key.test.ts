// Keys that are never stored: that of the explorer's guests, and that of a program that embeds Wares.
import { expect, it } from 'vitest'
import { withGuestKey } from './guest-key.ts'
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

it('the guest has no key once a real shop is configured', () => {
  let isOpen = true
  const { key, keyCache } = withGuestKey({ find: () => undefined }, now, () => isOpen)
  expect(keyCache.find(key, now)).toMatchObject({ id: 'explorer' })
  isOpen = false
  expect(keyCache.find(key, now)).toBeUndefined()
})

it('the guest has a key for everything but what only the operator may do', () => {
  const { key, record, keyCache } = withGuestKey(cache, now, () => true)
  expect(keyCache.find(key, now)).toBe(record)
  expect(record).toEqual({
    id: 'explorer',
    name: 'explorer',
    hash: hashKey(key),
    // Only the operator's own keys may add shops.
    scopes: ['*', 'watches', 'watches:all', 'evidence'],
    ratePerS: null,
    burst: null,
    monthlyQuota: null,
    createdAt: '2025-01-01T00:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
  })
  expect(isWellFormed(key)).toBe(true)
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
