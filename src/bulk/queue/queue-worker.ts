// A bulk worker: takes inputs from the queues of all sites and stores one result for each. Any number can run, on any machine.
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq'
import type { Config } from '../../settings/config.ts'
import type { SiteConfig } from '../../settings/site-config.ts'
import { Fault, type FaultCode } from '#kit/fault'
import { cappedRetryAfterMs, retryDelayMs } from '../retry-delay.ts'
import type { BulkCollector } from '../input/collect.ts'
import { connectRedis, type JobStore } from './job-store.ts'
import { rateLimitOf, queuePrefix, type Queues } from './queues.ts'
import type { QueuedInput } from '../bulk-job.ts'
import { type BulkResult, resultOf } from '../output/result.ts'

export interface QueueWorkerOptions {
  readonly config: Pick<Config, 'sites' | 'redisPrefix'>
  readonly redisUrl: string
  readonly queues: Queues
  readonly jobStore: JobStore
  readonly collect: BulkCollector
  /** Maximum concurrent inputs per site; a site's own limit may be lower. */
  readonly concurrency: number
  /** Called with each stored result. */
  readonly onResult: (outcome: string) => void
  /** Called with Redis errors, which are never fatal. */
  readonly onError: (error: Error) => void
}

/** The inputs of a worker that dies are released after this long. The lock is renewed, so it may be shorter than a deadline. */
const LOCK_MS = 10_000
const STALL_CHECK_MS = 5_000
/** An input whose workers keep dying is probably the cause. */
const MAX_STALLS = 5
/** Delay before an input is retried whose result Redis could not store. */
const REDIS_RETRY_DELAY_MS = 5_000

type QueueLimits = Pick<SiteConfig, 'concurrency' | 'requestsPerSecond' | 'sandboxed'>

/** For the queue of general operations: each site has its own limits in the engine, and none pauses the others. */
const GENERAL_LIMITS: QueueLimits = {
  concurrency: 8,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  sandboxed: true,
}

export function startQueueWorker(parts: QueueWorkerOptions) {
  const connection = connectRedis(parts.redisUrl)
  const workers = [...parts.queues.bySite.keys()].flatMap(name => {
    const site = parts.config.sites[name]
    if (site?.enabled === false) return []
    return [startSiteWorker(parts, connection, name, site ?? GENERAL_LIMITS)]
  })
  return {
    /** Takes no more inputs, and finishes the current ones. */
    async close(): Promise<void> {
      await Promise.all(workers.map(worker => worker.close()))
      await connection.quit()
    },
  }
}

function startSiteWorker(
  parts: QueueWorkerOptions,
  connection: ReturnType<typeof connectRedis>,
  name: string,
  site: QueueLimits,
) {
  const limiter = rateLimitOf(site)
  const worker = new Worker<QueuedInput>(name, (job, token) => processJob(parts, name, site, job, token), {
    connection,
    prefix: queuePrefix(parts.config.redisPrefix),
    concurrency: Math.min(site.concurrency, parts.concurrency),
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: MAX_STALLS,
    ...(limiter ? { limiter } : {}),
    settings: {
      backoffStrategy: (attemptsMade, _type, error) =>
        retryDelayMs(error instanceof Fault ? error : { retryAfterMs: undefined }, attemptsMade),
    },
  })
  worker.on('error', parts.onError)
  worker.on('failed', job => {
    if (job?.deferredFailure) void recordStalledInput(parts, job.data).catch(parts.onError)
  })
  return worker
}

async function processJob(
  parts: QueueWorkerOptions,
  name: string,
  site: QueueLimits,
  job: Job<QueuedInput>,
  token: string | undefined,
): Promise<void> {
  let fault: Fault | undefined
  try {
    fault = await collectOne(parts, name, site, job)
  } catch (error) {
    // Redis is full, read-only or restarting. That is not the input's fault, so it does not count as an attempt.
    parts.onError(error as Error)
    await job.moveToDelayed(Date.now() + REDIS_RETRY_DELAY_MS, token)
    throw new DelayedError()
  }
  if (!fault?.retryable) return
  throw isLastAttempt(job) ? new UnrecoverableError(`${fault.code}: ${fault.message}`) : fault
}

/** Stores the result, unless it is a retryable fault with attempts left. Returns the fault. */
async function collectOne(
  parts: QueueWorkerOptions,
  name: string,
  site: QueueLimits,
  job: Job<QueuedInput>,
): Promise<Fault | undefined> {
  const { job: bulkJob, line, value } = job.data
  // The previous worker may have died after it stored the result and before it completed the job.
  const [stored] = job.attemptsStarted > 1 ? await parts.jobStore.results(bulkJob, [line]) : []
  if (stored) return faultOfResult(stored)
  const outcome = await parts.collect(job.data)
  const { fault } = outcome
  if (fault?.code === 'upstream_busy' && !site.sandboxed && cappedRetryAfterMs(fault) > 0) {
    // The pause that the site requests applies to every worker.
    await parts.queues.bySite.get(name)?.rateLimit(cappedRetryAfterMs(fault))
  }
  if (fault?.retryable && !isLastAttempt(job)) return fault
  if (await parts.jobStore.addResult(bulkJob, resultOf(line, value, outcome))) parts.onResult(outcome.code)
  return fault
}

/** The fault of a stored result: an input that failed for good must still become a dead letter. */
function faultOfResult({ outcome }: BulkResult): Fault | undefined {
  return outcome === 'ok' ? undefined : new Fault(outcome as FaultCode, 'its result was kept before')
}

function isLastAttempt(job: Job<QueuedInput>): boolean {
  const { attempts } = job.opts
  return attempts === undefined || !Number.isSafeInteger(attempts) || job.attemptsMade + 1 >= attempts
}

/** Stores a result for an input that the queue gave up on because its workers kept dying. */
export async function recordStalledInput(
  { jobStore, onResult }: Pick<QueueWorkerOptions, 'jobStore' | 'onResult'>,
  input: QueuedInput,
): Promise<void> {
  const fault = new Fault('internal', 'every worker that took this input has died')
  const outcome = { code: fault.code, operation: undefined, path: '', atMs: Date.now(), absent: [], fault }
  if (await jobStore.addResult(input.job, resultOf(input.line, input.value, outcome))) onResult(fault.code)
}
