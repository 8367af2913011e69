// The rules of submitted jobs, with a worker in this process and a real Redis: attempts, dead letters, pauses, results.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, config, resolveInput } from '../../src/bulk/bulk-sites-fixture.ts'
import type { BulkCollector, BulkOutcome } from '../../src/bulk/input/collect.ts'
import { addMissingDeadLetterResults, fetchResults } from '../../src/bulk/queue/fetch-results.ts'
import { type JobStore, openJobStore } from '../../src/bulk/queue/job-store.ts'
import { openOutput } from '../../src/bulk/output/output.ts'
import { openQueues, type Queues } from '../../src/bulk/queue/queues.ts'
import { startQueueWorker } from '../../src/bulk/queue/queue-worker.ts'
import { ndjsonFormat, resultOf } from '../../src/bulk/output/result.ts'
import { submit } from '../../src/bulk/queue/submit.ts'
import { Fault, type FaultCode } from '#kit/fault'
import { createTestRedis, redisServer, withRedis } from '../services.ts'
import { readResults } from './bulk-fixture.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('queue-rules')
const answered: BulkOutcome = {
  code: 'ok',
  operation: 'hats.product',
  path: '',
  atMs: 0,
  absent: [],
  body: '{}',
}
const failed = (code: FaultCode, more: { retryAfterMs?: number } = {}): BulkOutcome => ({
  ...answered,
  code,
  fault: new Fault(code, 'it failed', more),
})

