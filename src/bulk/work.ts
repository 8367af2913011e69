// A worker: takes inputs from the queue of every site and keeps one result for each. Any number of them, on any machines.
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq'
import type { Config, SiteConfig } from '../config.ts'
import { Fault, type FaultCode } from '../kit/fault.ts'
import { askedMs, backOffMs } from './back-off.ts'
import type { Collect } from './collect.ts'
import { connectRedis, type Ledger } from './ledger.ts'
import { paceOf, queuePrefix, type Queues, type Ticket } from './queues.ts'
import { type Result, resultOf } from './result.ts'

export interface WorkParts {
  readonly config: Pick<Config, 'sites' | 'redisPrefix'>
  readonly redisUrl: string
  readonly queues: Queues
  readonly ledger: Ledger
  readonly collect: Collect
  /** Inputs at once for one site; a site's own manners may ask for fewer. */
  readonly concurrency: number
  /** Called with each result that was kept. */
  readonly done: (outcome: string) => void
  /** Trouble with Redis: told, never fatal. */
  readonly trouble: (error: Error) => void
}

export interface Working {
  /** Takes nothing more, finishes what it has. */
  close(): Promise<void>
}

/** A worker that dies lets go of its inputs after this long; twice the deadline of an answer would only delay the others. */
const LOCK_MS = 10_000
const STALL_CHECK_MS = 5_000
/** An input whose workers keep dying is likely the cause. */
const STALLS_MAX = 5
/** Before an input is taken again that Redis had no room for. */
const TROUBLE_MS = 5_000

export function startWork(parts: WorkParts): Working {
  const connection = connectRedis(parts.redisUrl)
  const workers = Object.entries(parts.config.sites)
    .filter(([name, site]) => site.enabled && parts.queues.bySite.has(name))
    .map(([name, site]) => startSite(parts, connection, name, site))
  return {
    async close() {
      await Promise.all(workers.map(worker => worker.close()))
      await connection.quit()
    },
  }
}

function startSite(
  parts: WorkParts,
  connection: ReturnType<typeof connectRedis>,
  name: string,
  site: SiteConfig,
) {
  const limiter = paceOf(site)
  const worker = new Worker<Ticket>(name, (job, token) => work(parts, name, site, job, token), {
    connection,
    prefix: queuePrefix(parts.config.redisPrefix),
    concurrency: Math.min(site.concurrency, parts.concurrency),
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: STALLS_MAX,
    ...(limiter ? { limiter } : {}),
    settings: {
      backoffStrategy: (attemptsMade, _type, error) =>
        backOffMs(error instanceof Fault ? error : { retryAfterMs: undefined }, attemptsMade),
    },
  })
  worker.on('error', parts.trouble)
  worker.on('failed', job => {
    if (job?.deferredFailure) void giveUp(parts, job.data).catch(parts.trouble)
  })
  return worker
}

async function work(
  parts: WorkParts,
  name: string,
  site: SiteConfig,
  job: Job<Ticket>,
  token: string | undefined,
): Promise<void> {
  let fault: Fault | undefined
  try {
    fault = await collectOne(parts, name, site, job)
  } catch (error) {
    // Redis is full, read-only or restarting: no fault of the input, so no attempt of it is spent.
    parts.trouble(error as Error)
    await job.moveToDelayed(Date.now() + TROUBLE_MS, token)
    throw new DelayedError()
  }
  if (!fault?.retryable) return
  throw isLastAttempt(job) ? new UnrecoverableError(`${fault.code}: ${fault.message}`) : fault
}

/** Keeps the result, unless it is a fault that may pass and there are attempts left; answers the fault. */
async function collectOne(
  parts: WorkParts,
  name: string,
  site: SiteConfig,
  job: Job<Ticket>,
): Promise<Fault | undefined> {
  const { job: bulkJob, line, value } = job.data
  // The worker that had it before may have died between keeping the result and saying so.
  const [kept] = job.attemptsStarted > 1 ? await parts.ledger.results(bulkJob, [line]) : []
  if (kept) return faultIn(kept)
  const outcome = await parts.collect(job.data)
  const { fault } = outcome
  if (fault?.code === 'upstream_busy' && !site.sandboxed && askedMs(fault) > 0) {
    // The pause that the site asks for holds for every worker.
    await parts.queues.bySite.get(name)?.rateLimit(askedMs(fault))
  }
  if (fault?.retryable && !isLastAttempt(job)) return fault
  if (await parts.ledger.record(bulkJob, resultOf(line, value, outcome))) parts.done(outcome.code)
  return fault
}

/** Of a result that was kept: one that failed for good must still become a dead letter. */
function faultIn({ outcome }: Result): Fault | undefined {
  return outcome === 'ok' ? undefined : new Fault(outcome as FaultCode, 'its result was kept before')
}

function isLastAttempt(job: Job<Ticket>): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
}

/** The queue has given up on an input whose workers died again and again; it has a result all the same. */
export async function giveUp(
  { ledger, done }: Pick<WorkParts, 'ledger' | 'done'>,
  ticket: Ticket,
): Promise<void> {
  const fault = new Fault('internal', 'every worker that took this input has died')
  const outcome = { code: fault.code, operation: undefined, path: '', atMs: Date.now(), absent: [], fault }
  if (await ledger.record(ticket.job, resultOf(ticket.line, ticket.value, outcome))) done(fault.code)
}
