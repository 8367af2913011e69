// The throttle of one process: rate, concurrency, fairness between callers, pauses.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BACKGROUND_CALLER } from '../layer.ts'
import { upstreamFailure } from '../upstream-failure.ts'
import { requestWith, responseWith } from '../request-fixture.ts'
import { createThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const SLOW = { requestsPerSecond: 1, concurrency: 1, sandboxed: false }

/** A shop behind the throttle; `order` lists the callers served, with the time in milliseconds. */
function shopWith(limits: typeof SLOW, answer = async () => responseWith()) {
  const throttle = createThrottle({ timeoutMs: 30_000, ...limits })
  const startedMs = performance.now()
  const order: string[] = []
  const send = throttle.layer(async request => {
    order.push(`${request.caller} ${Math.round(performance.now() - startedMs)}`)
    return answer()
  })
  const ask = (caller: string, withinMs = 60_000, signal = new AbortController().signal) =>
    send(requestWith({ caller, deadlineMs: performance.now() + withinMs, signal })).then(
      () => 'served',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  return { throttle, order, ask }
}

describe('the throttle', () => {
  it('serves callers round-robin, no matter who has most requests waiting', async () => {
    const { ask, order } = shopWith(SLOW)
    const asked = ['a', 'a', 'a', 'a', 'b', 'c'].map(caller => ask(caller))
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, () => 'served'))
    expect(order).toEqual(['a 0', 'a 1000', 'b 2000', 'c 3000', 'a 4000', 'a 5000'])
  })

  it('puts a new caller behind one request of each other caller, not behind all of them', async () => {
    const { ask } = shopWith(SLOW)
    const greedy = Array.from({ length: 11 }, () => ask('greedy'))
    const newcomer = ask('newcomer', 3_000)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await newcomer).toBe('served')
    expect(await ask('greedy', 3_000)).toMatch(/allows no request before the deadline/)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await Promise.all(greedy)).toHaveLength(11)
  })

  it('serves background requests when no one else waits', async () => {
    const { ask, order } = shopWith(SLOW)
    const asked = [BACKGROUND_CALLER, BACKGROUND_CALLER, BACKGROUND_CALLER, 'a', 'a', 'b'].map(one =>
      ask(one),
    )
    // A caller who waits for an answer is not delayed by background requests.
    const late = ask('c', 4_500)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await Promise.all([...asked, late])).toEqual(Array.from({ length: 7 }, () => 'served'))
    expect(order.map(entry => entry.split(' ')[0])).toEqual([
      BACKGROUND_CALLER,
      'a',
      'b',
      'c',
      'a',
      BACKGROUND_CALLER,
      BACKGROUND_CALLER,
    ])
  })
})

describe('limits', () => {
  it('allow a burst, then enforce the rate', async () => {
    const { ask, order } = shopWith({ requestsPerSecond: 2, concurrency: 4, sandboxed: false })
    for (let count = 0; count < 4; count++) void ask('a')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(order).toEqual(['a 0', 'a 0', 'a 500', 'a 1000'])
  })

  it('never exceed the concurrency of the site', async () => {
    const gates: (() => void)[] = []
    const open = () =>
      new Promise<ReturnType<typeof responseWith>>(resolve => gates.push(() => resolve(responseWith())))
    const { ask, throttle } = shopWith({ requestsPerSecond: 100, concurrency: 2, sandboxed: false }, open)
    for (let count = 0; count < 5; count++) void ask('a')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(throttle.status()).toMatchObject({ running: 2, waiting: 3 })
    gates.shift()?.()
    await vi.advanceTimersByTimeAsync(100)
    expect(throttle.status()).toMatchObject({ running: 2, waiting: 2 })
    while (gates.length > 0) {
      gates.shift()?.()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(throttle.status()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('obey a crawl delay that is longer than the configured interval, but not a shorter one', async () => {
    const { ask, order, throttle } = shopWith({ requestsPerSecond: 1, concurrency: 2, sandboxed: false })
    throttle.setMinInterval(3_000)
    void ask('a')
    void ask('a')
    await vi.advanceTimersByTimeAsync(3_000)
    throttle.setMinInterval(10)
    void ask('a')
    void ask('a')
    await vi.advanceTimersByTimeAsync(5_000)
    const [, second, third, fourth] = order.map(entry => Number(entry.split(' ')[1]))
    expect(second).toBe(3_000)
    expect((fourth ?? 0) - (third ?? 0)).toBe(1_000)
  })
})

describe('waiting', () => {
  it('ends at the deadline', async () => {
    const never = () => new Promise<never>(() => {})
    const { ask, throttle } = shopWith({ requestsPerSecond: 100, concurrency: 1, sandboxed: false }, never)
    void ask('a')
    const late = ask('b', 2_000)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await late).toBe('the deadline passed while the request waited for the rate limit of the site')
    expect(throttle.status()).toMatchObject({ waiting: 0 })
  })

  it('ends when the caller leaves, and the next caller moves up', async () => {
    const { ask, order } = shopWith(SLOW)
    const leaving = new AbortController()
    void ask('a')
    const left = ask('b', 60_000, leaving.signal)
    const stays = ask('c')
    leaving.abort(new Error('left'))
    expect(await left).toBe('left')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await stays).toBe('served')
    expect(order).toEqual(['a 0', 'c 1000'])
  })
})

describe('a pause that the site requests', () => {
  const busyFor = (retryAfterMs: number) => async () => {
    throw upstreamFailure('slow_down', 'too many requests', { retryAfterMs })
  }

  it('applies to all callers', async () => {
    const limits = { requestsPerSecond: 100, concurrency: 1, sandboxed: false }
    const { ask, order } = shopWith(limits, busyFor(5_000))
    expect(await ask('a')).toBe('too many requests')
    void ask('b')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(order).toEqual(['a 0', 'b 5000'])
  })

  it('rejects at once the requests whose deadline is before its end', async () => {
    const limits = { requestsPerSecond: 100, concurrency: 1, sandboxed: false }
    const { ask } = shopWith(limits, busyFor(5_000))
    await ask('a')
    expect(await ask('b', 4_000)).toMatch(/requested a pause/)
  })

  it('is capped at one hour, and ignored in the sandbox', async () => {
    const limits = { requestsPerSecond: 100, concurrency: 1, sandboxed: false }
    const real = shopWith(limits, busyFor(1e9))
    await real.ask('a')
    expect(real.throttle.status()?.pausedUntilMs).toBe(performance.now() + 3_600_000)
    const sandbox = shopWith({ ...limits, sandboxed: true }, busyFor(1e9))
    await sandbox.ask('a')
    expect(sandbox.throttle.status()?.pausedUntilMs).toBeUndefined()
  })
})

it('a closed throttle leaves no timer behind', async () => {
  const { throttle, ask } = shopWith(SLOW)
  const timers = vi.getTimerCount()
  void ask('a')
  void ask('a').catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  throttle.close()
  // The remaining timer is the deadline of the waiting request.
  expect(vi.getTimerCount()).toBe(timers + 1)
})
