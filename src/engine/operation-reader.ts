// Reads pages on the main thread or on worker threads, so that a slow page does not block the others.
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { SiteView } from '../kit/get.ts'
import { Fault } from '../kit/fault.ts'
import { makePage, type Page, type PageSource } from '../kit/page.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import { moduleExtension } from '../runtime/package-files.ts'
import { fromPortable, toPortable } from './portable-error.ts'
import {
  fromPortableBody,
  type HostMessage,
  type ReadMessage,
  type ReadReply,
  toPortablePage,
  type WorkerSettings,
} from './read-message.ts'
import type { ReadingRequest } from './read-general.ts'
import { readOperation, type ReadStep } from './read-operation.ts'
import { type HostStep, type HostTask, readHostTask } from './host-task.ts'
import type { SiteEntry } from './registry.ts'
import { createWorkerPool, type PoolFailure, type WorkerPool } from './worker-pool.ts'

/** The page or fault of each request so far, by key. A reader takes the bodies and returns them when it needs more pages. */
export type FetchedSources = Map<string, PageSource | Fault>

interface ReadJob {
  readonly entry: SiteEntry
  /** True for the operation's `otherWay`. */
  readonly isOther: boolean
  readonly params: ParamValues
  readonly view: SiteView
  /** Also reads the documents into the general shape. */
  readonly reading?: ReadingRequest | undefined
  readonly fetched: FetchedSources
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly onTiming: (stage: string, ms: number) => void
}

interface HostJob extends Pick<ReadJob, 'fetched' | 'signal' | 'deadlineMs' | 'onTiming'> {
  readonly task: HostTask
  /** One group per listed shop: a slow shop must not slow down the others. */
  readonly group: string
}

export interface OperationReader {
  read(job: ReadJob): Promise<ReadStep>
  /** Reads pages and documents of a listed shop, which has no adapter. */
  readHost(job: HostJob): Promise<HostStep>
}

export interface PooledReader extends OperationReader {
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

/** CPU time; the largest page (16 MB) needs about 0.2 s. */
const READ_LIMIT_MS = 2_000
/** Up to this total size, reading inline costs no more than the transfer to a worker and back. */
const INLINE_MAX_BYTES = 4 * 1024
/** The largest page needs a third of it. */
const WORKER_HEAP_MB = 1_024
/** What a page needs for a moment. V8's default lets the young generations of two threads grow by another 90 MB. */
const WORKER_YOUNG_MB = 16

export function createInlineReader(): OperationReader {
  const pages = new WeakMap<PageSource, Page>()
  return {
    async read({ entry, isOther, params, view, fetched, reading, onTiming }) {
      const started = performance.now()
      const known = new Map(
        Array.from(fetched, ([key, one]) => [key, one instanceof Fault ? one : pageOf(one, entry)]),
      )
      const step = await readOperation(entry, { isOther, params, site: view, fetched: known, reading })
      if (step.kind === 'done') onTiming('read', performance.now() - started)
      return step
    },
    async readHost({ task, fetched, onTiming }) {
      const started = performance.now()
      const step = await readHostTask(task, fetched)
      if (step.kind === 'host') onTiming('read', performance.now() - started)
      return step
    },
  }

  function pageOf(source: PageSource, { selectors }: SiteEntry): Page {
    const known = pages.get(source) ?? makePage(source, selectors)
    pages.set(source, known)
    return known
  }
}

export function createPooledReader(options: PooledReaderOptions): PooledReader {
  const { workers, sitesModule, readLimitMs = READ_LIMIT_MS, inlineMaxBytes = INLINE_MAX_BYTES } = options
  const settings: WorkerSettings = { sitesModule: sitesModule.href, compileCacheDir: getCompileCacheDir() }
  const entry = new URL(`read-worker.${moduleExtension}`, import.meta.url)
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
    read: job =>
      sizeOf(job.fetched) <= inlineMaxBytes ? inline.read(job) : readInPool(pool, job, readLimitMs),
    readHost: job =>
      sizeOf(job.fetched) <= inlineMaxBytes ? inline.readHost(job) : readHostInPool(pool, job, readLimitMs),
  }
}

async function readInPool(pool: WorkerPool, job: ReadJob, limitMs: number): Promise<ReadStep> {
  const { entry, isOther, params, view, fetched, reading } = job
  const message: ReadMessage = {
    operation: entry.operation.id,
    isOther,
    params,
    view,
    fetched: toPortableFetched(fetched),
    reading,
  }
  const reply = await runInPool(pool, job, message, entry.site.name, limitMs)
  if (reply.kind === 'host') throw new Error('a worker has answered another task')
  return reply
}

async function readHostInPool(pool: WorkerPool, job: HostJob, limitMs: number): Promise<HostStep> {
  const message: HostMessage = { task: job.task, fetched: toPortableFetched(job.fetched) }
  const reply = await runInPool(pool, job, message, job.group, limitMs)
  if (reply.kind === 'done') throw new Error('a worker has answered another task')
  return reply
}

function toPortableFetched(fetched: FetchedSources): HostMessage['fetched'] {
  return Array.from(fetched, ([key, one]) => [
    key,
    one instanceof Fault ? toPortable(one) : toPortablePage(one),
  ])
}

async function runInPool(
  pool: WorkerPool,
  { fetched, signal, deadlineMs, onTiming }: Pick<ReadJob, 'fetched' | 'signal' | 'deadlineMs' | 'onTiming'>,
  message: ReadMessage | HostMessage,
  group: string,
  limitMs: number,
): Promise<ReadStep | HostStep> {
  const bytes = sizeOf(fetched)
  const transfer = message.fetched.flatMap(([, one]) => ('body' in one ? [one.body.buffer] : []))
  const started = performance.now()
  const reply = await pool.run<ReadReply>({ message, transfer, bytes, group, limitMs, deadlineMs, signal })
  onTiming('read', reply.readMs)
  onTiming('pool', performance.now() - started - reply.readMs)
  if (reply.kind === 'done' || reply.kind === 'host') return reply
  if (reply.kind === 'needs') return takeBack(reply, fetched)
  throw reply.kind === 'passed' ? fetched.get(reply.key) : fromPortable(reply.error)
}

function takeBack(reply: Extract<ReadReply, { kind: 'needs' }>, fetched: FetchedSources) {
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
