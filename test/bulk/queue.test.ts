// Submitted jobs and real workers with a real Redis: killed, stopped, paused, retried; every input has exactly one result.
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type JobStore, openJobStore } from '../../src/bulk/queue/job-store.ts'
import { resultOf } from '../../src/bulk/output/result.ts'
import { openQueues, type Queues } from '../../src/bulk/queue/queues.ts'
import { Fault } from '#kit/fault'
import { COMMAND, start, type RunningProcess, wares } from '../e2e/process.ts'
import { redisServer, createTestRedis } from '../services.ts'
import { type BulkFixture, createBulkFixture, mismatches, priceInputs, readResults } from './bulk-fixture.ts'
import { expectGeneralTable, generalInputs } from './general-table.ts'

let fixture: BulkFixture
let redis: Awaited<ReturnType<typeof createTestRedis>>
let env: Record<string, string>
let jobStore: JobStore
/** The queues, for tests that poll: starting the command costs a second each time. */
let queues: Queues
let workers: RunningProcess[] = []

beforeAll(async () => {
  fixture = await createBulkFixture()
  redis = await createTestRedis()
  env = { ...fixture.env, WARES_REDIS_URL: redis.url, WARES_REDIS_PREFIX: redis.prefix }
  jobStore = openJobStore(redis.url, redis.prefix)
  queues = openQueues({ ...redis, attempts: 1 }, ['sneakerhub'])
})
afterEach(async () => {
  const alive = workers.filter(({ child }) => child.exitCode === null && child.signalCode === null)
  await Promise.all(alive.map(one => one.stop()))
  workers = []
})
afterAll(async () => {
  await queues.close()
  await jobStore.close()
  await redis.drop()
})

const bulk = (...args: string[]) => wares(['bulk', ...args], env)
function worker(...more: string[]): RunningProcess {
  const started = start(process.execPath, [COMMAND, 'start', '--worker', ...more], env)
  workers.push(started)
  return started
}

interface Status {
  readonly jobs: {
    name: string
    state: string
    done: number
    total: number
    outcomes: Record<string, number>
  }[]
  readonly sites: { site: string; isPaused: boolean; waiting: number; active: number; dead: number }[]
}

async function status(...job: string[]): Promise<Status> {
  return JSON.parse((await bulk('status', ...job, '--json')).stdout) as Status
}

