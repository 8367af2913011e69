// The job store in Redis: one result per input, however often it is written, and nothing for a removed job.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobStore, openJobStore } from '../../src/bulk/queue/job-store.ts'
import { rateLimitOf } from '../../src/bulk/queue/queues.ts'
import type { BulkResult } from '../../src/bulk/output/result.ts'
import { readConfig } from '../../src/settings/config.ts'
import { sites } from '../../adapters/sites/index.ts'
import { redisServer, createTestRedis } from '../services.ts'

const result = (line: number, outcome = 'ok'): BulkResult => ({
  line,
  input: '{"a":"é"}',
  outcome,
  operation: 'a.b',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  absent: ['/x'],
  body: '{"name":"é"}',
  problem: undefined,
})

describe.skipIf(redisServer === undefined)('job store', () => {
  let redis: Awaited<ReturnType<typeof createTestRedis>>
  let jobStore: JobStore
  beforeAll(async () => {
    redis = await createTestRedis()
    jobStore = openJobStore(redis.url, redis.prefix)
  })
  const create = async (name: string) => {
    await jobStore.remove(name)
    return jobStore.create({ name, file: 'f', sha: 's' })
  }
  afterAll(async () => {
    await jobStore.close()
    await redis.drop()
  })

  it('keeps the first result of an input and counts it once', async () => {
    await create('once')
    const kept = await Promise.all(Array.from({ length: 20 }, () => jobStore.addResult('once', result(7))))
    expect(kept.filter(Boolean)).toHaveLength(1)
    expect(await jobStore.addResult('once', result(7, 'not_found'))).toBe(false)
    expect(await jobStore.outcomeCounts('once')).toEqual(new Map([['ok', 1]]))
    const [missing, found] = await jobStore.results('once', [6, 7])
    expect(missing).toBeUndefined()
    expect(found).toEqual(JSON.parse(JSON.stringify(result(7))))
  })

  it('removes a result once, so that its input can run again', async () => {
    await create('back')
    await jobStore.addResult('back', result(1, 'upstream_busy'))
    await jobStore.removeResult('back', 1, 'upstream_busy')
    await jobStore.removeResult('back', 1, 'upstream_busy')
    expect(await jobStore.outcomeCounts('back')).toEqual(new Map())
    expect(await jobStore.addResult('back', result(1))).toBe(true)
  })

  it('stores nothing for a removed job', async () => {
    await create('gone')
    await jobStore.remove('gone')
    expect(await jobStore.addResult('gone', result(1))).toBe(false)
    expect(await jobStore.find('gone')).toBeUndefined()
    expect((await jobStore.list()).map(job => job.name)).not.toContain('gone')
  })

  it('creates a job once when two processes race', async () => {
    const [first, second] = await Promise.all(
      ['one', 'two'].map(sha => jobStore.create({ name: 'race', file: 'f', sha })),
    )
    expect(first?.sha).toBe(second?.sha)
  })
})

describe('rate limit of a queue', () => {
  const site = readConfig(sites, { WARES_CONFIG: undefined }).sites[sites[0]?.name ?? '']
  it.each([
    [2, { max: 2, duration: 1000 }],
    [0.25, { max: 1, duration: 4000 }],
    [2.5, { max: 3, duration: 1200 }],
  ])('is never faster than %s requests a second', (requestsPerSecond, pace) => {
    if (!site) throw new Error('there is no site')
    expect(rateLimitOf({ ...site, sandboxed: false, requestsPerSecond })).toEqual(pace)
    expect(rateLimitOf({ ...site, sandboxed: true, requestsPerSecond })).toBeUndefined()
  })
})
