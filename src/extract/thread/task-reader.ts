// Reads pages on the main thread or on worker threads, so that a slow page does not block the others.
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import { Fault } from '#kit/fault'
import { makePage, type Page, type PageSource } from '#kit/page/page'
import { moduleExtension } from '../../runtime/package-files.ts'
import { fromPortable, toPortable } from './portable-error.ts'
import type { SiteOperation } from '../site-operation.ts'
import {
  fromPortableBody,
  type TaskMessage,
  type TaskReply,
  toPortablePage,
  type WorkerSettings,
} from './task-message.ts'
import type { StepTools } from './task-step.ts'
import type { TaskStep, TaskCall } from '../task.ts'
import { createWorkerPool, type PoolFailure, type WorkerPool } from '../../runtime/worker-pool.ts'

/** The page or fault of each request so far, by key. A reader takes the bodies and returns them when it needs more pages. */
export type FetchedSources = Map<string, PageSource | Fault>

/** A task, the pages that it has so far, and its limits. */
export interface TaskJob {
  readonly call: TaskCall
  /** Of an operation. */
  readonly entry?: SiteOperation | undefined
  readonly fetched: FetchedSources
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly onTiming: (stage: string, ms: number) => void
}

export interface TaskReader {
  step(job: TaskJob): Promise<TaskStep>
}

export interface PooledReader extends TaskReader {
  readonly pool: WorkerPool
}

interface PooledReaderOptions {
  /** Maximum number of threads. */
  readonly workers: number
  /** URL of the module that exports `sites`. */
  readonly sitesModule: URL
  readonly readLimitMs?: number
  readonly inlineMaxBytes?: number
  readonly onReplaced?: (kind: PoolFailure) => void
}

/** The largest page (16 MB) needs about 0.2 s; a busy machine many times that. */
const READ_LIMIT_MS = 5_000
/** Up to this total size, reading inline costs no more than the transfer to a worker and back. */
const INLINE_MAX_BYTES = 4 * 1024
/** The largest page needs a third of it. */
const WORKER_HEAP_MB = 1_024
/** What a page needs for a moment. V8's default lets the young generations of two threads grow by another 90 MB. */
const WORKER_YOUNG_MB = 16

/** They are loaded with the first page otherwise: a server at rest does without them. */
export const loadReaders = () => import('./task-step.ts')

export function createInlineReader(): TaskReader {
  const pages = new WeakMap<PageSource, Page>()
  const pageOf: StepTools['pageOf'] = (source, selectors) => {
    const known = pages.get(source) ?? makePage(source, selectors)
    pages.set(source, known)
    return known
  }
  return {
    async step({ call, entry, fetched, onTiming }) {
      const started = performance.now()
      const entryOf = () => {
        if (!entry) throw new Error('an operation is read by its entry')
        return entry
      }
      const { takeStep } = await loadReaders()
      const step = await takeStep(call, fetched, { entryOf, pageOf })
      if (step.kind !== 'needs') onTiming('read', performance.now() - started)
      return step
    },
  }
}

export function createPooledReader(options: PooledReaderOptions): PooledReader {
  const { workers, sitesModule, readLimitMs = READ_LIMIT_MS, inlineMaxBytes = INLINE_MAX_BYTES } = options
  const settings: WorkerSettings = { sitesModule: sitesModule.href, compileCacheDir: getCompileCacheDir() }
  const entry = new URL(`task-worker.${moduleExtension}`, import.meta.url)
  const pool = createWorkerPool({
    size: workers,
    startWorker: () =>
      new Worker(entry, {
        workerData: settings,
        resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_YOUNG_MB },
      }),
    failureOf: (kind, cause) => failureOf(kind, cause, readLimitMs),
    ...(options.onReplaced ? { onReplaced: options.onReplaced } : {}),
  })
  const inline = createInlineReader()
  return {
    pool,
    step(job) {
      // The first thread starts while the page is on its way; a server at rest has none.
      pool.warm()
      return sizeOf(job.fetched) <= inlineMaxBytes ? inline.step(job) : stepInPool(pool, job, readLimitMs)
    },
  }
}

async function stepInPool(pool: WorkerPool, job: TaskJob, limitMs: number): Promise<TaskStep> {
  const { call, fetched, signal, deadlineMs, onTiming } = job
  const message: TaskMessage = {
    call,
    fetched: Array.from(fetched, ([key, one]) => [
      key,
      one instanceof Fault ? toPortable(one) : toPortablePage(one),
    ]),
  }
  const bytes = sizeOf(fetched)
  const transfer = message.fetched.flatMap(([, one]) => ('body' in one ? [one.body.buffer] : []))
  const started = performance.now()
  const reply = await pool.run<TaskReply>({ message, transfer, bytes, limitMs, deadlineMs, signal })
  onTiming('read', reply.readMs)
  onTiming('pool', performance.now() - started - reply.readMs)
  if (reply.kind === 'done' || reply.kind === 'host') return reply
  if (reply.kind === 'needs') return takeBack(reply, fetched)
  throw reply.kind === 'passed' ? fetched.get(reply.key) : fromPortable(reply.error)
}

function takeBack(reply: Extract<TaskReply, { kind: 'needs' }>, fetched: FetchedSources) {
  for (const [index, [key, one]] of [...fetched].entries()) {
    const body = reply.bodies[index]
    if (body && !(one instanceof Fault)) fetched.set(key, { ...one, body: fromPortableBody(body) })
  }
  return { kind: 'needs', requests: reply.requests } as const
}

function sizeOf(fetched: FetchedSources): number {
  return fetched.values().reduce((sum, one) => sum + (one instanceof Fault ? 0 : one.body.byteLength), 0)
}

/** A page that exhausts the time or memory limit is not one that the site's adapter was written for. */
function failureOf(kind: PoolFailure, cause: unknown, limitMs: number): Fault {
  const unreadable = (within: string): Fault =>
    new Fault('upstream_changed', `the page could not be read within ${within}`, { field: 'body', cause })
  if (kind === 'over limit') return unreadable(`${limitMs} ms`)
  if (kind === 'out of memory') return unreadable('the memory for one page')
  if (kind === 'crashed') return new Fault('internal', 'a worker thread has exited', { cause })
  return new Fault('upstream_timeout', 'the deadline passed while the page was being read')
}