async function doneOf(name: string): Promise<number> {
  const counts = await jobStore.outcomeCounts(name)
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

async function until(name: string, isReached: (done: number) => boolean): Promise<number> {
  for (let tries = 0; tries < 6_000; tries++) {
    const done = await doneOf(name)
    if (isReached(done)) return done
    await sleep(20)
  }
  throw new Error(`${name} did not come so far`)
}

describe.skipIf(redisServer === undefined)('bulk workers', () => {
  it('produce exactly one result per input when a worker is killed', async () => {
    const inputs = priceInputs(600)
    const file = fixture.writeInputs('three.ndjson', inputs)
    expect((await bulk('submit', file, '--name', 'three')).code).toBe(0)
    const [doomed, ...others] = [1, 2, 3].map(() => worker('--concurrency', '4', '--no-cache'))
    const midway = await until('three', done => done > 50)
    doomed?.child.kill('SIGKILL')
    expect(midway).toBeLessThan(inputs.length)
    const out = fixture.path('three.out.ndjson')
    const fetched = await bulk('results', 'three', '--out', out, '--wait')
    expect(fetched.code).toBe(0)
    expect(mismatches(out, inputs)).toEqual([])
    expect(readResults(out)).toHaveLength(600)
    expect((await status('three')).jobs[0]).toMatchObject({ state: 'done', outcomes: { ok: 600 } })
    expect(await Promise.all(others.map(one => one.stop()))).toEqual([0, 0])
  }, 180_000)

  it('run general operations too, and their results are a table', async () => {
    const file = fixture.writeInputs('general.ndjson', generalInputs(fixture.sandbox.origin))
    expect((await bulk('submit', file, '--name', 'general')).code).toBe(0)
    worker()
    const out = fixture.path('general.csv')
    const fetched = await bulk('results', 'general', '--out', out, '--wait')
    expect(fetched.code, fetched.stderr).toBe(0)
    expectGeneralTable(out)
  }, 180_000)

  it('finish their current inputs when stopped, and leave the rest', async () => {
    const slow = { operation: 'sneakerhub.prices', params: { id: '1044287~slow' } }
    const inputs = Array.from({ length: 9 }, (_, place) => ({ ...slow, place }))
    await bulk('submit', fixture.writeInputs('stop.ndjson', inputs), '--name', 'stop')
    const first = worker('--concurrency', '2', '--no-cache')
    await until('stop', done => done > 0)
    expect(await first.stop()).toBe(0)
    const done = await doneOf('stop')
    expect(done).toBeGreaterThanOrEqual(2)
    expect(done).toBeLessThan(inputs.length)
    const out = fixture.path('stop.out.ndjson')
    expect((await bulk('results', 'stop', '--out', out)).code).toBe(3)
    expect(readResults(out)).toHaveLength(done)
    // Nothing is left locked: another worker continues at once.
    expect((await status()).sites[0]).toMatchObject({ active: 0, waiting: inputs.length - done })
    worker()
    await until('stop', count => count === inputs.length)
    expect((await bulk('results', 'stop', '--out', out)).code).toBe(0)
    expect(mismatches(out, inputs)).toEqual([])
  }, 180_000)

  it('skip a paused site, and keep dead letters that can be retried', async () => {
    const inputs = [
      { operation: 'departmentstore.product', params: { id: '3780033' } },
      { operation: 'sneakerhub.prices', params: { id: '1044287' } },
      { operation: 'sneakerhub.prices', params: { id: '1044287~busy' } },
      { operation: 'sneakerhub.prices', params: { id: '1044287~gone' } },
      'no input',
    ]
    await bulk('pause', 'sneakerhub')
    await bulk('submit', fixture.writeInputs('dead.ndjson', inputs), '--name', 'dead', '--attempts', '2')
    worker()
    await until('dead', done => done === 2)
    await sleep(500)
    const paused = await status('dead')
    expect(paused.jobs[0]?.outcomes).toEqual({ ok: 1, invalid_parameter: 1 })
    expect(paused.sites).toContainEqual(
      expect.objectContaining({ site: 'sneakerhub', isPaused: true, waiting: 3 }),
    )
    await bulk('resume', 'sneakerhub')
    await until('dead', done => done === 5)
    const letters = JSON.parse((await bulk('dead', 'dead', '--json')).stdout) as unknown[]
    // Only inputs that may succeed are retried and become dead letters; a missing product is a result.
    expect(letters).toEqual([
      expect.objectContaining({
        line: 3,
        attempts: 2,
        input: inputs[2],
        reason: expect.stringMatching(/^upstream_busy/),
      }),
    ])
    expect((await bulk('retry', 'dead')).stdout).toMatch(/^1 inputs of dead are queued again/)
    await until('dead', done => done === 5)
    const out = fixture.path('dead.out.ndjson')
    expect((await bulk('results', 'dead', '--out', out, '--wait')).code).toBe(0)
    expect(mismatches(out, inputs)).toEqual([])
    await bulk('remove', 'dead')
    expect((await bulk('status', 'dead')).stderr).toMatch(/There is no job dead/)
    expect((await status()).sites).toEqual([])
  }, 180_000)
})

describe.skipIf(redisServer === undefined)('bulk worker that dies', () => {
  it('between storing the result of a failed input and reporting it still leaves a dead letter', async () => {
    const input = { operation: 'sneakerhub.prices', params: { id: '1044287~timeout' } }
    await bulk('submit', fixture.writeInputs('late.ndjson', [input]), '--name', 'late', '--attempts', '1')
    const doomed = worker()
    await expect.poll(async () => (await queues.counts())[0]?.active, { timeout: 60_000 }).toBe(1)
    doomed.child.kill('SIGKILL')
    // The last thing that it would have done.
    const fault = new Fault('upstream_timeout', 'no answer')
    const outcome = { code: fault.code, operation: undefined, path: '', atMs: undefined, absent: [], fault }
    expect(await jobStore.addResult('late', resultOf(1, input, outcome))).toBe(true)
    worker()
    await expect.poll(async () => (await queues.counts())[0]?.dead, { timeout: 80_000 }).toBe(1)
    expect((await status('late')).jobs[0]).toMatchObject({ done: 1, outcomes: { upstream_timeout: 1 } })
    await bulk('remove', 'late')
  }, 180_000)
})

describe.skipIf(redisServer === undefined)('bulk submit', () => {
  it('queues every input once when it is killed and repeated; another input under the same name is refused', async () => {
    const inputs = priceInputs(3_500)
    const file = fixture.writeInputs('again.ndjson', inputs)
    const cut = start(process.execPath, [COMMAND, 'bulk', 'submit', file, '--name', 'again'], env)
    const begun = async () => (await jobStore.find('again'))?.lastQueuedLine
    await expect.poll(begun, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0)
    const closed = once(cut.child, 'close')
    cut.child.kill('SIGKILL')
    await closed
    const half = (await status('again')).jobs[0]
    expect(half).toMatchObject({ state: 'being submitted' })
    expect((await bulk('submit', file, '--name', 'again')).code).toBe(0)
    const whole = await status('again')
    expect(whole.jobs[0]).toMatchObject({ state: 'working', done: 0, total: 3_500 })
    expect(whole.sites.reduce((sum, site) => sum + site.waiting, 0)).toBe(3_500)
    const other = await bulk('submit', fixture.writeInputs('other.ndjson', priceInputs(3)), '--name', 'again')
    expect(other.stderr).toMatch(/with another input exists/)
    await bulk('remove', 'again')
    expect((await status()).sites).toEqual([])
  }, 180_000)

  it('says what to set when there is no Redis', async () => {
    const { code, stderr } = await wares(['bulk', 'submit', 'package.json'], fixture.env)
    expect(code).toBe(1)
    expect(stderr).toMatch(/set WARES_REDIS_URL/)
  })
})

it('a worker has a fresh file for the probe of its container, until it stops', async () => {
  const file = join(env.WARES_DATA ?? '', 'worker-alive')
  const one = worker()
  await one.until(/The worker is ready/)
  await vi.waitFor(() => expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(60_000))
  await one.stop()
  expect(existsSync(file)).toBe(false)
})
