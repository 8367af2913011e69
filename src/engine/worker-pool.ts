// A pool of worker threads: one job at a time each, one queue for all. A job that takes too long ends with its thread, and nothing else does.
import type { Transferable, Worker } from 'node:worker_threads'
import { createPoolQueue } from './pool-queue.ts'

interface PoolJob {
  readonly message: unknown
  readonly transfer: readonly Transferable[]
  /** What the job holds in memory while it waits. */
  readonly bytes: number
  /** Jobs of one group may all be slow for the same reason. */
  readonly group: string
  /** How long it may take once a worker has it. */
  readonly limitMs: number
  /** Until when it may take at all, in milliseconds of `performance.now()`. */
  readonly deadlineMs: number
  /** When it fires, the job is given up with its reason; a worker that has the job goes on with it up to its limit. */
  readonly signal: AbortSignal
}

/** How a job ended that has no reply. */
export type PoolFailure = 'over limit' | 'over deadline' | 'out of memory' | 'crashed'

interface WorkerPoolOptions {
  /** Threads are started as they are needed, up to this many. */
  readonly size: number
  /** Makes a thread that posts `ready` once, then one reply for each message. */
  readonly startWorker: () => Worker
  readonly failureOf: (kind: PoolFailure, cause: unknown) => unknown
  /** Told of each thread that was ended or died. */
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
  /** A promise that is kept when there is room for more to wait; undefined when there is room now. */
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
  /** Ends the thread when the job takes too long. */
  timer: NodeJS.Timeout | undefined
  endedBy: PoolFailure | undefined
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { size, startWorker, failureOf, onReplaced } = options
  const queue = createPoolQueue<Waiting>({ size, ready: () => countThreads(thread => thread.isReady) })
  const threads = new Set<Thread>()
  const countThreads = (isOne: (thread: Thread) => boolean): number =>
    threads.values().filter(isOne).toArray().length
  let isClosed = false
  const closedFailure = (): unknown => failureOf('crashed', new Error('the pool is closed'))

  function startThread(): void {
    const thread: Thread = {
      worker: startWorker(),
      isReady: false,
      running: undefined,
      timer: undefined,
      endedBy: undefined,
    }
    let cause: unknown
    threads.add(thread)
    // An idle pool must not keep a command from ending.
    thread.worker.unref()
    thread.worker.on('message', reply => {
      if (thread.isReady) settle(thread, waiting => waiting.resolve(reply))
      thread.isReady = true
      dispatch()
    })
    thread.worker.on('error', error => {
      cause = error
    })
    thread.worker.once('exit', () => replace(thread, cause))
  }

  function settle(thread: Thread, tell: (waiting: Waiting) => void): void {
    clearTimeout(thread.timer)
    thread.timer = undefined
    const waiting = thread.running
    thread.running = undefined
    if (!waiting) return
    thread.worker.unref()
    queue.done(waiting.job.group)
    tell(waiting)
  }

  function replace(thread: Thread, cause: unknown): void {
    threads.delete(thread)
    if (isClosed) return
    const kind = thread.endedBy ?? (isOutOfMemory(cause) ? 'out of memory' : 'crashed')
    if (thread.running && kind !== 'crashed') queue.markSlow(thread.running.job.group)
    settle(thread, waiting => waiting.reject(failureOf(kind, cause)))
    onReplaced?.(kind)
    // A thread that cannot even start would be started for ever: those who wait are told, and the next job tries again.
    if (!thread.isReady) for (const waiting of queue.drain()) waiting.reject(failureOf('crashed', cause))
    else startThread()
    dispatch()
  }

  function assign(thread: Thread, waiting: Waiting): void {
    const { job } = waiting
    const left = job.deadlineMs - performance.now()
    const kind = job.limitMs <= left ? 'over limit' : 'over deadline'
    thread.running = waiting
    thread.worker.ref()
    thread.timer = setTimeout(
      () => {
        thread.endedBy = kind
        void thread.worker.terminate()
      },
      Math.max(0, Math.min(job.limitMs, left)),
    )
    thread.worker.postMessage(job.message, job.transfer)
  }

  function dispatch(): void {
    for (const thread of threads) {
      if (!thread.isReady || thread.running || thread.endedBy) continue
      const next = queue.take()
      if (!next) break
      assign(thread, next)
    }
    const isStarting = threads.values().some(thread => !thread.isReady)
    if (!isStarting && threads.size < size && queue.length() > 0) startThread()
  }

  // The first request should not have to wait for a thread to start.
  startThread()

  return {
    run<Reply>(job: PoolJob): Promise<Reply> {
      const { signal } = job
      if (isClosed) return Promise.reject(closedFailure())
      if (signal.aborted) return Promise.reject(signal.reason)
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const waiting: Waiting = { job, resolve: resolve as Waiting['resolve'], reject }
      const giveUp = (): void => {
        queue.remove(waiting)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      queue.add(waiting)
      dispatch()
      return promise.finally(() => signal.removeEventListener('abort', giveUp))
    },
    waitForRoom: () => queue.waitForRoom(),
    status: () => ({
      size,
      threads: threads.size,
      idle: countThreads(thread => thread.isReady && !thread.running),
      running: countThreads(thread => thread.running !== undefined),
      queued: queue.length(),
    }),
    async close() {
      isClosed = true
      for (const waiting of queue.drain()) waiting.reject(closedFailure())
      await Promise.all(Array.from(threads, ({ worker }) => worker.terminate()))
    },
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
