// Answers shared between replicas: serialised answers, and a short lease so that one replica makes an answer while others wait.
import { randomUUID } from 'node:crypto'
import { parseJson } from '#kit/schema/parse-json'
import { makeScript, type SharedRedis } from './redis.ts'

interface StoredAnswer {
  readonly bytes: Buffer
  readonly madeAtMs: number
  readonly freshForMs: number
}

/** The exclusive right to make an answer; must be released with the answer or the failure. */
export interface Lease {
  /** Waiting replicas receive `failure` instead of an answer. */
  release(answer: StoredAnswer | undefined, failure?: string): Promise<void>
}

export type LookupResult =
  | { readonly kind: 'found'; readonly bytes: Buffer }
  | { readonly kind: 'make'; readonly lease: Lease | undefined }
  /** Another replica is making it. `failure` resolves with its failure, or with undefined: then look again. */
  | { readonly kind: 'wait'; readonly failure: Promise<string | undefined> }

export interface SharedAnswers {
  /** Returns the answer if it was made at `oldestMs` or later; otherwise a lease, or a wait for its holder. */
  findOrLease(name: string, oldestMs: number): Promise<LookupResult>
  /** Returns the answer, if any, without taking a lease. */
  peek(name: string, oldestMs: number): Promise<Buffer | undefined>
}

/** How long others wait for a replica that has crashed; a running one renews its lease. */
export const LEASE_MS = 2_000
const RENEW_EVERY_MS = 600
/** Used while the subscription is down. */
const POLL_INTERVAL_MS = 50

// An answer starts with its 13-digit timestamp. A lease that is longer than LEASE_MS is taken over: the clock of Redis was set back.
const FIND_OR_LEASE = makeScript(`
  local answer = redis.call('GET', KEYS[1])
  if answer and tonumber(string.sub(answer, 1, 13)) >= tonumber(ARGV[1]) then return answer end
  if ARGV[2] == '' then return 0 end
  if redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3]) then return 1 end
  local left = redis.call('PTTL', KEYS[2])
  if left > tonumber(ARGV[3]) then
    redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
    return 1
  end
  redis.call('SET', KEYS[3], '1', 'PX', ARGV[3])
  return { left }
`)

const RENEW = makeScript(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`)

const RELEASE = makeScript(`
  if ARGV[3] ~= '' then redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4]) end
  if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
  if redis.call('DEL', KEYS[3]) == 1 then redis.call('PUBLISH', KEYS[4], ARGV[2]) end
  return 1
`)

const CHANNEL = 'made'

export function createSharedAnswers(redis: SharedRedis): SharedAnswers {
  const listenFor = createListeners(redis)
  return {
    async findOrLease(name, oldestMs) {
      const listener = listenFor(name)
      const token = randomUUID()
      const reply = await redis.run(FIND_OR_LEASE, keysOf(name), [oldestMs, token, LEASE_MS])
      if (Array.isArray(reply)) return { kind: 'wait', failure: listener.failure(Number(reply[0])) }
      listener.stop()
      if (Buffer.isBuffer(reply)) return { kind: 'found', bytes: reply.subarray(TIMESTAMP_LENGTH) }
      return { kind: 'make', lease: reply === 1 ? createLease(redis, name, token) : undefined }
    },
    async peek(name, oldestMs) {
      const reply = await redis.run(FIND_OR_LEASE, keysOf(name), [oldestMs, '', 0])
      return Buffer.isBuffer(reply) ? reply.subarray(TIMESTAMP_LENGTH) : undefined
    },
  }
}

interface AnswerListener {
  stop(): void
  /** Resolves when the answer is announced (with the failure, if any) or when the lease expires. */
  failure(leaseLeftMs: number): Promise<string | undefined>
}

/** Starts listening before the look-up, so that an announcement in between is not missed. */
function createListeners(redis: SharedRedis): (name: string) => AnswerListener {
  const waiting = new Map<string, Set<(failure: string | undefined) => void>>()
  redis.listen(CHANNEL, message => {
    const { name, failure } = (parseJson(message) ?? {}) as Partial<Announcement>
    for (const notify of waiting.get(name ?? '') ?? []) notify(failure)
  })
  return name => {
    const announcement = Promise.withResolvers<string | undefined>()
    const listeners = waiting.get(name) ?? new Set()
    waiting.set(name, listeners.add(announcement.resolve))
    const stop = () => {
      listeners.delete(announcement.resolve)
      if (listeners.size === 0) waiting.delete(name)
    }
    return {
      stop,
      failure(leaseLeftMs) {
        const waitMs = redis.listening() ? leaseLeftMs + 10 : Math.min(leaseLeftMs + 10, POLL_INTERVAL_MS)
        const timer = setTimeout(announcement.resolve, waitMs, undefined)
        return announcement.promise.finally(() => {
          clearTimeout(timer)
          stop()
        })
      },
    }
  }
}

function createLease(redis: SharedRedis, name: string, token: string): Lease {
  const renewal = setInterval(
    () => void redis.run(RENEW, [`lease:${name}`], [token, LEASE_MS]),
    RENEW_EVERY_MS,
  ).unref()
  return {
    async release(answer, failure) {
      clearInterval(renewal)
      const message = JSON.stringify({ name, failure } satisfies Announcement)
      const leftMs = answer ? Math.floor(answer.madeAtMs + answer.freshForMs - Date.now()) : 0
      const value =
        answer && leftMs > 0 ? Buffer.concat([Buffer.from(String(answer.madeAtMs)), answer.bytes]) : ''
      await redis.run(RELEASE, [...keysOf(name), CHANNEL], [token, message, value, leftMs])
    },
  }
}

const TIMESTAMP_LENGTH = 13

interface Announcement {
  readonly name: string
  readonly failure: string | undefined
}

function keysOf(name: string): string[] {
  return [`answer:${name}`, `lease:${name}`, `waited:${name}`]
}
