// The worker pool with fake threads: how jobs are assigned and ended, and how threads are replaced.
import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorkerPool, type PoolFailure } from './worker-pool.ts'

function playWorker() {
  const events = new EventEmitter()
  const posted: unknown[] = []
  let isReferenced = true
  return Object.assign(events, {
    posted,
    isReferenced: () => isReferenced,
    ref: () => {
      isReferenced = true
    },
    unref: () => {
      isReferenced = false
    },
    postMessage: (message: unknown, transfer: unknown) => void posted.push([message, transfer]),
    terminate: async () => void events.emit('exit', 1),
    ready: () => events.emit('message', 'ready'),
    reply: (reply: unknown) => events.emit('message', reply),
  })
}

const replaced: PoolFailure[] = []
let workers: ReturnType<typeof playWorker>[]
function createPool(size: number) {
  workers = []
  return createWorkerPool({
    size,
    startWorker() {
      const worker = playWorker()
      workers.push(worker)
      return worker as unknown as Worker
    },
    failureOf: (kind, cause) => Object.assign(new Error(kind), { cause }),
    onReplaced: kind => void replaced.push(kind),
  })
}

function open(size: number) {
  const pool = createPool(size)
  pool.warm()
  return pool
}

const jobOf = (
  message: unknown,
  changes: { limitMs?: number; leftMs?: number; signal?: AbortSignal } = {},
) => {
  const { limitMs = 1_000, leftMs = 10_000, signal = new AbortController().signal } = changes
  return {
    message,
    transfer: [],
    bytes: 1,
    limitMs,
    deadlineMs: performance.now() + leftMs,
    signal,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  replaced.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a pool', () => {
  it('starts no thread by itself, and one only once', async () => {
    const pool = createPool(2)
    expect(workers).toHaveLength(0)
    pool.warm()
    pool.warm()
    expect(workers).toHaveLength(1)
    await pool.close()
    const closed = createPool(2)
    await closed.close()
    closed.warm()
    expect(workers).toHaveLength(0)
  })

  it('starts with one thread, and adds one at a time while jobs wait', async () => {
    const pool = open(2)
    expect(workers).toHaveLength(1)
    const jobs = ['a', 'b', 'c'].map(message => pool.run(jobOf(message)))
    expect(pool.status()).toEqual({ size: 2, threads: 1, idle: 0, running: 0, queued: 3 })
    expect(workers[0]?.isReferenced()).toBe(false)
    workers[0]?.ready()
    expect(workers[0]?.posted).toEqual([['a', []]])
    expect(workers[0]?.isReferenced()).toBe(true)
    expect(workers).toHaveLength(2)
    workers[1]?.ready()
    expect(pool.status()).toEqual({ size: 2, threads: 2, idle: 0, running: 2, queued: 1 })
    workers[1]?.reply('B')
    workers[0]?.reply('A')
    workers[1]?.reply('C')
    expect(await Promise.all(jobs)).toEqual(['A', 'B', 'C'])
    expect(pool.status()).toMatchObject({ idle: 2, running: 0, queued: 0 })
    expect(workers.map(({ isReferenced }) => isReferenced())).toEqual([false, false])
    expect(workers).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('starts no thread while another is starting or no job waits', () => {
    const pool = open(3)
    workers[0]?.ready()
    expect(workers).toHaveLength(1)
    for (const message of ['a', 'b', 'c']) pool.run(jobOf(message)).catch(() => {})
    expect(workers).toHaveLength(2)
  })

  it('that is closed rejects waiting and new jobs', async () => {
    const pool = open(1)
    const waiting = pool.run(jobOf('a'))
    const refused = expect(waiting).rejects.toMatchObject({
      message: 'crashed',
      cause: { message: 'the pool is closed' },
    })
    await pool.close()
    await refused
    await expect(pool.run(jobOf('b'))).rejects.toThrow('crashed')
    expect(workers).toHaveLength(1)
    expect(replaced).toEqual([])
  })
})

describe('a job', () => {
  it('that is aborted leaves the queue; a running one continues', async () => {
    const pool = open(1)
    const [first, second] = [new AbortController(), new AbortController()]
    const jobs = [
      pool.run(jobOf('a', { signal: first.signal })),
      pool.run(jobOf('b', { signal: second.signal })),
    ]
    workers[0]?.ready()
    second.abort('left')
    await expect(jobs[1]).rejects.toBe('left')
    expect(pool.status()).toMatchObject({ running: 1, queued: 0 })
    first.abort('left')
    await expect(jobs[0]).rejects.toBe('left')
    expect(pool.status()).toMatchObject({ running: 1 })
    workers[0]?.reply('A')
    expect(pool.status()).toMatchObject({ running: 0, idle: 1 })
    await expect(pool.run(jobOf('c', { signal: AbortSignal.abort('gone') }))).rejects.toBe('gone')
    expect(workers[0]?.posted).toHaveLength(1)
  })

  it.each([
    ['over limit', { limitMs: 100 }, 100],
    ['over deadline', { limitMs: 1_000, leftMs: 50 }, 50],
  ])('that runs %s is ended with its thread, which is replaced', async (kind, limits, afterMs) => {
    const pool = open(1)
    const [slow, next] = [pool.run(jobOf('a', limits)), pool.run(jobOf('b'))]
    const failed = expect(slow).rejects.toThrow(kind)
    workers[0]?.ready()
    await vi.advanceTimersByTimeAsync(afterMs - 1)
    expect(replaced).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(replaced).toEqual([kind])
    expect(workers).toHaveLength(2)
    workers[1]?.ready()
    workers[1]?.reply('B')
    expect(await next).toBe('B')
  })

  it.each([
    ['out of memory', Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })],
    ['crashed', Object.assign(new Error('x'), { code: 'OTHER' })],
    ['crashed', new Error('x')],
  ])('fails when its thread ends unexpectedly: %s', async (kind, error) => {
    const pool = open(1)
    const job = pool.run(jobOf('a'))
    workers[0]?.ready()
    workers[0]?.emit('error', error)
    workers[0]?.emit('exit', 1)
    await expect(job).rejects.toMatchObject({ message: kind, cause: error })
    expect(replaced).toEqual([kind])
    expect(workers).toHaveLength(2)
    expect(pool.status()).toMatchObject({ threads: 1, running: 0 })
  })
})

it('a thread that cannot start fails the waiting jobs, and the next job tries again', async () => {
  const pool = open(1)
  const jobs = [pool.run(jobOf('a')), pool.run(jobOf('b'))]
  const failed = Promise.all(jobs.map(job => expect(job).rejects.toThrow('crashed')))
  workers[0]?.emit('exit', 1)
  await failed
  expect(workers).toHaveLength(1)
  expect(pool.status()).toMatchObject({ threads: 0, queued: 0 })
  const next = pool.run(jobOf('c'))
  expect(workers).toHaveLength(2)
  workers[1]?.ready()
  workers[1]?.reply('C')
  expect(await next).toBe('C')
})
