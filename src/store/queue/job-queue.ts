// Regular jobs, such as retention: each is run by one replica at a time, on a schedule that survives restarts.
import { sql } from 'kysely'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../database.ts'
import { createLeaseTable } from './lease-table.ts'
import type { WorkQueue } from './work-queue.ts'
import { createWorkRunner, type WorkRunner } from './work-runner.ts'

export interface Job {
  readonly id: string
  readonly everyMs: number
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

export interface JobRunnerParts {
  readonly database: Database<unknown>
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

type JobTables = { jobs: { id: string; due_at: number; leased_until: number } }

export interface JobRunner extends Omit<WorkRunner, 'start'> {
  /** Adds new jobs, which are due at once, and starts running all. */
  start(): Promise<void>
  /** Before the start: whether a job has run at a time that has not come yet. */
  wasSetBack(): Promise<boolean>
}

/** Clocks of replicas may differ by less than this. */
const CLOCK_SKEW_MS = 5 * 60_000
/** Longer than the interval of any job. */
const LONGEST_WAIT_MS = 24 * 3_600_000
const TICK_MS = 5_000

export function createJobRunner({ database, jobs, clock, onError }: JobRunnerParts): JobRunner {
  const query = database.query.withTables<JobTables>()
  const runner = createWorkRunner<string>({
    queue: createJobQueue(database),
    async run(id, { signal }) {
      const job = jobs.find(one => one.id === id)
      // Another release has it.
      if (!job) return { dueAtMs: clock.wallMs() + LONGEST_WAIT_MS }
      await job.run(signal)
      return { dueAtMs: clock.wallMs() + (signal.aborted ? 0 : job.everyMs) }
    },
    partitionLimit: () => 1,
    limit: jobs.length,
    tickMs: TICK_MS,
    clock,
    onError,
  })
  return {
    ...runner,
    async wasSetBack() {
      const nowMs = clock.wallMs()
      const due = new Map(
        (await query.selectFrom('jobs').selectAll().execute()).map(job => [job.id, job.due_at]),
      )
      return jobs.some(({ id, everyMs }) => (due.get(id) ?? 0) > nowMs + everyMs + CLOCK_SKEW_MS)
    },
    async start() {
      const nowMs = clock.wallMs()
      for (const { id } of jobs) {
        await query
          .insertInto('jobs')
          .values({ id, due_at: nowMs, leased_until: 0 })
          .onConflict(on => on.column('id').doNothing())
          .execute()
      }
      runner.start()
    },
  }
}

export function createJobQueue(database: Database<unknown>): WorkQueue<string> {
  return createLeaseTable<{ id: string }, string>({
    database,
    table: 'jobs',
    partition: 'id',
    longestWaitMs: sql.lit(LONGEST_WAIT_MS),
    itemOf: ({ id }) => id,
  })
}
