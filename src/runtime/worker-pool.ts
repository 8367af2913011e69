// A pool of worker threads with one queue; each thread runs one job at a time.
// A job that takes too long is ended together with its thread; no other job is affected.
import type { Transferable, Worker } from 'node:worker_threads'
import { createPoolQueue, type PoolQueue } from './pool-queue.ts'

interface PoolJob {
  readonly message: unknown
  readonly transfer: readonly Transferable[]
  /** Memory that the job occupies while it waits. */
  readonly bytes: number
  /** How long a worker may have the job. */
  readonly limitMs: number
  /** Deadline including the wait, in milliseconds of `performance.now()`. */
  readonly deadlineMs: number
  /** On abort, the job is rejected with the reason. A worker that already runs it continues up to its limit. */
  readonly signal: AbortSignal
}

/** Why a job ended without a reply. */
export type PoolFailure = 'over limit' | 'over deadline' | 'out of memory' | 'crashed'

interface WorkerPoolOptions {
  /** Maximum number of threads; they are started on demand. */
  readonly size: number
  /** Starts a thread that posts `ready` once, then one reply per message. */
  readonly startWorker: () => Worker
  readonly failureOf: (kind: PoolFailure, cause: unknown) => unknown
  /** Called for each thread that was terminated or crashed. */
  readonly onReplaced?: (kind: PoolFailure) => void
}

interface PoolStatus {
  readonly size: number
  readonly threads: number
  readonly idle: number
  readonly running: number
  readonly queued: number
}

export interface WorkerPool {
  run<Reply>(job: PoolJob): Promise<Reply>
  /** Starts the first thread, so that the first job does not wait for it. */
  warm(): void
  /** Resolves when the queue has room again; undefined when it has room now. */
  waitForRoom(): Promise<void> | undefined
  status(): PoolStatus
  close(): Promise<void>
}

interface Waiting {
  readonly job: PoolJob
  readonly resolve: (reply: unknown) => void
  readonly reject: (reason: unknown) => void
}

interface Thread {
  readonly worker: Worker
  isReady: boolean
  running: Waiting | undefined
  timer: NodeJS.Timeout | undefined
  endedBy: PoolFailure | undefined
}

interface PoolState {
  readonly options: WorkerPoolOptions
  readonly queue: PoolQueue<Waiting>
  readonly threads: Set<Thread>
  isClosed: boolean
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const threads = new Set<Thread>()
  const count = (isOne: (thread: Thread) => boolean): number =>
    threads.values().filter(isOne).toArray().length
  const queue = createPoolQueue<Waiting>()
  const pool: PoolState = { options, queue, threads, isClosed: false }
  return {
    run: job => runJob(pool, job),
    warm() {
      if (!pool.isClosed && threads.size === 0) startThread(pool)
    },
    waitForRoom: () => queue.waitForRoom(),
    status: () => ({
      size: options.size,
      threads: threads.size,
      idle: count(thread => thread.isReady && !thread.running),
      running: count(thread => thread.running !== undefined),
      queued: queue.length(),
    }),
    async close() {
      pool.isClosed = true
      for (const waiting of queue.drain()) waiting.reject(closedFailure(pool))
      await Promise.all(Array.from(threads, ({ worker }) => worker.terminate()))
    },
  }
}

function runJob<Reply>(pool: PoolState, job: PoolJob): Promise<Reply> {
  const { signal } = job
  if (pool.isClosed) return Promise.reject(closedFailure(pool))
  if (signal.aborted) return Promise.reject(signal.reason)
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const waiting: Waiting = { job, resolve: resolve as Waiting['resolve'], reject }
  const giveUp = (): void => {
    pool.queue.remove(waiting)
    reject(signal.reason)
  }
  signal.addEventListener('abort', giveUp, { once: true })
  pool.queue.add(waiting)
  dispatch(pool)
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}

/** Assigns waiting jobs to idle threads, and starts one more thread if jobs remain. */
function dispatch(pool: PoolState): void {
  const { threads, queue, options } = pool
  for (const thread of threads) {
    if (!thread.isReady || thread.running || thread.endedBy) continue
    const next = queue.take()
    if (!next) break
    assign(thread, next)
  }
  const isStarting = threads.values().some(thread => !thread.isReady)
  if (!isStarting && threads.size < options.size && queue.length() > 0) startThread(pool)
}

function assign(thread: Thread, waiting: Waiting): void {
  const { job } = waiting
  thread.running = waiting
  thread.worker.ref()
  const leftMs = Math.max(0, job.deadlineMs - performance.now())
  const end = (kind: PoolFailure) => {
    thread.endedBy = kind
    void thread.worker.terminate()
  }
  thread.timer = setTimeout(
    end,
    Math.min(job.limitMs, leftMs),
    job.limitMs <= leftMs ? 'over limit' : 'over deadline',
  )
  thread.worker.postMessage(job.message, job.transfer)
}

function startThread(pool: PoolState): void {
  const thread: Thread = {
    worker: pool.options.startWorker(),
    isReady: false,
    running: undefined,
    timer: undefined,
    endedBy: undefined,
  }
  let cause: unknown
  pool.threads.add(thread)
  // An idle pool must not keep the process alive.
  thread.worker.unref()
  thread.worker.on('message', reply => {
    if (thread.isReady) finishJob(thread, waiting => waiting.resolve(reply))
    thread.isReady = true
    dispatch(pool)
  })
  thread.worker.on('error', error => {
    cause = error
  })
  thread.worker.once('exit', () => replace(pool, thread, cause))
}

function finishJob(thread: Thread, settle: (waiting: Waiting) => void): void {
  clearTimeout(thread.timer)
  const waiting = thread.running
  thread.running = undefined
  if (!waiting) return
  thread.worker.unref()
  settle(waiting)
}

function replace(pool: PoolState, thread: Thread, cause: unknown): void {
  const { threads, queue, options } = pool
  threads.delete(thread)
  if (pool.isClosed) return
  const kind = thread.endedBy ?? (isOutOfMemory(cause) ? 'out of memory' : 'crashed')
  finishJob(thread, waiting => waiting.reject(options.failureOf(kind, cause)))
  options.onReplaced?.(kind)
  // A thread that cannot start would be restarted forever: fail the waiting jobs, and let the next job try again.
  if (thread.isReady) startThread(pool)
  else for (const waiting of queue.drain()) waiting.reject(options.failureOf('crashed', cause))
  dispatch(pool)
}

function closedFailure({ options }: PoolState): unknown {
  return options.failureOf('crashed', new Error('the pool is closed'))
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
