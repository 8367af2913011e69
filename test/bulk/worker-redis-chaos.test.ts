// Workers while their Redis is killed, frozen and full: they wait, recover automatically, and every input has exactly one
// result.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobStore, openJobStore } from '../../src/bulk/queue/job-store.ts'
import { COMMAND, start, type RunningProcess, wares } from '../e2e/process.ts'
import { withRedis, redisServer, type Service, startRedis } from '../services.ts'
import { type BulkFixture, createBulkFixture, mismatches, priceInputs } from './bulk-fixture.ts'

const PREFIX = 'chaos:'
const INPUTS = 800

describe.skipIf(redisServer === undefined)('bulk workers recover when Redis', () => {
  let fixture: BulkFixture
  let redis: Service
  let env: Record<string, string>
  let jobStore: JobStore
  let workers: RunningProcess[]

  beforeAll(async () => {
    fixture = await createBulkFixture()
    redis = await startRedis({ keeps: true })
    env = { ...fixture.env, WARES_REDIS_URL: redis.url, WARES_REDIS_PREFIX: PREFIX }
    jobStore = openJobStore(redis.url, PREFIX)
    workers = [1, 2].map(() =>
      start(process.execPath, [COMMAND, 'start', '--worker', '--concurrency', '2', '--no-cache'], env),
    )
  })
  afterAll(async () => {
    await Promise.all(workers.map(one => one.stop()))
    await jobStore.close()
    await redis.remove()
  })

  const doneOf = async (job: string) =>
    [...(await jobStore.outcomeCounts(job)).values()].reduce((sum, count) => sum + count, 0)

  /** Submits a job, causes the outage after the first results, and waits for all results. */
  async function collectDuring(job: string, trouble: () => Promise<void>): Promise<void> {
    const inputs = priceInputs(INPUTS)
    const submitted = await wares(
      ['bulk', 'submit', fixture.writeInputs(`${job}.ndjson`, inputs), '--name', job],
      env,
    )
    expect(submitted.stderr).not.toMatch(/rror/)
    await expect.poll(() => doneOf(job), { timeout: 90_000, interval: 10 }).toBeGreaterThan(50)
    await trouble()
    expect(await doneOf(job)).toBeLessThan(INPUTS)
    const out = fixture.path(`${job}.out.ndjson`)
    expect((await wares(['bulk', 'results', job, '--out', out, '--wait'], env)).code).toBe(0)
    expect(mismatches(out, inputs)).toEqual([])
    expect(await doneOf(job)).toBe(INPUTS)
  }

  it('is killed and comes back with its data', async () => {
    await collectDuring('killed', async () => {
      await redis.kill()
      await sleep(1_500)
      await redis.start()
    })
  }, 240_000)

  it('hangs for a while', async () => {
    await collectDuring('frozen', async () => {
      redis.freeze()
      await sleep(4_000)
      redis.thaw()
    })
  }, 240_000)

  it('is full for a while', async () => {
    const limit = (bytes: string) => withRedis(redis.url, client => client.config('SET', 'maxmemory', bytes))
    await collectDuring('full', async () => {
      await limit('1mb')
      await sleep(3_000)
      await limit('0')
    })
  }, 240_000)
})
