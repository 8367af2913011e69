// Reads pages on the main thread or on worker threads, so that a slow page does not block the others.
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { SiteView } from '../kit/define.ts'
import { Fault } from '../kit/fault.ts'
import { makePage, type Page, type PageSource } from '../kit/page.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import { moduleExtension } from '../package-files.ts'
import type { Product } from '../reader/index.ts'
import { fromPortable, toPortable } from './portable-error.ts'
import {
  fromPortableBody,
  type ProductMessage,
  type ProductReply,
  type ReadMessage,
  type ReadReply,
  toPortablePage,
  type WorkerSettings,
} from './read-message.ts'
import { readOperation, type ReadStep } from './read-operation.ts'
import { readProductPage } from './read-product-page.ts'
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
  readonly fetched: FetchedSources
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly onTiming: (stage: string, ms: number) => void
}

interface ProductPageJob extends Pick<ReadJob, 'signal' | 'deadlineMs' | 'onTiming'> {
  /** A page of a listed shop. The reader takes over its body. */
  readonly page: PageSource
}

export interface OperationReader {
  read(job: ReadJob): Promise<ReadStep>
  /** Reads with the general reader, which needs no adapter. */
  readProductPage(job: ProductPageJob): Promise<Product>
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

export function createInlineReader(): OperationReader {
  const pages = new WeakMap<PageSource, Page>()
  return {
    async read({ entry, isOther, params, view, fetched, onTiming }) {
      const started = performance.now()
      const known = new Map(
        Array.from(fetched, ([key, one]) => [key, one instanceof Fault ? one : pageOf(one, entry)]),
      )
      const step = await readOperation(entry, isOther, params, view, known)
      if (step.kind === 'done') onTiming('read', performance.now() - started)
      return step
    },
    async readProductPage({ page, onTiming }) {
      const started = performance.now()
      const product = readProductPage(page)
      onTiming('read', performance.now() - started)
      return product
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
      new Worker(entry, { workerData: settings, resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } }),
    failureOf: (kind, cause) => failureOf(kind, cause, readLimitMs),
    ...(options.onReplaced ? { onReplaced: options.onReplaced } : {}),
  })
  const inline = createInlineReader()
  return {
    pool,
    read: job =>
      sizeOf(job.fetched) <= inlineMaxBytes ? inline.read(job) : readInPool(pool, job, readLimitMs),
    readProductPage: job =>
      job.page.body.byteLength <= inlineMaxBytes
        ? inline.readProductPage(job)
        : readProductInPool(pool, job, readLimitMs),
  }
}

async function readInPool(pool: WorkerPool, job: ReadJob, limitMs: number): Promise<ReadStep> {
  const { entry, isOther, params, view, fetched, signal, deadlineMs } = job
  const bytes = sizeOf(fetched)
  const message: ReadMessage = {
    operation: entry.operation.id,
    isOther,
    params,
    view,
    fetched: Array.from(fetched, ([key, one]) => [
      key,
      one instanceof Fault ? toPortable(one) : toPortablePage(one),
    ]),
  }
  const transfer = message.fetched.flatMap(([, one]) => ('body' in one ? [one.body.buffer] : []))
  const started = performance.now()
  const reply = await pool.run<ReadReply>({
    message,
    transfer,
    bytes,
    group: entry.site.name,
    limitMs,
    deadlineMs,
    signal,
  })
  job.onTiming('read', reply.readMs)
  job.onTiming('pool', performance.now() - started - reply.readMs)
  if (reply.kind === 'done') return reply
  if (reply.kind === 'needs') return takeBack(reply, fetched)
  throw reply.kind === 'passed' ? fetched.get(reply.key) : fromPortable(reply.error)
}

async function readProductInPool(pool: WorkerPool, job: ProductPageJob, limitMs: number): Promise<Product> {
  const { page: source, signal, deadlineMs } = job
  const bytes = source.body.byteLength
  const page = toPortablePage(source)
  const message: ProductMessage = { page }
  const started = performance.now()
  const reply = await pool.run<ProductReply>({
    message,
    transfer: [page.body.buffer],
    bytes,
    // One group per listed shop: a slow shop must not slow down the others.
    group: source.url.host,
    limitMs,
    deadlineMs,
    signal,
  })
  job.onTiming('read', reply.readMs)
  job.onTiming('pool', performance.now() - started - reply.readMs)
  if (reply.kind === 'failed') throw fromPortable(reply.error)
  return reply.product
}

function takeBack(reply: Extract<ReadReply, { kind: 'needs' }>, fetched: FetchedSources): ReadStep {
  for (const [index, [key, one]] of [...fetched].entries()) {
    const body = reply.bodies[index]
    if (body && !(one instanceof Fault)) fetched.set(key, { ...one, body: fromPortableBody(body) })
  }
  return { kind: 'needs', requests: reply.requests }
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
