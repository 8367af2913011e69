// Counting and quotas with a fake store: reservations, writes, and failed writes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeyRecord } from './key-record.ts'
import { createMeter, type Meter, monthOf, nextMonthMs, type QuotaState } from './meter.ts'
import type { UsageRow, UsageStore } from '../usage-store.ts'

const NOON = Date.UTC(2025, 0, 31, 12)
const DAY_MS = 86_400_000
const keyWith = (monthlyQuota: number | null, id = 'k') => ({ id, monthlyQuota }) as KeyRecord
const call = (changes: Partial<Parameters<Meter['count']>[0]> = {}) => ({
  keyId: 'k',
  operation: 'shop.product',
  outcome: 'ok',
  cache: 'miss',
  counts: true,
  ...changes,
})

let monotonicMs: number
let fails: boolean
let counted: number
const written: (readonly UsageRow[])[] = []
const errors: unknown[] = []
const asked: string[] = []
const meters: Meter[] = []
const store: UsageStore = {
  async add(rows) {
    if (fails) throw new Error('no store')
    written.push(rows)
  },
  async countedIn(keyId, month) {
    asked.push(`${keyId} ${month}`)
    if (fails) throw new Error('no store')
    return counted
  },
  read: async () => [],
}

beforeEach(() => {
  vi.useFakeTimers()
  monotonicMs = 0
  fails = false
  counted = 0
})
afterEach(async () => {
  fails = false
  await Promise.all(meters.splice(0).map(meter => meter.close()))
  for (const list of [written, errors, asked]) list.length = 0
  vi.useRealTimers()
})

function open(shared = false): Meter {
  const clock = { monotonicMs: () => monotonicMs, wallMs: () => NOON }
  const meter = createMeter(store, shared, error => void errors.push(error), clock)
  meters.push(meter)
  return meter
}
const reserve = async (meter: Meter, key: KeyRecord, nowMs = NOON) =>
  (await meter.reserve(key, nowMs)) as QuotaState

