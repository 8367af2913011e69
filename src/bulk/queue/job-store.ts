// The store of submitted jobs in Redis: the job itself, one result per input, and counts by outcome.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Redis } from 'ioredis'
import type { BulkJob } from '../bulk-job.ts'
import type { BulkResult } from '../output/result.ts'

/** Writes result and count atomically: a worker that dies leaves both or neither, and a second result is ignored. */
const ADD_RESULT_SCRIPT = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[3]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[3], ARGV[2], 1)
return 1`

const REMOVE_RESULT_SCRIPT = `
if redis.call('HDEL', KEYS[2], ARGV[1]) == 1 then redis.call('HINCRBY', KEYS[3], ARGV[2], -1) end`

interface Scripts {
  waresRecord(job: string, results: string, counts: string, ...args: (string | Buffer)[]): Promise<number>
  waresForget(job: string, results: string, counts: string, ...args: string[]): Promise<unknown>
}

export type JobStore = ReturnType<typeof openJobStore>

interface JobStoreState {
  readonly redis: Redis
  readonly prefix: string
}

export function openJobStore(url: string, prefix: string) {
  const redis = connectRedis(url)
  redis.defineCommand('waresRecord', { numberOfKeys: 3, lua: ADD_RESULT_SCRIPT })
  redis.defineCommand('waresForget', { numberOfKeys: 3, lua: REMOVE_RESULT_SCRIPT })
  const scripts = redis as unknown as Scripts
  const store: JobStoreState = { redis, prefix }
  const keysOf = (name: string) => jobKeys(prefix, name)
  return {
    find: (name: string) => findJob(store, name),
    /** While Redis does not answer, all calls wait. */
    isConnected: () => redis.status === 'ready',
    create: (job: Pick<BulkJob, 'name' | 'file' | 'sha'>) => createJob(store, job),
    async saveQueueProgress(
      name: string,
      {
        lastQueuedLine,
        total,
        isFullyQueued,
        operations,
        own,
      }: Pick<BulkJob, 'lastQueuedLine' | 'total' | 'isFullyQueued' | 'operations' | 'own'>,
    ) {
      await redis.hset(keysOf(name).job, {
        upTo: String(lastQueuedLine),
        total: String(total),
        isWhole: isFullyQueued ? '1' : '',
        operations: operations.join(' '),
        own: JSON.stringify(own),
      })
    },
    /** Oldest first. */
    list: () => listJobs(store),
    /** Stores a result unless the input has one or the job was removed; returns whether it was stored. */
    async addResult(name: string, result: BulkResult) {
      const { job, results, counts } = keysOf(name)
      const { line, outcome } = result
      const packed = compressResult(result)
      return (await scripts.waresRecord(job, results, counts, String(line), outcome, packed)) === 1
    },
    /** So that its input can be run again. */
    async removeResult(name: string, line: number, outcome: string) {
      const { job, results, counts } = keysOf(name)
      await scripts.waresForget(job, results, counts, String(line), outcome)
    },
    hasResult: async (name: string, line: number) =>
      (await redis.hexists(keysOf(name).results, String(line))) === 1,
    results: (name: string, lines: readonly number[]) => readResults(store, name, lines),
    outcomeCounts: (name: string) => readOutcomeCounts(store, name),
    async remove(name: string) {
      const { job, results, counts } = keysOf(name)
      await redis.unlink(job, results, counts)
      await redis.zrem(indexKey(prefix), name)
    },
    close: async () => {
      await redis.quit()
    },
  }
}

function indexKey(prefix: string): string {
  return `${prefix}bulk:jobs`
}

function jobKeys(prefix: string, name: string) {
  const job = `${prefix}bulk:job:${name}`
  return { job, results: `${job}:results`, counts: `${job}:counts` }
}

async function findJob({ redis, prefix }: JobStoreState, name: string): Promise<BulkJob | undefined> {
  const fields = await redis.hgetall(jobKeys(prefix, name).job)
  const {
    file = '',
    sha,
    createdAt = '',
    upTo = '0',
    total = '0',
    isWhole,
    operations = '',
    own = '[]',
  } = fields
  if (sha === undefined) return undefined
  return {
    name,
    file,
    sha,
    createdAt,
    lastQueuedLine: Number(upTo),
    total: Number(total),
    isFullyQueued: isWhole === '1',
    operations: operations.split(' ').filter(id => id !== ''),
    own: JSON.parse(own) as string[],
  }
}

async function createJob(
  store: JobStoreState,
  { name, file, sha }: Pick<BulkJob, 'name' | 'file' | 'sha'>,
): Promise<BulkJob> {
  const { redis, prefix } = store
  const key = jobKeys(prefix, name).job
  const createdAt = new Date().toISOString()
  if ((await redis.hsetnx(key, 'sha', sha)) === 1) await redis.hset(key, { file, createdAt })
  const job = await findJob(store, name)
  if (!job) throw new Error(`the job ${name} was removed while it was created`)
  await redis.zadd(indexKey(prefix), 'NX', String(Date.parse(createdAt)), name)
  return job
}

async function listJobs(store: JobStoreState): Promise<BulkJob[]> {
  const names = await store.redis.zrange(indexKey(store.prefix), '0', '-1')
  const jobs = await Promise.all(names.map(name => findJob(store, name)))
  return jobs.filter(job => job !== undefined)
}

async function readResults(
  { redis, prefix }: JobStoreState,
  name: string,
  lines: readonly number[],
): Promise<(BulkResult | undefined)[]> {
  if (lines.length === 0) return []
  const packed = await redis.hmgetBuffer(jobKeys(prefix, name).results, ...lines.map(String))
  return packed.map(bytes =>
    bytes === null ? undefined : (JSON.parse(zstdDecompressSync(bytes).toString()) as BulkResult),
  )
}

async function readOutcomeCounts(
  { redis, prefix }: JobStoreState,
  name: string,
): Promise<Map<string, number>> {
  const counts = await redis.hgetall(jobKeys(prefix, name).counts)
  // A count that is not above zero is of results that were removed.
  return new Map(
    Object.entries(counts).flatMap(([outcome, text]) =>
      Number(text) > 0 ? [[outcome, Number(text)] as const] : [],
    ),
  )
}

/** Waits for an unreachable Redis instead of failing, because queued work is durable. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: tries => Math.min(tries * 100, 2_000),
  })
  // Commands wait until the connection is restored; without a listener the process would crash.
  redis.on('error', () => {})
  return redis
}

function compressResult(result: BulkResult): Buffer {
  return zstdCompressSync(JSON.stringify(result))
}
