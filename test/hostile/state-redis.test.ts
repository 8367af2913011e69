// Corrupt or foreign data in Redis: answers, limits and permits keep working, and an invalid entry is a cache miss.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, makeAnswer } from '../../src/engine/cache/answer.ts'
import { serialiseResult } from '../../src/engine/fetched-pages.ts'
import { createSharedCache, type SharedCache } from '../../src/engine/cache/shared-cache.ts'
import { Fault } from '../../src/kit/fault.ts'
import { createLocalAdmission, createMemoryRateLimiter } from '../../src/state/keys/admission.ts'
import { createMeter, monthOf } from '../../src/state/keys/meter.ts'
import { openRedis, type SharedRedis } from '../../src/state/redis/redis.ts'
import { createSharedAdmission } from '../../src/state/redis/redis-admission.ts'
import { createSharedAnswers, LEASE_MS } from '../../src/state/redis/redis-answers.ts'
import { createRedisThrottle } from '../../src/state/redis/redis-throttle.ts'
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

    const metadata = (change: Record<string, unknown>) => (whole: Buffer) => {
      const end = whole.indexOf(0x0a)
      const label = JSON.parse(whole.toString('utf8', 13, end)) as Record<string, unknown>
      const text = JSON.stringify({ ...label, ...change })
      return Buffer.concat([whole.subarray(0, 13), Buffer.from(text), whole.subarray(end)])
    }
    it.each<[string, (whole: Buffer) => Buffer]>([
      ['empty', () => Buffer.alloc(0)],
      ['only a time', whole => whole.subarray(0, 13)],
      ['text', () => Buffer.from('hello')],
      ['random bytes', () => Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 89) % 256))],
      ['a time and random bytes', whole => Buffer.concat([whole.subarray(0, 13), Buffer.alloc(99, 0xff)])],
      ['a truncated body', whole => whole.subarray(0, -20)],
      [
        'a body with one byte changed',
        whole => Buffer.concat([whole.subarray(0, -9), Buffer.from([1]), whole.subarray(-8)]),
      ],
      ['a line break in a header', metadata({ source: 'https://a.example/\r\nset-cookie: a=b' })],
      ['invalid pointers', metadata({ absent: [1] })],
      ['another body’s tag', metadata({ tag: 'A'.repeat(27) })],
      ['a future time', metadata({ madeAtMs: Date.now() + HOUR_MS })],
      ['an expired time', metadata({ madeAtMs: Date.now() - HOUR_MS })],
      ['an unknown encoding', metadata({ encoding: 'gzip' })],
      ['a list as metadata', whole => Buffer.concat([whole.subarray(0, 13), Buffer.from('[]\n{}')])],
    ])('that are %s are made again, and are complete for the next request', async (kind, change) => {
      const name = `broken by ${kind}`
      const key = await settled(name)
      await raw.set(key, change((await raw.getBuffer(key)) ?? Buffer.alloc(0)), 'PX', 60_000)
      expect((await ask(name)).cache).toBe('miss')
      expect(made).toBe(2)
      await expect.poll(async () => (await ask(name)).cache).toBe('hit')
      expect(redis.usable()).toBe(true)
    })

    it('of another type are made again', async () => {
      const key = await settled('typed')
      await raw.del(key)
      await raw.lpush(key, 'a')
      expect((await ask('typed')).cache).toBe('miss')
      await expect.poll(async () => (await ask('typed')).cache).toBe('hit')
      expect(redis.usable()).toBe(true)
    })

    it.each([
      ['for an hour', ['PX', HOUR_MS] as const],
      ['for ever', [] as const],
    ])('whose lease is held by someone else %s are made all the same', async (kind, expiry) => {
      const answerKey = await settled(`leased ${kind}`)
      const key = answerKey.replace('answer:', 'lease:')
      await raw.del(answerKey)
      if (expiry.length === 0) await raw.set(key, 'stranger')
      else await raw.set(key, 'stranger', 'PX', expiry[1])
      const startMs = performance.now()
      expect((await ask(`leased ${kind}`)).cache).toBe('miss')
      expect(performance.now() - startMs).toBeLessThan(LEASE_MS * 5)
    })

    it('are awaited despite garbage on the channel, which is ignored', async () => {
      const answerKey = await settled('failure')
      const key = answerKey.replace('answer:', 'lease:')
      const name = key.slice(keyed('lease:').length)
      await raw.del(answerKey)
      await raw.set(key, 'other replica', 'PX', 800)
      const waiting = ask('failure')
      await sleep(100)
      const tell = (message: string) => raw.publish(keyed('made'), message)
      for (const message of ['', 'garbage', '{', 'null', '[]', '{"name":1}', '\u0000', '{"failure":"x"}'])
        await tell(message)
      for (const failure of [
        'garbage',
        '{}',
        'null',
        '{"code":"__proto__","message":"a"}',
        '{"code":"not_found"}',
      ])
        await tell(JSON.stringify({ name, failure }))
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
    const key = {
      id: 'key_a',
      name: '',
      hash: '',
      scopes: [],
      ratePerS: null,
      burst: null,
      monthlyQuota: 100,
      createdAt: '',
      expiresAt: null,
      revokedAt: null,
    }
    const rate = { ratePerS: 10, burst: 2 }
    const usage = { add: async () => {}, countedIn: async () => 40, read: async () => [] }
    const meter = createMeter(usage, true, () => {})
    const local = createLocalAdmission(createMemoryRateLimiter(), meter)
    const month = () => keyed(`month:key_a:${monthOf(Date.now())}`)
    afterAll(() => meter.close())

    it.each<[string, (name: string) => Promise<unknown>]>([
      ['text', name => raw.set(name, 'garbage')],
      ['not a number', name => raw.set(name, 'nan')],
      ['infinite', name => raw.set(name, '1e999')],
      ['a fraction', name => raw.set(name, '1.5')],
      ['a list', name => raw.lpush(name, 'a')],
    ])('keep counting when they are %s', async (_, spoil) => {
      const admission = createSharedAdmission({ redis, local, countedIn: meter.countedIn })
      for (const name of [keyed('rate:key_a'), month()]) {
        await raw.del(name)
        await spoil(name)
      }
      const { rateLimit, quota } = await admission.admit('key_a', rate, key, Date.now())
      expect(rateLimit.allowed).toBe(true)
      // Counted again from the store.
      expect(quota).toMatchObject({ allowed: true, limit: 100, remaining: 59 })
      expect(redis.usable()).toBe(true)
    })

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
    it.each<[string, () => Promise<unknown>]>([
      ['a rate that is text', () => raw.set(keyed('pace:shop'), 'garbage')],
      ['a rate that is a list', () => raw.lpush(keyed('pace:shop'), 'a')],
      ['permits that are text', () => raw.set(keyed('permits:shop'), 'garbage')],
      ['permits that never expire', () => raw.zadd(keyed('permits:shop'), 'inf', 'a', 1e15, 'b')],
      ['an endless pause', () => raw.set(keyed('pause:shop'), '1')],
      ['a pause of a week', () => raw.set(keyed('pause:shop'), '1', 'PX', 168 * HOUR_MS)],
    ])('are granted despite %s', async (_, spoil) => {
      await raw.del(...['pace', 'permits', 'pause'].map(name => keyed(`${name}:shop`)))
      await spoil()
      expect(await createRedisThrottle(redis).acquire('shop', wanted)).toMatchObject({
        kind: 'go',
        waitMs: 0,
      })
      expect(redis.usable()).toBe(true)
    })

    it('are granted soon when the clock of Redis is set back by an hour', async () => {
      await raw.del(...['pace', 'permits', 'pause'].map(name => keyed(`${name}:shop`)))
      await raw.set(keyed('pace:shop'), String(Date.now() - 1_760_000_000_000 + HOUR_MS))
      const turn = await createRedisThrottle(redis).acquire('shop', wanted)
      expect(turn?.kind === 'full' ? 0 : turn?.waitMs).toBeLessThan(6_000)
    })
  })
})
