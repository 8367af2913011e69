// Answers shared between replicas: finished bytes, and a short lease so that only one replica makes an answer while the others wait for it.
import { randomUUID } from 'node:crypto'
import { makeScript, type SharedRedis } from './redis.ts'

interface StoredAnswer {
  readonly bytes: Buffer
  readonly madeAtMs: number
  readonly freshForMs: number
}

/** The right to make an answer; it must be given back, with what became of it. */
export interface Lease {
  /** `told` goes to those who wait in place of an answer. */
  giveBack(made: StoredAnswer | undefined, told?: string): Promise<void>
}

export type Look =
  | { readonly kind: 'found'; readonly bytes: Buffer }
  | { readonly kind: 'make'; readonly lease: Lease | undefined }
  /** Another replica is at it: `told` is what it says in place of an answer; undefined means look again. */
  | { readonly kind: 'wait'; readonly told: Promise<string | undefined> }

export interface SharedAnswers {
  /** The answer if it was not made before `oldestMs`, or who is to make it. */
  look(name: string, oldestMs: number): Promise<Look>
  /** The answer or nothing; never a lease. */
  peek(name: string, oldestMs: number): Promise<Buffer | undefined>
}

/** How long the others wait for a replica that has died; a living one renews its lease. */
export const LEASE_MS = 2_000
const RENEW_EVERY_MS = 600
/** While no messages come through. */
const LOOK_AGAIN_MS = 50

// An answer begins with the 13 digits of when it was made.
const LOOK = makeScript(`
  local answer = redis.call('GET', KEYS[1])
  if answer and tonumber(string.sub(answer, 1, 13)) >= tonumber(ARGV[1]) then return answer end
  if ARGV[2] == '' then return 0 end
  if redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3]) then return 1 end
  redis.call('SET', KEYS[3], '1', 'PX', ARGV[3])
  return { redis.call('PTTL', KEYS[2]) }
`)

const RENEW = makeScript(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`)

const GIVE_BACK = makeScript(`
  if ARGV[3] ~= '' then redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4]) end
  if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
  if redis.call('DEL', KEYS[3]) == 1 then redis.call('PUBLISH', KEYS[4], ARGV[2]) end
  return 1
`)

const CHANNEL = 'made'

export function createSharedAnswers(redis: SharedRedis): SharedAnswers {
  const waiting = new Map<string, Set<(told: string | undefined) => void>>()
  redis.listen(CHANNEL, message => {
    const { name, told } = JSON.parse(message) as { name: string; told?: string }
    for (const tell of waiting.get(name) ?? []) tell(told)
  })

  /** Begins before the look, so that a word that comes between the two is not missed. */
  function listenFor(name: string) {
    const heard = Promise.withResolvers<string | undefined>()
    const those = waiting.get(name) ?? new Set()
    waiting.set(name, those.add(heard.resolve))
    const stop = () => {
      those.delete(heard.resolve)
      if (those.size === 0) waiting.delete(name)
    }
    return {
      stop,
      told(leaseLeftMs: number): Promise<string | undefined> {
        const waitMs = redis.listening() ? leaseLeftMs + 10 : Math.min(leaseLeftMs + 10, LOOK_AGAIN_MS)
        const timer = setTimeout(heard.resolve, waitMs, undefined)
        return heard.promise.finally(() => {
          clearTimeout(timer)
          stop()
        })
      },
    }
  }

  function leaseOf(name: string, token: string): Lease {
    const renewal = setInterval(
      () => void redis.run(RENEW, [`lease:${name}`], [token, LEASE_MS]),
      RENEW_EVERY_MS,
    ).unref()
    return {
      async giveBack(made, told) {
        clearInterval(renewal)
        const message = JSON.stringify({ name, ...(told === undefined ? {} : { told }) })
        const leftMs = made ? Math.floor(made.madeAtMs + made.freshForMs - Date.now()) : 0
        const value =
          made && leftMs > 0 ? Buffer.concat([Buffer.from(String(made.madeAtMs)), made.bytes]) : ''
        await redis.run(GIVE_BACK, [...keysOf(name), CHANNEL], [token, message, value, leftMs])
      },
    }
  }

  return {
    async look(name, oldestMs) {
      const ear = listenFor(name)
      const token = randomUUID()
      const reply = await redis.run(LOOK, keysOf(name), [oldestMs, token, LEASE_MS])
      if (Array.isArray(reply)) return { kind: 'wait', told: ear.told(Math.max(0, Number(reply[0]))) }
      ear.stop()
      if (Buffer.isBuffer(reply)) return { kind: 'found', bytes: reply.subarray(STAMP) }
      return { kind: 'make', lease: reply === 1 ? leaseOf(name, token) : undefined }
    },
    async peek(name, oldestMs) {
      const reply = await redis.run(LOOK, keysOf(name), [oldestMs, '', 0])
      return Buffer.isBuffer(reply) ? reply.subarray(STAMP) : undefined
    },
  }
}

const STAMP = 13

function keysOf(name: string): string[] {
  return [`answer:${name}`, `lease:${name}`, `waited:${name}`]
}
