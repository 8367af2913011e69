// The queues of submitted jobs: one per site, so that each can be paused, rate-limited and counted separately.
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { SiteConfig } from '../../settings/site-config.ts'
import type { QueuedInput } from '../bulk-job.ts'
import { connectRedis } from './job-store.ts'

export interface QueueSettings {
  readonly url: string
  readonly prefix: string
  readonly attempts: number
}

export type Queues = ReturnType<typeof openQueues>

const DEAD_LETTER_PAGE_SIZE = 200

export function openQueues(settings: QueueSettings, sites: readonly string[]) {
  const connection = connectRedis(settings.url)
  const bySite: ReadonlyMap<string, Queue<QueuedInput>> = new Map(
    sites.map(site => [site, openQueue(site, connection, settings)]),
  )
  const queueOf = (site: string): Queue<QueuedInput> => {
    const queue = bySite.get(site)
    if (!queue) throw new Error(`there is no queue for ${site}`)
    return queue
  }
  const counts = () => Promise.all([...bySite].map(([site, queue]) => countsOf(site, queue)))
  return {
    bySite,
    async add(site: string, inputs: readonly QueuedInput[]) {
      const jobs = inputs.map(input => ({
        name: 'input',
        data: input,
        // The id is derived from the input, so that an input submitted twice is queued once.
        opts: { jobId: queuedInputId(input.job, input.line) },
      }))
      await queueOf(site).addBulk(jobs)
    },
    pause: (site: string) => queueOf(site).pause(),
    resume: (site: string) => queueOf(site).resume(),
    counts,
    async *deadLetters(job?: string) {
      for (const [site, queue] of bySite) yield* deadLettersOf(site, queue, job)
    },
    /** Removes a job's inputs from all queues, except those being processed. */
    async removeInputs(job: string, lines: readonly number[]) {
      const queues = (await counts())
        .filter(({ waiting, active, delayed, dead }) => waiting + active + delayed + dead > 0)
        .map(({ site }) => queueOf(site))
      await Promise.all(lines.flatMap(line => queues.map(queue => queue.remove(queuedInputId(job, line)))))
    },
    async close() {
      await Promise.all([...bySite.values()].map(queue => queue.close()))
      await connection.quit()
    },
  }
}

function openQueue(site: string, connection: Redis, { prefix, attempts }: QueueSettings): Queue<QueuedInput> {
  const queue = new Queue<QueuedInput>(site, {
    connection,
    prefix: queuePrefix(prefix),
    defaultJobOptions: {
      attempts,
      backoff: { type: 'custom' },
      // The result is stored separately; a job that failed for good stays as a dead letter.
      removeOnComplete: true,
      removeOnFail: false,
      stackTraceLimit: 0,
    },
  })
  queue.on('error', () => {})
  return queue
}

async function* deadLettersOf(site: string, queue: Queue<QueuedInput>, job: string | undefined) {
  for (const id of await deadLetterIds(queue)) {
    const letter = await queue.getJob(id)
    // Removed meanwhile, or of another job.
    if (!letter || (job !== undefined && letter.data.job !== job)) continue
    yield {
      site,
      input: letter.data,
      /** `code: detail` of the last fault. */
      reason: letter.failedReason,
      attempts: letter.attemptsMade,
      /** Puts it back into the queue. */
      retry: () => letter.retry('failed', { resetAttemptsMade: true }),
    }
  }
}

/** Lists all ids first, because a retry removes its letter from the set and shifts the indexes. */
async function deadLetterIds(queue: Queue<QueuedInput>): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; ; from += DEAD_LETTER_PAGE_SIZE) {
    const page = await queue.getRanges(['failed'], from, from + DEAD_LETTER_PAGE_SIZE - 1)
    ids.push(...page)
    if (page.length < DEAD_LETTER_PAGE_SIZE) return ids
  }
}

async function countsOf(site: string, queue: Queue<QueuedInput>) {
  const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'failed')
  const of = (state: string): number => {
    const count = counts[state]
    if (count === undefined) throw new Error(`the queue did not count ${state}`)
    return count
  }
  return {
    site,
    isPaused: await queue.isPaused(),
    waiting: of('wait'),
    active: of('active'),
    delayed: of('delayed'),
    dead: of('failed'),
  }
}

export function queuePrefix(prefix: string): string {
  return `${prefix}bulk:queue`
}

/** For all workers together: a job sends at least one request, so jobs per second never need to exceed the site's rate. */
export function rateLimitOf({
  requestsPerSecond,
  sandboxed,
}: Pick<SiteConfig, 'requestsPerSecond' | 'sandboxed'>): { max: number; duration: number } | undefined {
  if (sandboxed) return undefined
  const max = Math.max(1, Math.ceil(requestsPerSecond))
  return { max, duration: Math.round((max * 1000) / requestsPerSecond) }
}

function queuedInputId(job: string, line: number): string {
  return `${job}/${line}`
}
