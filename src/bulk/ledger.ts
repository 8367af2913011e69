// What Redis keeps of submitted jobs beside their queues: the job itself, one result per input, and counts by outcome.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Redis } from 'ioredis'
import type { Result } from './result.ts'

export interface BulkJob {
  readonly name: string
  readonly file: string
  /** SHA-256 of the input file, so that a name is never continued with another input. */
  readonly sha: string
  readonly createdAt: string
  /** The last line that is queued. */
  readonly upTo: number
  /** Inputs so far; all of them once `isWhole`. */
  readonly total: number
  readonly isWhole: boolean
}

export interface Ledger {
  create(job: Pick<BulkJob, 'name' | 'file' | 'sha'>): Promise<BulkJob>
  advance(name: string, change: Pick<BulkJob, 'upTo' | 'total' | 'isWhole'>): Promise<void>
  find(name: string): Promise<BulkJob | undefined>
  /** Oldest first. */
  list(): Promise<BulkJob[]>
  /** Keeps a result unless the input has one, or the job is gone; says whether it was kept. */
  record(name: string, result: Result): Promise<boolean>
  /** Takes a result back, so that its input can be done again. */
  forget(name: string, line: number, outcome: string): Promise<void>
  has(name: string, line: number): Promise<boolean>
  results(name: string, lines: readonly number[]): Promise<(Result | undefined)[]>
  counts(name: string): Promise<Map<string, number>>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** Result and count in one step: a worker that dies leaves both or neither, and a second result changes nothing. */
const RECORD = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[3]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[3], ARGV[2], 1)
return 1`

const FORGET = `
if redis.call('HDEL', KEYS[2], ARGV[1]) == 1 then redis.call('HINCRBY', KEYS[3], ARGV[2], -1) end`

interface Scripts {
  waresRecord(job: string, results: string, counts: string, ...args: (string | Buffer)[]): Promise<number>
  waresForget(job: string, results: string, counts: string, ...args: string[]): Promise<unknown>
}

export function openLedger(url: string, prefix: string): Ledger {
  const redis = connectRedis(url)
  redis.defineCommand('waresRecord', { numberOfKeys: 3, lua: RECORD })
  redis.defineCommand('waresForget', { numberOfKeys: 3, lua: FORGET })
  const scripts = redis as unknown as Scripts
  const index = `${prefix}bulk:jobs`
  const keysOf = (name: string) => {
    const job = `${prefix}bulk:job:${name}`
    return { job, results: `${job}:results`, counts: `${job}:counts` }
  }

  async function find(name: string): Promise<BulkJob | undefined> {
    const fields = await redis.hgetall(keysOf(name).job)
    return fields.sha === undefined ? undefined : jobOf(name, fields)
  }

  return {
    find,
    async create({ name, file, sha }) {
      const createdAt = new Date().toISOString()
      const known = await redis.hsetnx(keysOf(name).job, 'sha', sha)
      if (known === 1) await redis.hset(keysOf(name).job, { file, createdAt })
      await redis.zadd(index, 'NX', String(Date.parse(createdAt)), name)
      return (await find(name)) ?? jobOf(name, { file, sha, createdAt })
    },
    async advance(name, { upTo, total, isWhole }) {
      await redis.hset(keysOf(name).job, {
        upTo: String(upTo),
        total: String(total),
        isWhole: isWhole ? '1' : '',
      })
    },
    async list() {
      const jobs = await Promise.all((await redis.zrange(index, '0', '-1')).map(find))
      return jobs.filter(job => job !== undefined)
    },
    async record(name, result) {
      const { job, results, counts } = keysOf(name)
      const { line, outcome } = result
      return (await scripts.waresRecord(job, results, counts, String(line), outcome, pack(result))) === 1
    },
    async forget(name, line, outcome) {
      const { job, results, counts } = keysOf(name)
      await scripts.waresForget(job, results, counts, String(line), outcome)
    },
    has: async (name, line) => (await redis.hexists(keysOf(name).results, String(line))) === 1,
    async results(name, lines) {
      if (lines.length === 0) return []
      const packed = await redis.hmgetBuffer(keysOf(name).results, ...lines.map(String))
      return packed.map(bytes => (bytes === null ? undefined : unpack(bytes)))
    },
    async counts(name) {
      const counts = Object.entries(await redis.hgetall(keysOf(name).counts))
      return new Map(
        counts.map(([outcome, count]) => [outcome, Number(count)] as const).filter(([, count]) => count > 0),
      )
    },
    async remove(name) {
      const { job, results, counts } = keysOf(name)
      await redis.unlink(job, results, counts)
      await redis.zrem(index, name)
    },
    close: async () => {
      await redis.quit()
    },
  }
}

/** Waits for a Redis that is away instead of failing: work that is queued keeps. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: tries => Math.min(tries * 100, 2_000),
  })
  // Every command waits for the connection to come back; without a listener the process would end.
  redis.on('error', () => {})
  return redis
}

function jobOf(name: string, fields: Record<string, string>): BulkJob {
  return {
    name,
    file: fields.file ?? '',
    sha: fields.sha ?? '',
    createdAt: fields.createdAt ?? '',
    upTo: fields.upTo === undefined ? 0 : Number(fields.upTo),
    total: fields.total === undefined ? 0 : Number(fields.total),
    isWhole: fields.isWhole === '1',
  }
}

function pack(result: Result): Buffer {
  return zstdCompressSync(JSON.stringify(result))
}

function unpack(bytes: Buffer): Result {
  return JSON.parse(zstdDecompressSync(bytes).toString()) as Result
}