describe.skipIf(redisServer === undefined)('submitted job', () => {
  let redis: Awaited<ReturnType<typeof createTestRedis>>
  let prefix: string
  let jobStore: JobStore
  let queues: Queues
  const workers: ReturnType<typeof startQueueWorker>[] = []
  const errors: string[] = []
  beforeAll(async () => {
    redis = await createTestRedis()
  })
  beforeEach(() => {
    // Every test has a separate prefix, so that no test sees the data of another.
    prefix = `${redis.prefix}${Math.random().toString(36).slice(2)}:`
    jobStore = openJobStore(redis.url, prefix)
    queues = openQueues({ url: redis.url, prefix, attempts: 2 }, ['shoes', 'hats'])
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map(worker => worker.close()))
    await queues.close()
    await jobStore.close()
    expect(errors.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await redis.drop()
  })

  function work(collect: BulkCollector, sandboxed = true): string[] {
    const kept: string[] = []
    const sites = Object.entries(config.sites).map(([name, site]) => [
      name,
      { ...site, sandboxed, requestsPerSecond: 1_000, concurrency: name === 'shoes' ? 1 : 8 },
    ])
    const worker = startQueueWorker({
      config: { sites: Object.fromEntries(sites) as typeof config.sites, redisPrefix: prefix },
      redisUrl: redis.url,
      queues,
      jobStore,
      collect,
      concurrency: 4,
      onResult: outcome => void kept.push(outcome),
      onError: error => void errors.push(error.message),
    })
    workers.push(worker)
    return kept
  }
  /** A name that no job has had. */
  const newJob = () => `job-${Math.random().toString(36).slice(2)}`
  async function submitInputs(
    name: string,
    inputs: readonly unknown[],
    onQueued: (count: number) => void = () => {},
  ) {
    const file = join(folder, `${name}.ndjson`)
    writeFileSync(file, inputs.map(input => JSON.stringify(input)).join('\n'))
    return submit({ name, file, resolveInput, jobStore, queues, onQueued })
  }
  const outcomesOf = async (name: string) => Object.fromEntries(await jobStore.outcomeCounts(name))
  const countsOf = async (site: string) => (await queues.counts()).find(one => one.site === site)
  /** Turns all waiting inputs into dead letters, without the attempts that usually precede. */
  async function bury(site: string): Promise<void> {
    const queue = queues.bySite.get(site)
    const [waiting = '', dead = ''] = ['wait', 'failed'].map(state => queue?.toKey(state))
    await withRedis(redis.url, async client => {
      const ids = await client.lrange(waiting, 0, -1)
      await client.zadd(dead, ...ids.flatMap((id, place) => [place, id]))
      await client.del(waiting)
    })
  }
  const lettersOf = (name?: string) => Array.fromAsync(queues.deadLetters(name))

  it('is queued by site, and an invalid input has its result at once', async () => {
    const name = newJob()
    const queued: number[] = []
    const inputs = [ask('shoes', '1'), ask('hats', '2'), { operation: 'coats.product' }, ask('hats', '4')]
    const job = await submitInputs(name, inputs, count => void queued.push(count))
    const whole = {
      lastQueuedLine: 4,
      total: 4,
      isFullyQueued: true,
      operations: ['shoes.product', 'hats.product'],
    }
    expect(job).toMatchObject(whole)
    expect(await jobStore.find(name)).toMatchObject(whole)
    expect(queued).toEqual([4])
    expect(await outcomesOf(name)).toEqual({ invalid_parameter: 1 })
    expect(await countsOf('shoes')).toEqual({
      site: 'shoes',
      isPaused: false,
      waiting: 1,
      active: 0,
      delayed: 0,
      dead: 0,
    })
    expect(await countsOf('hats')).toMatchObject({ waiting: 2 })
    // The same file again queues nothing; another one is refused.
    expect(await submitInputs(name, inputs, () => expect.unreachable())).toEqual(job)
    await expect(submitInputs(name, [ask('hats', '9')])).rejects.toThrow(/with another input exists/)
    await queues.removeInputs(name, [1, 2])
    expect(await countsOf('shoes')).toMatchObject({ waiting: 0 })
    expect(await countsOf('hats')).toMatchObject({ waiting: 1 })
    await queues.removeInputs(name, [4])
  })

  it('that was queued in part continues after the last queued line, a thousand at a time', async () => {
    const name = newJob()
    const inputs = Array.from({ length: 2_500 }, (_, place) => ask('hats', String(place)))
    const queued: number[] = []
    await submitInputs(name, inputs, count => void queued.push(count))
    expect(queued).toEqual([1_000, 2_000, 2_500])
    const lines = inputs.map((_, place) => place + 1)
    await queues.removeInputs(name, lines)
    await jobStore.saveQueueProgress(name, {
      lastQueuedLine: 2_000,
      total: 2_000,
      isFullyQueued: false,
      operations: ['shoes.product'],
      own: [],
    })
    const job = await submitInputs(name, inputs)
    expect(job).toMatchObject({
      lastQueuedLine: 2_500,
      total: 2_500,
      operations: ['shoes.product', 'hats.product'],
    })
    expect(await countsOf('hats')).toMatchObject({ waiting: 500 })
    await queues.removeInputs(name, lines)
  })

  it('of a file without inputs is fully queued at once', async () => {
    const name = newJob()
    const queued: number[] = []
    const job = await submitInputs(name, [], count => void queued.push(count))
    const whole = { lastQueuedLine: 0, total: 0, isFullyQueued: true, operations: [], own: [] }
    expect(job).toMatchObject(whole)
    expect(await jobStore.find(name)).toMatchObject(whole)
    expect(queued).toEqual([0])
  })

  it('may have more dead letters than are read at a time', async () => {
    const name = newJob()
    const lines = Array.from({ length: 450 }, (_, place) => place + 1)
    await submitInputs(
      name,
      lines.map(line => ask('hats', String(line))),
    )
    await bury('hats')
    expect(await countsOf('hats')).toMatchObject({ waiting: 0, dead: 450 })
    const found = (await lettersOf(name)).map(({ input }) => input.line)
    expect(found.toSorted((a, b) => a - b)).toEqual(lines)
  })

  it('retries an input that may succeed, makes it a dead letter if it does not, and can be retried', async () => {
    const name = newJob()
    const inputs = ['late', 'dead', 'gone', 'fine'].map(id => ask('hats', id))
    const tries: number[] = []
    let isRepaired = false
    const kept = work(async ({ line }) => {
      tries.push(line)
      const count = tries.filter(one => one === line).length
      if (line === 1 && count === 1) return failed('upstream_timeout')
      if (line === 2 && !isRepaired) return failed('upstream_timeout')
      return line === 3 ? failed('not_found') : answered
    })
    await submitInputs(name, inputs)
    const all = { ok: 2, upstream_timeout: 1, not_found: 1 }
    await expect.poll(() => outcomesOf(name)).toEqual(all)
    await expect.poll(async () => (await lettersOf(name)).length).toBe(1)
    expect(tries.toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 3, 4])
    expect(kept.toSorted()).toEqual(['not_found', 'ok', 'ok', 'upstream_timeout'])
    expect(await lettersOf('another job')).toEqual([])
    const [letter] = await lettersOf(name)
    expect(letter).toMatchObject({
      site: 'hats',
      input: { job: name, line: 2, value: inputs[1] },
      reason: 'upstream_timeout: it failed',
      attempts: 2,
    })
    isRepaired = true
    await jobStore.removeResult(name, 2, 'upstream_timeout')
    await letter?.retry()
    await expect.poll(() => outcomesOf(name)).toEqual({ ok: 3, not_found: 1 })
    expect(await lettersOf(name)).toEqual([])
  })

  it('does not repeat an input whose result was stored by a worker that then died', async () => {
    const name = newJob()
    const collected: number[] = []
    work(async ({ line, value }) => {
      collected.push(line)
      const kept = line === 1 ? answered : failed('upstream_timeout')
      await jobStore.addResult(name, resultOf(line, value, kept))
      return failed('upstream_timeout')
    })
    await submitInputs(name, [ask('hats', '1'), ask('hats', '2')])
    await expect.poll(async () => (await lettersOf(name)).length).toBe(1)
    await expect.poll(() => countsOf('hats')).toMatchObject({ waiting: 0, active: 0, delayed: 0, dead: 1 })
    expect(collected.toSorted((a, b) => a - b)).toEqual([1, 2])
    expect((await lettersOf(name))[0]).toMatchObject({ input: { line: 2 } })
    expect(await outcomesOf(name)).toEqual({ ok: 1, upstream_timeout: 1 })
  })

  it('of a paused site waits', async () => {
    const name = newJob()
    const collected: string[] = []
    await queues.pause('shoes')
    await submitInputs(name, [ask('shoes', '1'), ask('hats', '2')])
    work(async ({ line }) => {
      collected.push(String(line))
      return answered
    })
    await expect.poll(() => outcomesOf(name)).toEqual({ ok: 1 })
    expect(collected).toEqual(['2'])
    expect(await countsOf('shoes')).toMatchObject({ isPaused: true })
    await queues.resume('shoes')
    await expect.poll(() => outcomesOf(name)).toEqual({ ok: 2 })
    expect(await countsOf('shoes')).toMatchObject({ isPaused: false, waiting: 0 })
  })

  it('of a site that requests a pause waits as long, for every worker', async () => {
    const name = newJob()
    const collected: number[] = []
    await submitInputs(name, [ask('shoes', '1'), ask('shoes', '2')])
    work(async () => {
      collected.push(performance.now())
      return collected.length === 1 ? failed('upstream_busy', { retryAfterMs: 1_500 }) : answered
    }, false)
    await expect.poll(() => outcomesOf(name)).toEqual({ ok: 2 })
    const [first = 0, second = 0] = collected
    expect(second - first).toBeGreaterThanOrEqual(1_400)
  })

  it('runs no more inputs at once than the site and the worker allow', async () => {
    const name = newJob()
    const now = { shoes: 0, hats: 0 }
    const most = { shoes: 0, hats: 0 }
    const inputs = Array.from({ length: 14 }, (_, place) => ask(place < 4 ? 'shoes' : 'hats', String(place)))
    await submitInputs(name, inputs)
    work(async ({ line }) => {
      const site = line <= 4 ? 'shoes' : 'hats'
      most[site] = Math.max(most[site], ++now[site])
      await sleep(20)
      now[site]--
      return answered
    })
    await expect.poll(() => outcomesOf(name)).toEqual({ ok: 14 })
    expect(most.shoes).toBe(1)
    expect(most.hats).toBeLessThanOrEqual(4)
  })

  it('is exported once, as far as there are results, including dead letters of lost workers', async () => {
    const name = newJob()
    const inputs = Array.from({ length: 250 }, (_, place) => ask('hats', String(place)))
    await queues.pause('hats')
    await submitInputs(name, inputs)
    const out = join(folder, `${name}.out.ndjson`)
    async function fetchAll(): Promise<number> {
      const output = await openOutput(out, ndjsonFormat)
      const job = await jobStore.find(name)
      const written: string[] = []
      const count = job
        ? await fetchResults({ jobStore, output, onWritten: one => void written.push(one) }, job)
        : -1
      await output.close()
      expect(written).toHaveLength(count)
      return count
    }
    expect(await fetchAll()).toBe(0)
    await queues.resume('hats')
    work(async ({ line }) => (line === 250 ? failed('upstream_timeout') : answered))
    await expect.poll(() => outcomesOf(name), { timeout: 50_000 }).toEqual({ ok: 249, upstream_timeout: 1 })
    await expect.poll(async () => (await lettersOf(name)).length).toBe(1)
    await jobStore.removeResult(name, 250, 'upstream_timeout')
    expect(await fetchAll()).toBe(249)
    await addMissingDeadLetterResults(jobStore, queues, name)
    await addMissingDeadLetterResults(jobStore, queues, name)
    expect(await fetchAll()).toBe(1)
    expect(await fetchAll()).toBe(0)
    const results = readResults(out)
    expect(results.map(({ line }) => line)).toEqual(inputs.map((_, place) => place + 1))
    expect(results.at(-1)).toMatchObject({ outcome: 'internal', problem: { code: 'internal' } })
  })
})
