// A real Redis stopped, frozen, full, read-only and loading, under load: answers continue, limits fall back, everything
// recovers.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresServer, withRedis, redisServer, type Service, startRedis } from '../services.ts'
import { failures, type LoadGenerator, startLoad } from './load-generator.ts'
import {
  type CountingShop,
  type ReplicaGroup,
  startCountingShop,
  startReplicaGroup,
  trends,
} from './replica-group.ts'

/** Longer than an answer takes on a busy machine. */
const TIMEOUT_MS = 1_000

describe.skipIf(redisServer === undefined || postgresServer === undefined)('Redis outage', () => {
  let redis: Service
  let shop: CountingShop
  let fleet: ReplicaGroup
  let load: LoadGenerator
  let page = 2

  beforeAll(async () => {
    ;[redis, shop] = await Promise.all([startRedis(), startCountingShop()])
    fleet = await startReplicaGroup({
      count: 2,
      shop,
      redisUrl: redis.url,
      settings: `redis_timeout_ms: ${TIMEOUT_MS}`,
    })
    const { key } = await fleet.newKey('--rate', '100000', '--burst', '100000')
    load = startLoad(4, count => ({
      // Half of them from the cache, half fetched again.
      url: (fleet.replicas[count % 2]?.address ?? '') + trends(count % 4 < 2 ? 1 : 2 + (page++ % 498)),
      headers: { 'x-api-key': key },
    }))
  })
  afterAll(async () => {
    await load.stop()
    await fleet.close()
    await shop.close()
    await redis.remove()
  })

  const states = async () => {
    const all = await Promise.all(fleet.replicas.map(replica => replica.ready()))
    return { states: all.map(one => one.status), reasons: all.flatMap(one => one.reasons).join('; ') }
  }
  const set = (name: string, value: string) =>
    withRedis(redis.url, client => client.config('SET', name, value))

  /** Waits for at least ten calls and one second. */
  const someMore = async () => {
    await sleep(1_000)
    const shots = load.take()
    while (shots.length < 10) {
      await sleep(100)
      shots.push(...load.take())
    }
    return shots
  }

  const troubles: { name: string; begin: () => unknown; end: () => unknown; why: RegExp }[] = [
    {
      name: 'stopped',
      begin: () => redis.kill(),
      end: () => redis.start(),
      why: /Redis: .*(lost|ECONNREFUSED)/,
    },
    {
      name: 'frozen',
      begin: () => redis.freeze(),
      end: () => redis.thaw(),
      why: /Redis: no answer within 1000 ms/,
    },
    {
      name: 'full',
      begin: () => set('maxmemory', '1'),
      end: () => set('maxmemory', '0'),
      why: /Redis: OOM/,
    },
    {
      name: 'read-only',
      begin: () => withRedis(redis.url, client => client.replicaof('127.0.0.1', 1)),
      end: () => withRedis(redis.url, client => client.replicaof('NO', 'ONE')),
      why: /Redis: (READONLY|the connection is lost)/,
    },
  ]

  it.each(troubles)(
    '$name: answers continue, readiness gives the reason, and it recovers',
    async ({ begin, end, why }) => {
      await expect.poll(states, { timeout: 50_000 }).toEqual({ states: ['ready', 'ready'], reasons: '' })
      load.take()
      await begin()
      await expect
        .poll(async () => (await states()).states, { timeout: 50_000 })
        .toEqual(['degraded', 'degraded'])
      expect((await states()).reasons).toMatch(why)
      const early = load.take()
      const late = await someMore()
      await end()
      await expect.poll(states, { timeout: 50_000 }).toEqual({ states: ['ready', 'ready'], reasons: '' })
      const recovering = load.take()
      const after = await someMore()
      expect(failures([...early, ...late, ...recovering, ...after])).toEqual([])
      // No request waits for a Redis that is known to be failing.
      expect(late.toSorted((a, b) => a.ms - b.ms)[Math.floor(late.length / 2)]?.ms).toBeLessThan(TIMEOUT_MS)
    },
    180_000,
  )

  it('loading its data: not used until it is done', async () => {
    await withRedis(redis.url, async client => {
      await client.call('DEBUG', 'POPULATE', '3000')
      await client.save()
    })
    await redis.kill()
    // Makes loading take three seconds.
    await redis.start(['--key-load-delay', '1000', '--loading-process-events-interval-bytes', '1024'])
    await expect
      .poll(() => withRedis(redis.url, client => client.get('a')).then(String, String), { timeout: 50_000 })
      .toContain('LOADING')
    load.take()
    expect((await states()).states).toEqual(['degraded', 'degraded'])
    await expect.poll(states, { timeout: 50_000 }).toEqual({ states: ['ready', 'ready'], reasons: '' })
    expect(failures(load.take())).toEqual([])
  }, 180_000)

  it('gone: each process enforces the limits locally, and hands them back', async () => {
    const { key } = await fleet.newKey('--rate', '0.01', '--burst', '5')
    const { key: other } = await fleet.newKey('--rate', '0.01', '--burst', '5')
    const letIn = async (which: string) => {
      const replies = await Promise.all(
        Array.from({ length: 40 }, async (_, n) =>
          fleet.replicas[n % 2]?.ask(trends(1), { 'x-api-key': which }),
        ),
      )
      return replies.filter(reply => reply?.status === 200).length
    }
    await redis.kill()
    await expect
      .poll(async () => (await states()).states, { timeout: 50_000 })
      .toEqual(['degraded', 'degraded'])
    expect(await letIn(key)).toBe(10)
    await redis.start()
    await expect.poll(states, { timeout: 50_000 }).toEqual({ states: ['ready', 'ready'], reasons: '' })
    expect(await letIn(other)).toBe(5)
  }, 180_000)
})
