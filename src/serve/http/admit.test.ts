// Admission: keys, scopes, rates and quotas, and calls without a key.
import { describe, expect, it } from 'vitest'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import type { AdmissionResult } from '../../store/keys/admission.ts'
import type { KeyRecord } from '../../store/keys/key-record.ts'
import { admit, admitKey, type AdmitParts, findKey, showAnonymousLimit } from './admit.ts'
import { playExchange } from './exchange-fixture.ts'

const allowed = { allowed: true, remaining: 1, resetMs: 10, retryAfterMs: 0 }
const key = { id: 'k', scopes: ['shop'], ratePerS: null, burst: 7 } as unknown as KeyRecord
const entryOf = (id: string, open = false) => ({ operation: { id, open } }) as unknown as RegisteredOperation

/** `isSlow`: the key store or the shared limits answer asynchronously. */
function play(result: Partial<AdmissionResult> = {}, { isSlow = false, isKnown = true } = {}) {
  const asked: unknown[] = []
  const found = isKnown ? key : undefined
  const admitted: AdmissionResult = { rateLimit: allowed, quota: undefined, ...result }
  const parts: AdmitParts = {
    config: { anonymous: { ratePerS: 1, burst: 2 }, keyDefaults: { ratePerS: 3, burst: 4 } },
    keyCache: { find: () => (isSlow ? Promise.resolve(found) : found) },
    admission: {
      admit(caller, rate, of) {
        asked.push({ caller, rate, key: of?.id })
        return isSlow ? Promise.resolve(admitted) : admitted
      },
      peek: (caller, rate) => ({ ...allowed, remaining: caller.length + rate.burst }),
    },
  }
  return { parts, asked }
}
const withKey = { headers: { 'x-api-key': 'text' } }

describe.each([false, true])('a caller (slow: %s)', isSlow => {
  it('with a key counts against its rate and quota, within its scope', async () => {
    const { parts, asked } = play({}, { isSlow })
    const { exchange } = playExchange(withKey)
    await admit(parts, exchange, entryOf('shop.product'))
    expect(asked).toEqual([{ caller: 'k', rate: { ratePerS: 3, burst: 7 }, key: 'k' }])
    expect(exchange).toMatchObject({ key, limit: { taken: allowed, rate: { ratePerS: 3, burst: 7 } } })
    expect(exchange.quota).toBeUndefined()
    await expect(async () =>
      admit(parts, playExchange(withKey).exchange, entryOf('other.product')),
    ).rejects.toMatchObject({ code: 'key_not_allowed' })
  })

  it('over a limit is refused with a Retry-After', async () => {
    const rateLimit = { ...allowed, allowed: false, retryAfterMs: 5 }
    const over = play({ rateLimit }, { isSlow })
    await expect(async () => admitKey(over.parts, playExchange(withKey).exchange)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 5,
    })
    const quota = { allowed: false, limit: 9, remaining: 0, resetMs: 6 }
    const used = play({ quota }, { isSlow })
    const { exchange } = playExchange(withKey)
    await expect(async () => admitKey(used.parts, exchange)).rejects.toMatchObject({
      code: 'quota_exceeded',
      retryAfterMs: 6,
    })
    expect(exchange.quota).toBe(quota)
    const left = play({ quota: { ...quota, allowed: true } }, { isSlow })
    await admitKey(left.parts, playExchange(withKey).exchange)
  })

  it('with an invalid key is refused after a constant time', async () => {
    const { parts, asked } = play({}, { isSlow, isKnown: false })
    const { exchange } = playExchange(withKey)
    await expect(async () => findKey(parts, exchange)).rejects.toMatchObject({ code: 'invalid_key' })
    expect(performance.now() - exchange.startedMs).toBeGreaterThanOrEqual(15)
    expect(asked).toEqual([])
  })
})

it('reading the usage does not count against the quota', async () => {
  const { parts, asked } = play()
  await admitKey(parts, playExchange(withKey).exchange, false)
  expect(asked).toMatchObject([{ caller: 'k', key: undefined }])
})

describe('an anonymous caller', () => {
  it('may call open operations, within the limits of its address', async () => {
    const { parts, asked } = play()
    await admit(parts, playExchange().exchange, entryOf('shop.search', true))
    await admit(parts, playExchange(withKey).exchange, entryOf('shop.search', true))
    expect(asked).toEqual([
      { caller: 'address 192.0.2.1', rate: { ratePerS: 1, burst: 2 }, key: undefined },
      { caller: 'k', rate: { ratePerS: 3, burst: 7 }, key: 'k' },
    ])
  })

  it.each<Record<string, string>>([{}, { 'x-api-key': '' }])(
    'needs a key for all other operations: %j',
    headers => {
      const { parts } = play()
      expect(() => admit(parts, playExchange({ headers }).exchange, entryOf('shop.product'))).toThrow(
        expect.objectContaining({ code: 'missing_key' }) as Error,
      )
    },
  )

  it('sees the anonymous limit, unless another limit applies', () => {
    const { parts } = play()
    const { exchange } = playExchange()
    showAnonymousLimit(parts, exchange)
    expect(exchange.limit).toEqual({
      taken: { ...allowed, remaining: 'address 192.0.2.1'.length + 2 },
      rate: { ratePerS: 1, burst: 2 },
    })
    const { limit } = exchange
    showAnonymousLimit(
      { ...parts, config: { ...parts.config, anonymous: { ratePerS: 9, burst: 9 } } },
      exchange,
    )
    expect(exchange.limit).toBe(limit)
  })
})
