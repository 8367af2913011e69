// Unexpected data in Redis: bulk reports and skips it, or records a fault for one line; workers and commands continue.
import { zstdCompressSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type JobStore, openJobStore } from '../../src/bulk/queue/job-store.ts'
import { openQueues, queuePrefix, type Queues } from '../../src/bulk/queue/queues.ts'
import type { QueuedInput } from '../../src/bulk/bulk-job.ts'
import { startQueueWorker } from '../../src/bulk/queue/queue-worker.ts'
import type { Result } from '../../src/bulk/output/result.ts'
import { readConfig } from '../../src/config.ts'
import { createTestRedis, redisServer } from '../services.ts'
import { sites } from './hostile-sites.ts'

const good: Result = {
  line: 1,
  input: '{"url":"https://a.example/"}',
  outcome: 'ok',
  operation: 'a.b',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  absent: ['/x'],
  body: '{"name":"x"}',
  problem: undefined,
}

describe.skipIf(redisServer === undefined)('bulk with unexpected data in Redis', () => {
  let server: Awaited<ReturnType<typeof createTestRedis>>
  let raw: Redis
  let jobStore: JobStore
  let queues: Queues
  const warnings: string[] = []
  beforeAll(async () => {
    server = await createTestRedis()
    raw = new Redis(server.url)
    const onDamaged = (message: string) => void warnings.push(message)
    jobStore = openJobStore(server.url, server.prefix, onDamaged)
    queues = openQueues({ ...server, attempts: 2, onDamaged }, ['hostile', 'other'])
  })
  afterAll(async () => {
    await queues.close()
    await jobStore.close()
    raw.disconnect()
    await server.drop()
  })
  beforeEach(() => void warnings.splice(0))
  const keyed = (name: string) => `${server.prefix}bulk:${name}`

  describe('reads a job that', () => {
    it.each<[string, Record<string, string>]>([
      ['has a line number that is text', { sha: 'a', upTo: 'garbage' }],
      ['has an infinite line number', { sha: 'a', upTo: '1e999' }],
      ['has a negative line number', { sha: 'a', upTo: '-5' }],
      ['has a fractional total', { sha: 'a', total: '1.5' }],
      ['has a checksum with control characters', { sha: 'a\u001B[2J' }],
      ['has an invalid flag for complete', { sha: 'a', isWhole: 'yes' }],
      ['has an invalid creation time', { sha: 'a', createdAt: 'garbage' }],
      ['has no checksum', { upTo: '5' }],
    ])('%s as missing, and names the key', async (_, fields) => {
      await raw.del(keyed('job:spoiled'))
      await raw.hset(keyed('job:spoiled'), fields)
      expect(await jobStore.find('spoiled')).toBeUndefined()
      expect(warnings).toEqual([expect.stringContaining('bulk:job:spoiled does not contain a Wares job')])
    })

    it('has another type as missing; its name is refused, and the other jobs are listed', async () => {
      await jobStore.create({ name: 'whole', file: 'f', sha: 's' })
      await jobStore.create({ name: 'typed', file: 'f', sha: 's' })
      await raw.del(keyed('job:typed'))
      await raw.lpush(keyed('job:typed'), 'a')
      expect((await jobStore.list()).map(job => job.name)).toEqual(['whole'])
      expect(warnings).toHaveLength(1)
      await expect(jobStore.create({ name: 'typed', file: 'f', sha: 's' })).rejects.toThrow(
        'The name typed is used by something else in Redis; choose another name.',
      )
    })
  })

  it('reads a job without a creation time, and no job where there is none', async () => {
    await raw.hset(keyed('job:young'), { sha: 'a' })
    expect(await jobStore.find('young')).toMatchObject({ sha: 'a', createdAt: '', isFullyQueued: false })
    expect(await jobStore.find('missing')).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('lists no jobs where the list has another type', async () => {
    const kept = await raw.dumpBuffer(keyed('jobs'))
    await raw.set(keyed('jobs'), 'garbage')
    expect(await jobStore.list()).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('does not contain a list of Wares jobs')])
    await raw.del(keyed('jobs'))
    await raw.restore(keyed('jobs'), 0, kept ?? Buffer.alloc(0))
  })

  it('counts only valid outcomes', async () => {
    await raw.hset(keyed('job:counted:counts'), { ok: '3', not_found: 'x', garbage: '5', internal: '-1' })
    expect(await jobStore.outcomeCounts('counted')).toEqual(new Map([['ok', 3]]))
    expect(warnings).toHaveLength(2)
    await raw.set(keyed('job:typed:counts'), 'garbage')
    expect(await jobStore.outcomeCounts('typed')).toEqual(new Map())
  })

  describe('reads a result that is', () => {
    const pack = (value: unknown) => zstdCompressSync(JSON.stringify(value))
    it.each<[string, Buffer]>([
      ['empty', Buffer.alloc(0)],
      ['random bytes', Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 89) % 256))],
      ['truncated', pack(good).subarray(0, -5)],
      ['not JSON', zstdCompressSync('{"line":1,')],
      ['larger than any result', zstdCompressSync(Buffer.alloc(100_000_000))],
      ['a list', pack([good])],
      ['for another line', pack({ ...good, line: 2 })],
      ['for an input that is not JSON', pack({ ...good, input: '{' })],
      ['for an input of two lines', pack({ ...good, input: '{\n}' })],
      ['for an input that is not text', pack({ ...good, input: 5 })],
      ['for a fractional line number', pack({ ...good, line: 1.5 })],
      ['for an operation that is not text', pack({ ...good, operation: 5 })],
      ['of an unknown outcome', pack({ ...good, outcome: 'garbage' })],
      ['with a body that is not JSON', pack({ ...good, body: '{' })],
      ['with a body of two lines', pack({ ...good, body: '{"a":1,\n"line":2}' })],
      ['with invalid pointers', pack({ ...good, absent: [1] })],
    ])('%s as a fault of its line', async (_, bytes) => {
      await raw.hset(keyed('job:results:results'), { 1: bytes, 2: pack({ ...good, line: 2 }) })
      const [broken, whole] = await jobStore.results('results', [1, 2])
      expect(broken).toMatchObject({ line: 1, outcome: 'internal', body: undefined })
      expect(warnings).toEqual([
        'The result for line 1 of results in Redis cannot be read; it is reported as an error.',
      ])
      expect(whole).toMatchObject({ line: 2, outcome: 'ok' })
    })
  })

  it('skips queued inputs that are invalid or not JSON', { timeout: 60_000 }, async () => {
    const input = (line: number): QueuedInput => ({ job: 'queued', line, value: { a: 1 }, isText: false })
    await jobStore.create({ name: 'queued', file: 'f', sha: 's' })
    await queues.add('other', [1, 2, 3, 4, 5].map(input))
    const jobKey = (line: number) => `${queuePrefix(server.prefix)}:other:queued/${line}`
    const spoiled = ['null', '[]', '{"job":1}', '{"job":']
    for (const [place, data] of spoiled.entries()) await raw.hset(jobKey(place + 1), { data })
    const errors: string[] = []
    const collected: number[] = []
    const working = startQueueWorker({
      config: readConfig(sites, {
        WARES_SITE_OTHER_ORIGIN: 'http://o.test',
        WARES_REDIS_PREFIX: server.prefix,
      }),
      redisUrl: server.url,
      queues,
      jobStore,
      collect: async ({ line }) => {
        collected.push(line)
        return { code: 'ok', operation: 'a.b', path: '', atMs: 0, absent: [], body: '{}' }
      },
      concurrency: 4,
      onResult: () => {},
      onError: error => void errors.push(error.message),
    })
    await expect.poll(() => collected, { timeout: 50_000 }).toEqual([5])
    await working.close()
    expect(await jobStore.results('queued', [5])).toMatchObject([{ outcome: 'ok' }])
    expect(await Array.fromAsync(queues.deadLetters())).toEqual([])
    expect(warnings.length).toBeGreaterThanOrEqual(3)
  })
})
