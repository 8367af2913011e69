// Redis whose clock was set back, and garbage on its channel: answers, limits and permits keep working.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, makeAnswer } from '../../src/answer/cache/answer.ts'
import { serialiseResult } from '../../src/extract/read-result.ts'
import { createSharedCache, type SharedCache } from '../../src/answer/cache/shared-cache.ts'
import { Fault } from '#kit/fault'
import { createLocalAdmission, createMemoryRateLimiter } from '../../src/store/keys/admission.ts'
import { createMeter } from '../../src/store/keys/meter.ts'
import { openRedis, type SharedRedis } from '../../src/store/redis/redis.ts'
import { createSharedAdmission } from '../../src/store/redis/redis-admission.ts'
import { createSharedAnswers, LEASE_MS } from '../../src/store/redis/redis-answers.ts'
import { createRedisThrottle } from '../../src/store/redis/redis-throttle.ts'
import { version } from '../../src/runtime/version.ts'
import { createTestRedis, redisServer } from '../services.ts'

const HOUR_MS = 3_600_000
const ANY_AGE = { maxAgeMs: Number.POSITIVE_INFINITY, store: true, onlyIfCached: false }

describe.skipIf(redisServer === undefined)('Redis with unexpected data', () => {
  let server: Awaited<ReturnType<typeof createTestRedis>>
  let redis: SharedRedis
  let raw: Redis
  beforeAll(async () => {
    server = await createTestRedis()
    redis = await openRedis({ ...server, timeoutMs: 5_000 })
    raw = new Redis(server.url)
  })
  afterAll(async () => {
    await redis.close()
    raw.disconnect()
    await server.drop()
  })
  const keyed = (name: string) => `${server.prefix}${name}`
  describe('answers', () => {
    let cache: SharedCache
    let made: number
    const answer = (text: string): Answer =>
      makeAnswer(
        serialiseResult({ value: { text }, absent: ['/a'], absentAt: ['/a'], dropped: {} }),
        '',
        60,
        Date.now(),
      )
    const ask = (name: string) => {
      const signal = AbortSignal.timeout(10_000)
      return cache.getOrCreate(name, ANY_AGE, { abandoned: signal, aborted: signal }, async () => {
        made++
        return answer('long '.repeat(500))
      })
    }
    /** The Redis key of an answer that was just made; no site is configured. */
    const settled = async (name: string): Promise<string> => {
      const key = keyed(`answer:${createHash('sha256').update(`${version} [] ${name}`).digest('base64url')}`)
      await ask(name)
      await expect.poll(() => raw.exists(key)).toBe(1)
      return key
    }
    beforeAll(() => {
      cache = createSharedCache(createSharedAnswers(redis), { sites: {} })
    })
    beforeEach(() => {
      made = 0
    })

    it('are found unchanged', async () => {
      await settled('whole')
      expect(await ask('whole')).toMatchObject({ cache: 'hit', answer: { absent: '/a' } })
      expect(made).toBe(1)
    })

    it('whose lease is held for an hour, by a clock that was set back, are made all the same', async () => {
      const answerKey = await settled('leased')
      const key = answerKey.replace('answer:', 'lease:')
      await raw.del(answerKey)
      await raw.set(key, 'other replica', 'PX', HOUR_MS)
      const startMs = performance.now()
      expect((await ask('leased')).cache).toBe('miss')
      expect(performance.now() - startMs).toBeLessThan(LEASE_MS * 5)
    })

    it('are awaited despite garbage on the channel, which is ignored', async () => {
      const answerKey = await settled('failure')
      const key = answerKey.replace('answer:', 'lease:')
      await raw.del(answerKey)
      await raw.set(key, 'other replica', 'PX', 800)
      const waiting = ask('failure')
      await sleep(100)
      const tell = (message: string) => raw.publish(keyed('made'), message)
      for (const message of ['', 'garbage', '{', 'null', '[]', '{"name":1}', '\u0000', '{"failure":"x"}'])
        await tell(message)
      expect((await waiting).cache).toBe('miss')
    })

    it('that failed in another process are the same fault here', async () => {
      const answerKey = await settled('fault')
      const key = answerKey.replace('answer:', 'lease:')
      const name = key.slice(keyed('lease:').length)
      await raw.del(answerKey)
      await raw.set(key, 'other replica', 'PX', 1_900)
      const waiting = ask('fault')
      await sleep(100)
      const failure = JSON.stringify({ code: 'not_found', message: 'there is none' })
      await raw.publish(keyed('made'), JSON.stringify({ name, failure }))
      await expect(waiting).rejects.toEqual(new Fault('not_found', 'there is none'))
    })
  })

  describe('limits', () => {
    const rate = { ratePerS: 10, burst: 2 }
    const usage = { add: async () => {}, countedIn: async () => 40, read: async () => [] }
    const meter = createMeter(usage, true, () => {})
    const local = createLocalAdmission(createMemoryRateLimiter(), meter)
    afterAll(() => meter.close())

    it('lock nobody out when the clock of Redis is set back by an hour', async () => {
      const admission = createSharedAdmission({ redis, local, countedIn: meter.countedIn })
      const inAnHour = Date.now() - 1_760_000_000_000 + HOUR_MS
      await raw.set(keyed('rate:someone'), String(inAnHour))
      const { rateLimit } = await admission.admit('someone', rate, undefined, Date.now())
      expect(rateLimit.allowed).toBe(false)
      expect(rateLimit.retryAfterMs).toBeLessThanOrEqual(100)
      await sleep(250)
      await raw.set(keyed('rate:someone'), String(inAnHour))
      expect(
        (await admission.admit('someone', rate, undefined, Date.now())).rateLimit.retryAfterMs,
      ).toBeLessThanOrEqual(100)
    })
  })

  describe('permits of a site', () => {
    const wanted = { intervalMs: 100, burst: 2, concurrency: 2, maxWaitMs: 5_000, permitTtlMs: 1_000 }
    it('are granted soon when the clock of Redis is set back by an hour', async () => {
      await raw.del(...['pace', 'permits', 'pause'].map(name => keyed(`${name}:shop`)))
      await raw.set(keyed('pace:shop'), String(Date.now() - 1_760_000_000_000 + HOUR_MS))
      const turn = await createRedisThrottle(redis).acquire('shop', wanted)
      expect(turn?.kind === 'full' ? 0 : turn?.waitMs).toBeLessThan(6_000)
    })
  })
})
