// The usage and the events of a call.
import { afterEach, expect, it, vi } from 'vitest'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import { createEvents } from '../../runtime/events.ts'
import { Fault } from '#kit/fault'
import type { KeyRecord } from '../../store/keys/key-record.ts'
import type { Meter } from '../../store/keys/meter.ts'
import { createCallCounter } from './call-counter.ts'
import type { Exchange } from './exchange.ts'
import { playExchange } from './exchange-fixture.ts'

afterEach(() => {
  vi.useRealTimers()
})

function play() {
  const counted: unknown[] = []
  const answered: unknown[] = []
  const hits: unknown[] = []
  const events = createEvents()
  events.on('answered', one => void answered.push(one))
  events.on('hits', one => void hits.push(one))
  const meter = { count: (call: unknown) => void counted.push(call) } as unknown as Meter
  const countCall = createCallCounter(meter, events)
  const count = (changes: Partial<Exchange>, id = 'shop.product') =>
    countCall(playExchange({ url: '/p?q=1' }, changes).exchange, { operation: { id } } as RegisteredOperation)
  return { count, counted, answered, hits }
}
const key = { id: 'k' } as KeyRecord

it('a call is counted for its key, committed and reported', () => {
  const { count, counted, answered } = play()
  const committed: boolean[] = []
  const quota = {
    allowed: true,
    limit: 1,
    remaining: 0,
    resetMs: 0,
    commit: (counts: boolean) => void committed.push(counts),
  }
  count({ key, quota, cache: 'miss' })
  const fault = new Fault('upstream_failed', 'it failed')
  count({ key, quota, fault })
  count({ key, isClientClosed: true })
  count({ cache: 'miss' })
  const call = { keyId: 'k', operation: 'shop.product' }
  expect(counted).toEqual([
    { ...call, outcome: 'ok', cache: 'miss', counts: true },
    { ...call, outcome: 'upstream_failed', cache: 'none', counts: false },
    { ...call, outcome: 'client_closed', cache: 'none', counts: true },
  ])
  expect(committed).toEqual([true, false])
  expect(answered).toMatchObject([
    { requestId: 'r-1', keyId: 'k', method: 'GET', path: '/p', status: 200, outcome: 'ok', cache: 'miss' },
    { status: 502, outcome: 'upstream_failed', fault },
    { status: 499, outcome: 'client_closed' },
    { keyId: undefined, status: 200 },
  ])
  for (const { ms } of answered as { ms: number }[]) expect(ms).toBeLessThan(60_000)
})

it('hits are reported once a second as totals; a hit that failed is reported at once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { count, answered, hits } = play()
  count({ cache: 'hit' })
  count({ cache: 'hit' })
  count({ cache: 'hit' }, 'shop.search')
  vi.advanceTimersByTime(999)
  expect(hits).toEqual([])
  vi.advanceTimersByTime(1)
  const both = [
    { operation: 'shop.product', count: 2 },
    { operation: 'shop.search', count: 1 },
  ]
  expect(hits).toEqual(both)
  count({ cache: 'hit' })
  vi.advanceTimersByTime(1_000)
  expect(hits).toEqual([...both, { operation: 'shop.product', count: 1 }])
  expect(answered).toEqual([])
  count({ cache: 'hit', fault: new Fault('internal', 'a slip') })
  expect(answered).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
