// What is made of the replies of Redis, over one that the test plays: permits, admission, shared answers.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admission } from '../keys/admission.ts'
import type { KeyRecord } from '../keys/key-record.ts'
import { createSharedAdmission } from './redis-admission.ts'
import { createSharedAnswers, LEASE_MS } from './redis-answers.ts'
import { createRedisThrottle } from './redis-throttle.ts'
import type { SharedRedis } from './redis.ts'

let replies: unknown[]
let isListening: boolean
let announce: (message: string) => void
const ran: { keys: readonly string[]; args: readonly unknown[] }[] = []
const redis: SharedRedis = {
  prefix: '',
  async run(_script, keys, args) {
    ran.push({ keys, args })
    return replies.shift()
  },
  listen: (_channel, onMessage) => {
    announce = onMessage
  },
  listening: () => isListening,
  usable: () => true,
  unavailableReason: () => undefined,
  roundTrips: () => ran.length,
  close: async () => {},
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(Date.UTC(2025, 0, 31, 12))
  replies = []
  isListening = true
  ran.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a permit', () => {
  const throttle = createRedisThrottle(redis)
  const wanted = { intervalMs: 1, burst: 2, concurrency: 3, maxWaitMs: 4, permitTtlMs: 5 }
  const acquire = (...reply: unknown[]) => {
    replies = [reply.length === 1 && !Buffer.isBuffer(reply[0]) ? reply[0] : reply]
    return throttle.acquire('shop', wanted)
  }
  const word = (text: string) => Buffer.from(text)

  it('is what the script says', async () => {
    expect(await acquire(word('full'))).toEqual({ kind: 'full' })
    expect(await acquire(word('late'), 7, 5)).toEqual({ kind: 'late', waitMs: 7, pausedMs: 5 })
    expect(await acquire(word('late'))).toEqual({ kind: 'late', waitMs: 0, pausedMs: 0 })
    const go = await acquire(word('go'), 3)
    expect(go).toMatchObject({ kind: 'go', waitMs: 3 })
    expect(ran.at(-1)?.keys).toEqual(['pace:shop', 'pause:shop', 'permits:shop'])
    expect(ran.at(-1)?.args).toEqual([1, 2, 3, 4, 5, expect.any(String), 3_600_000])
    const token = ran.at(-1)?.args[5]
    if (go?.kind === 'go') go.release()
    expect(ran.at(-1)).toEqual({ keys: ['permits:shop'], args: [token] })
  })

  it('is none without Redis', async () => {
    replies = [undefined]
    expect(await throttle.acquire('shop', wanted)).toBeUndefined()
  })

  it('is not given during a pause, which has its bounds', async () => {
    for (const ms of [0.9, 1, 1.2, 1e9]) await throttle.pause('shop', ms)
    expect(ran.map(({ keys, args }) => [...keys, ...args])).toEqual([
      ['pause:shop', 1],
      ['pause:shop', 2],
      ['pause:shop', 3_600_000],
    ])
  })
})

describe('admission', () => {
  const rate = { ratePerS: 4, burst: 8 }
  const now = Date.UTC(2025, 0, 31, 12)
  const toMonthEndMs = Date.UTC(2025, 1, 1) - now
  const key = { id: 'k', monthlyQuota: 10 } as KeyRecord
  const ofLocal = { allowed: true, remaining: 1, retryAfterMs: 0, resetMs: 0 }
  const quotaOfLocal = { allowed: true, limit: 10, remaining: 3, resetMs: 1 }
  const local: Admission = {
    admit: (_caller, _rate, of) => ({ rateLimit: ofLocal, quota: of && quotaOfLocal }),
    peek: () => ofLocal,
  }
  const counted: string[] = []
  const open = () =>
    createSharedAdmission({
      redis,
      local,
      async countedIn(id, month) {
        counted.push(`${id} ${month}`)
        return 6
      },
    })

  it('is what the script says, in milliseconds', async () => {
    replies = [[1, 5, 0, 2_500, 0]]
    expect(await open().admit('a', rate, undefined, now)).toEqual({
      rateLimit: { allowed: true, remaining: 5, retryAfterMs: 0, resetMs: 2.5 },
      quota: undefined,
    })
    expect(ran).toEqual([{ keys: ['rate:a'], args: [250, 8, '', '', 0, 3_600_000 + toMonthEndMs] }])
    replies = [[0, 0, 1_500, 2_500, 0]]
    expect(await open().admit('a', rate, { ...key, monthlyQuota: null }, now)).toEqual({
      rateLimit: { allowed: false, remaining: 0, retryAfterMs: 1.5, resetMs: 2.5 },
      quota: undefined,
    })
  })

  it('has a quota: a call that does not count gives its place back', async () => {
    const shared = open()
    replies = [[1, 5, 0, 0, 3]]
    const { quota } = await shared.admit('a', rate, key, now)
    expect(quota).toMatchObject({ allowed: true, limit: 10, remaining: 2, resetMs: toMonthEndMs })
    expect(ran[0]).toMatchObject({
      keys: ['rate:a', 'month:k:2025-01'],
      args: [250, 8, 10, '', 0, expect.anything()],
    })
    quota?.commit?.(true)
    expect(ran).toHaveLength(1)
    quota?.commit?.(false)
    expect(ran[1]).toEqual({ keys: ['month:k:2025-01'], args: [] })
    replies = [[1, 5, 0, 0, 0]]
    const used = await shared.admit('a', rate, key, now)
    expect(used.quota).toMatchObject({ allowed: false, remaining: 0 })
    used.quota?.commit?.(false)
    expect(ran).toHaveLength(3)
  })

  it('asks the store once for a month that Redis does not know', async () => {
    counted.length = 0
    replies = [Buffer.from('unknown'), [1, 5, 0, 0, 4]]
    expect((await open().admit('a', rate, key, now)).quota).toMatchObject({ remaining: 3 })
    expect(counted).toEqual(['k 2025-01'])
    expect(ran[1]?.args[3]).toBe(6)
    replies = [Buffer.from('unknown'), Buffer.from('unknown')]
    expect((await open().admit('a', rate, key, now)).rateLimit).toBe(ofLocal)
  })

  it.each([[undefined], ['unknown']])('is local for any other reply: %j', async reply => {
    replies = [reply, reply]
    expect((await open().admit('a', rate, undefined, now)).rateLimit).toBe(ofLocal)
  })

  it('adds what was counted without Redis when it is back, once', async () => {
    const shared = open()
    for (const counts of [true, false, true])
      (await shared.admit('a', rate, key, now)).quota?.commit?.(counts)
    expect(ran.map(({ args }) => args[4])).toEqual([0, 1, 1])
    replies = [
      [1, 5, 0, 0, 3],
      [1, 5, 0, 0, 3],
    ]
    await shared.admit('a', rate, key, now)
    await shared.admit('a', rate, key, now)
    expect(ran.slice(3).map(({ args }) => args[4])).toEqual([2, 0])
  })

  it('counts nothing that was refused here', async () => {
    const refusing = createSharedAdmission({
      redis,
      local: { ...local, admit: () => ({ rateLimit: ofLocal, quota: { ...quotaOfLocal, allowed: false } }) },
      countedIn: async () => 0,
    })
    expect((await refusing.admit('a', rate, key, now)).quota).not.toHaveProperty('commit')
    expect(refusing.peek('a', rate)).toBe(ofLocal)
  })
})

