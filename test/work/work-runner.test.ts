// The runner of leased work on both databases: renews, limits, stops cleanly, and survives errors and steps of the clock.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/runtime/clock.ts'
import type { Database } from '../../src/store/database.ts'
import { createJobQueue, createJobRunner } from '../../src/store/queue/job-queue.ts'
import type { WorkContext, WorkOutcome } from '../../src/store/queue/running-work.ts'
import { createWorkRunner } from '../../src/store/queue/work-runner.ts'
import { onBothDatabases } from '../two-stores.ts'

type JobTables = { jobs: { id: string; due_at: number; leased_until: number } }

const WAIT = { timeout: 20_000, interval: 10 }
/** Short, so that a test sees several renewals. */
const LEASE_MS = 600

onBothDatabases(open => {
  let database: Database<unknown>
  let other: Database<unknown>
  beforeAll(async () => {
    ;({ database, other } = await open())
  })
  const jobs = () => database.query.withTables<JobTables>()

  async function addJobs(count: number, dueAtMs = Date.now()): Promise<string[]> {
    await jobs().deleteFrom('jobs').execute()
    const ids = Array.from({ length: count }, () => `job_${Math.random()}`)
    const rows = ids.map(id => ({ id, due_at: dueAtMs, leased_until: 0 }))
    await jobs().insertInto('jobs').values(rows).execute()
    return ids
  }
  const rowOf = (id = '') =>
    jobs().selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  function runnerOf(
    run: (id: string, context: WorkContext) => Promise<WorkOutcome>,
    options: {
      on?: Database<unknown>
      limit?: number
      leaseMs?: number
      clock?: typeof systemClock
      wasSetBack?: () => Promise<boolean>
    } = {},
  ) {
    const errors: unknown[] = []
    const runner = createWorkRunner<string>({
      queue: createJobQueue(options.on ?? database),
      run,
      partitionLimit: () => 1,
      limit: options.limit ?? 10,
      leaseMs: options.leaseMs ?? LEASE_MS,
      tickMs: 50,
      clock: options.clock ?? systemClock,
      ...(options.wasSetBack && { wasSetBack: options.wasSetBack }),
      onError: error => errors.push(error),
    })
    return { runner, errors }
  }
  const later = () => ({ dueAtMs: Date.now() + 3_600_000 })

  describe('runner', () => {
    it('keeps the lease of work that takes longer, so that no other process begins it', async () => {
      const [id] = await addJobs(1)
      let begun = 0
      const run = async (_id: string, { leaseLeftMs }: WorkContext) => {
        begun++
        for (let n = 0; n < 12; n++) {
          await sleep(LEASE_MS / 4)
          expect(leaseLeftMs()).toBeGreaterThan(0)
        }
        return later()
      }
      const runners = [runnerOf(run), runnerOf(run, { on: other })]
      for (const { runner } of runners) runner.start()
      await expect.poll(async () => (await rowOf(id)).due_at > Date.now(), WAIT).toBe(true)
      for (const { runner } of runners) await runner.close()
      expect(begun).toBe(1)
      expect((await rowOf(id)).leased_until).toBe(0)
    })

    it('signals work whose lease was lost, and does not release what another holds', async () => {
      const [id = ''] = await addJobs(1)
      const lost = Promise.withResolvers<void>()
      const { runner } = runnerOf(async (_id, { signal }) => {
        await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
        lost.resolve()
        return later()
      })
      await runner.tick()
      // As another process does once the lease has ended: this one was suspended.
      const theirs = Date.now() + 999_999
      await jobs().updateTable('jobs').set({ leased_until: theirs }).where('id', '=', id).execute()
      await lost.promise
      await runner.idle()
      expect((await rowOf(id)).leased_until).toBe(theirs)
      await runner.close()
    })

    it('runs no more than the limit at the same time, and all in the end', async () => {
      const ids = await addJobs(12)
      let [now, most] = [0, 0]
      const done: string[] = []
      const { runner } = runnerOf(
        async id => {
          most = Math.max(most, ++now)
          await sleep(20)
          now--
          done.push(id)
          return later()
        },
        { limit: 4 },
      )
      runner.start()
      await expect.poll(() => done.length, WAIT).toBe(12)
      await runner.close()
      expect(most).toBe(4)
      expect(done.toSorted()).toEqual(ids.toSorted())
    })

    it('reports an error; the work is free at once, and due again in a minute', async () => {
      const [id] = await addJobs(1)
      const { runner, errors } = runnerOf(async () => {
        throw new Error('broken')
      })
      const before = Date.now()
      await runner.tick()
      await runner.idle()
      expect(errors).toMatchObject([{ message: 'broken' }])
      const { due_at: dueAt, leased_until: leasedUntil } = await rowOf(id)
      expect(leasedUntil).toBe(0)
      expect(dueAt).toBeGreaterThanOrEqual(before + 60_000)
      expect(dueAt).toBeLessThan(Date.now() + 60_001)
    })

    it('stops cleanly: signals what runs, waits for it, and leaves no lease behind', async () => {
      const ids = await addJobs(3)
      let ended = 0
      const { runner } = runnerOf(async (_id, { signal }) => {
        await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
        await sleep(50)
        ended++
        return { dueAtMs: 0 }
      })
      runner.start()
      await expect.poll(async () => (await rowOf(ids[2])).leased_until, WAIT).toBeGreaterThan(0)
      await runner.close()
      expect(ended).toBe(3)
      for (const id of ids) expect(await rowOf(id)).toMatchObject({ due_at: 0, leased_until: 0 })
      expect(await runner.tick().catch(() => 0)).toBeGreaterThanOrEqual(0)
    })

    it('looks through a large table at a start only if a job has run at a time that has not come yet', async () => {
      const HOUR = 3_600_000
      const MINUTE = 60_000
      const job = { id: 'owners', everyMs: MINUTE, run: async () => {} }
      const regular = createJobRunner({ database, jobs: [job], clock: systemClock, onError: () => {} })
      const dueIn = (ms: number) =>
        jobs()
          .updateTable('jobs')
          .set({ due_at: Date.now() + ms })
          .where('id', '=', job.id)
          .execute()
      const [id = ''] = await addJobs(1, Date.now() + 7 * 24 * HOUR)
      await jobs().insertInto('jobs').values({ id: job.id, due_at: 0, leased_until: 0 }).execute()
      expect(await regular.wasSetBack()).toBe(false)
      await dueIn(5 * MINUTE)
      expect(await regular.wasSetBack()).toBe(false)
      const turns = async (): Promise<void> => {
        const { runner } = runnerOf(async () => later(), { wasSetBack: () => regular.wasSetBack() })
        await runner.tick()
        await runner.idle()
        await runner.close()
      }
      await turns()
      expect((await rowOf(id)).due_at).toBeGreaterThan(Date.now() + 24 * HOUR)
      await dueIn(HOUR)
      expect(await regular.wasSetBack()).toBe(true)
      await turns()
      expect((await rowOf(id)).due_at).toBeLessThan(Date.now() + 2 * HOUR)
    })

    it('runs what a step of the clock had postponed, at start and at the step', async () => {
      let offsetMs = 0
      const clock = { wallMs: () => Date.now() + offsetMs, monotonicMs: () => performance.now() }
      const run = async () => ({ dueAtMs: clock.wallMs() + 3_600_000 })
      const [id] = await addJobs(1, Date.now() + 40 * 86_400_000)
      const { runner } = runnerOf(run, { clock })
      expect(await runner.tick()).toBe(1)
      await runner.idle()
      // A day ahead the job runs, and is scheduled there; then the clock is set right again.
      offsetMs = 2 * 86_400_000
      expect(await runner.tick()).toBe(1)
      await runner.idle()
      offsetMs = 0
      expect((await rowOf(id)).due_at).toBeGreaterThan(Date.now() + 86_400_000)
      expect(await runner.tick()).toBe(1)
      await runner.idle()
      expect((await rowOf(id)).due_at).toBeLessThan(Date.now() + 3_600_001)
      await runner.close()
    })
  })
})
