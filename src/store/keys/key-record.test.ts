// Keys: format, checksum, scope and expiry, as properties.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInScope, hashKey, isUsable, isWellFormed, type KeyRecord, generateKey } from './key-record.ts'

const record: KeyRecord = {
  id: 'key_1',
  name: 'test',
  hash: '',
  scopes: [],
  ratePerS: null,
  burst: null,
  monthlyQuota: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
}

describe('a generated key', () => {
  it('has the documented format and is unique', () => {
    const keys = Array.from({ length: 500 }, generateKey)
    for (const key of keys) expect(key).toMatch(/^wares_[0-9A-Za-z]{38}$/)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every(isWellFormed)).toBe(true)
  })

  it('is detected as mistyped when one character is wrong', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 43 }), fc.constantFrom(...alphabet), (place, letter) => {
        const key = generateKey()
        const wrong = key.slice(0, place) + letter + key.slice(place + 1)
        expect(isWellFormed(wrong)).toBe(wrong === key)
      }),
    )
  })

  it('cannot be matched by random text', () => {
    fc.assert(fc.property(fc.string(), text => !isWellFormed(text)))
  })

  it('does not appear in its hash', () => {
    const key = generateKey()
    expect(hashKey(key)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashKey(key)).toBe(hashKey(key))
  })
})

describe('a key', () => {
  it.each([
    [[], true],
    [['shop'], true],
    [['shop.search'], true],
    [['shop.product'], false],
    [['other', 'shop.search'], true],
    [['sho'], false],
    [['*'], true],
    [['watches'], false],
  ])('with the scopes %j covers shop.search: %s', (scopes, expected) => {
    expect(isInScope({ ...record, scopes }, 'shop.search')).toBe(expected)
  })

  it.each([
    [[], false],
    [['*'], false],
    [['watches'], true],
    [['*', 'watches'], true],
    [['evidence'], false],
  ])('with the scopes %j may use watches: %s', (scopes, expected) => {
    expect(isInScope({ ...record, scopes }, 'watches')).toBe(expected)
  })

  it('is unusable after it expires or is revoked', () => {
    const now = Date.parse('2026-06-01T00:00:00Z')
    expect(isUsable(record, now)).toBe(true)
    expect(isUsable({ ...record, expiresAt: '2026-05-31T23:59:59Z' }, now)).toBe(false)
    expect(isUsable({ ...record, expiresAt: '2026-06-01T00:00:01Z' }, now)).toBe(true)
    expect(isUsable({ ...record, revokedAt: '2026-05-01T00:00:00Z' }, now)).toBe(false)
  })
})