describe('a shared answer', () => {
  const bytes = Buffer.from('1738324800000body')

  it('is found, to be made, or to be made without telling anyone', async () => {
    const answers = createSharedAnswers(redis)
    replies = [bytes, 0, undefined]
    expect(await answers.findOrLease('n', 5)).toEqual({ kind: 'found', bytes: Buffer.from('body') })
    expect(ran[0]).toEqual({
      keys: ['answer:n', 'lease:n', 'waited:n'],
      args: [5, expect.any(String), LEASE_MS],
    })
    expect(await answers.findOrLease('n', 5)).toEqual({ kind: 'make', lease: undefined })
    expect(await answers.findOrLease('n', 5)).toEqual({ kind: 'make', lease: undefined })
    replies = [bytes, 0]
    expect((await answers.peek('n', 5))?.toString()).toBe('body')
    expect(ran.at(-1)?.args).toEqual([5, '', 0])
    expect(await answers.peek('n', 5)).toBeUndefined()
  })

  it('is leased until it is released, with what was made while that is fresh', async () => {
    const lease = async () => {
      replies = [1]
      const look = await createSharedAnswers(redis).findOrLease('n', 0)
      return look.kind === 'make' ? look.lease : undefined
    }
    const made = { bytes: Buffer.from('body'), madeAtMs: Date.now(), freshForMs: 1_000.5 }
    const first = await lease()
    const token = ran[0]?.args[1]
    vi.advanceTimersByTime(600)
    expect(ran[1]).toEqual({ keys: ['lease:n'], args: [token, LEASE_MS] })
    await first?.release(made)
    expect(ran[2]?.keys).toEqual(['answer:n', 'lease:n', 'waited:n', 'made'])
    expect(ran[2]?.args).toEqual([token, '{"name":"n"}', Buffer.from(`${made.madeAtMs}body`), 400])
    vi.advanceTimersByTime(5_000)
    expect(ran).toHaveLength(3)
    await (await lease())?.release(made)
    expect(ran.at(-1)?.args[2]).toBe('')
    await (await lease())?.release({ ...made, madeAtMs: Date.now(), freshForMs: 0 })
    expect(ran.at(-1)?.args.slice(2)).toEqual(['', 0])
    await (await lease())?.release(undefined, 'why')
    expect(ran.at(-1)?.args.slice(1)).toEqual(['{"name":"n","failure":"why"}', '', 0])
  })

  /** When the wait ended, and with what. */
  async function waitFor(leftMs: number, message?: string) {
    const answers = createSharedAnswers(redis)
    replies = [[leftMs]]
    const look = await answers.findOrLease('n', 0)
    if (look.kind !== 'wait') throw new Error('no wait')
    const started = Date.now()
    let ended: { ms: number; failure: string | undefined } | undefined
    void look.failure.then(failure => {
      ended = { ms: Date.now() - started, failure }
    })
    if (message !== undefined) announce(message)
    await vi.advanceTimersByTimeAsync(0)
    if (ended) expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(10_000)
    return ended
  }

  it('is waited for until it is announced, or the lease is over', async () => {
    expect(await waitFor(500, '{"name":"n"}')).toEqual({ ms: 0, failure: undefined })
    expect(await waitFor(500, '{"name":"n","failure":"why"}')).toEqual({ ms: 0, failure: 'why' })
    for (const other of ['{"name":"m"}', 'x', 'null'])
      expect(await waitFor(500, other)).toEqual({ ms: 510, failure: undefined })
    isListening = false
    expect(await waitFor(500)).toMatchObject({ ms: 50 })
    expect(await waitFor(5)).toMatchObject({ ms: 15 })
    expect(vi.getTimerCount()).toBe(0)
  })
})