describe('a quota', () => {
  it('is undefined for a key without one', () => {
    expect(open().reserve(keyWith(null), NOON)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('counts stored calls and calls in flight, up to the last one', async () => {
    counted = 7
    const meter = open()
    const resetMs = Date.UTC(2025, 1, 1) - NOON
    expect(await reserve(meter, keyWith(10))).toEqual({ allowed: true, limit: 10, remaining: 2, resetMs })
    // The month is loaded by now: the store is not asked.
    expect(meter.reserve(keyWith(10), NOON)).toEqual({ allowed: true, limit: 10, remaining: 1, resetMs })
    expect(meter.reserve(keyWith(10), NOON)).toMatchObject({ allowed: true, remaining: 0 })
    expect(meter.reserve(keyWith(10), NOON)).toMatchObject({ allowed: false, remaining: 0 })
    expect(asked).toEqual(['k 2025-01'])
    // A call that does not count releases its reservation; one that counts does not.
    meter.count(call({ counts: false }), NOON)
    expect(meter.reserve(keyWith(10), NOON)).toMatchObject({ allowed: true, remaining: 0 })
    meter.count(call(), NOON)
    expect(meter.reserve(keyWith(10), NOON)).toMatchObject({ allowed: false })
  })

  it('does not grow from calls that were not reserved', async () => {
    const meter = open()
    await reserve(meter, keyWith(3))
    for (let times = 0; times < 3; times++) meter.count(call({ counts: false }), NOON)
    expect(meter.reserve(keyWith(3), NOON)).toMatchObject({ remaining: 2 })
  })

  it('starts again with each month, without late calls of the last one', async () => {
    counted = 2
    const meter = open()
    await reserve(meter, keyWith(2))
    counted = 0
    const february = NOON + DAY_MS
    expect(await reserve(meter, keyWith(2), february)).toMatchObject({ allowed: true, remaining: 1 })
    expect(asked).toEqual(['k 2025-01', 'k 2025-02'])
    meter.count(call(), NOON)
    expect(meter.reserve(keyWith(2), february)).toMatchObject({ allowed: true, remaining: 1 })
  })

  it('is reloaded after five seconds only if other replicas count too', async () => {
    const [alone, shared] = [open(), open(true)]
    await reserve(alone, keyWith(9))
    await reserve(shared, keyWith(9))
    counted = 5
    monotonicMs = 4_999
    expect(shared.reserve(keyWith(9), NOON)).toMatchObject({ remaining: 7 })
    monotonicMs = 5_000
    expect(alone.reserve(keyWith(9), NOON)).toMatchObject({ remaining: 7 })
    // Two calls are in flight in addition to those in the store.
    expect(await reserve(shared, keyWith(9))).toMatchObject({ remaining: 1 })
  })

  it('is loaded once for concurrent calls', async () => {
    const meter = open()
    const both = await Promise.all([reserve(meter, keyWith(9)), reserve(meter, keyWith(9))])
    expect(both.map(({ remaining }) => remaining)).toEqual([8, 7])
  })

  it('keeps calls that were counted while a slower request loaded the same month', async () => {
    const slow = Promise.withResolvers<number>()
    vi.spyOn(store, 'countedIn').mockReturnValueOnce(slow.promise)
    const meter = open()
    const late = reserve(meter, keyWith(3))
    const early = await reserve(meter, keyWith(3))
    expect(early.remaining).toBe(2)
    meter.count(call(), NOON)
    slow.resolve(0)
    expect((await late).remaining).toBe(1)
  })

  it('uses the local count while the store is unreachable', async () => {
    const meter = open(true)
    counted = 4
    await reserve(meter, keyWith(9))
    fails = true
    monotonicMs = 5_000
    expect(await reserve(meter, keyWith(9))).toMatchObject({ remaining: 3 })
    expect(await reserve(meter, keyWith(9, 'new'))).toMatchObject({ remaining: 8 })
    expect(await reserve(meter, keyWith(9), NOON + DAY_MS)).toMatchObject({ remaining: 8 })
    expect(errors).toHaveLength(3)
  })
})

describe('counts', () => {
  it('are totalled by key, operation, outcome, cache and day, and written every second', async () => {
    const meter = open()
    meter.count(call(), NOON)
    meter.count(call({ counts: false }), NOON + 1)
    for (const other of [{ keyId: 'l' }, { operation: 'o' }, { outcome: 'not_found' }, { cache: 'hit' }])
      meter.count(call(other), NOON)
    meter.count(call(), NOON + DAY_MS / 2)
    meter.count(call(), NOON - DAY_MS)
    await vi.advanceTimersByTimeAsync(999)
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    const { counts: _, ...first } = call()
    const rowOf = (changes: Partial<UsageRow>) => ({
      ...first,
      day: '2025-01-31',
      calls: 1,
      counted: 1,
      ...changes,
    })
    expect(written).toEqual([
      [
        rowOf({ calls: 2 }),
        rowOf({ keyId: 'l' }),
        rowOf({ operation: 'o' }),
        rowOf({ outcome: 'not_found' }),
        rowOf({ cache: 'hit' }),
        rowOf({ day: '2025-02-01' }),
        rowOf({ day: '2025-01-30' }),
      ],
    ])
    // Nothing new, nothing written.
    await vi.advanceTimersByTimeAsync(2_000)
    expect(written).toHaveLength(1)
  })

  it('that could not be written are written later, with newer ones', async () => {
    const meter = open()
    fails = true
    meter.count(call(), NOON)
    meter.count(call({ counts: false }), NOON)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(errors).toHaveLength(1)
    fails = false
    meter.count(call(), NOON)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written.flat()).toMatchObject([{ calls: 3, counted: 2 }])
  })

  it('are written before the store is read, and on close', async () => {
    const meter = open()
    meter.count(call(), NOON)
    counted = 3
    expect(await meter.countedIn('k', '2025-01')).toBe(3)
    expect(written).toHaveLength(1)
    meter.count(call(), NOON)
    await meter.close()
    expect(written).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('months are in UTC', () => {
  expect(monthOf(Date.UTC(2024, 11, 31, 23, 59))).toBe('2024-12')
  expect(nextMonthMs(Date.UTC(2024, 11, 31, 23, 59))).toBe(Date.UTC(2025, 0, 1))
  expect(nextMonthMs(Date.UTC(2024, 1, 1))).toBe(Date.UTC(2024, 2, 1))
})
