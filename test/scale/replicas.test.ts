// Three replicas with one Redis and one PostgreSQL behave as one: one fetch, one rate, one quota, one request rate per site,
// one usage count.
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wares } from '../e2e/process.ts'
import { postgresServer, redisServer, createTestDatabase, createTestRedis } from '../services.ts'
import {
  type CountingShop,
  type ReplicaGroup,
  type Reply,
  startCountingShop,
  startReplicaGroup,
  trends,
} from './replica-group.ts'

const served = redisServer !== undefined && postgresServer !== undefined

describe.skipIf(!served)('three replicas', () => {
  let redis: Awaited<ReturnType<typeof createTestRedis>>
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let shop: CountingShop
  let fleet: ReplicaGroup
  let key: string
  let page = 1

  beforeAll(async () => {
    ;[redis, database, shop] = await Promise.all([
      createTestRedis(),
      createTestDatabase(),
      startCountingShop(),
    ])
    fleet = await startReplicaGroup({
      count: 3,
      shop,
      redisUrl: redis.url,
      redisPrefix: redis.prefix,
      databaseUrl: database.url,
      // Generous, because the machine may be busy; the chaos suite tests a slow Redis.
      settings: 'redis_timeout_ms: 5000',
    })
    key = (await fleet.newKey('--rate', '100000', '--burst', '100000')).key
  })
  afterAll(async () => {
    await fleet.close()
    await shop.close()
    await redis.drop()
    await database.drop()
  })

  const at = (count: number) => {
    const replica = fleet.replicas[count % 3]
    if (!replica) throw new Error('no replica')
    return replica
  }
  const asks = (count: number, path: string, headers: Record<string, string> = {}): Promise<Reply[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => at(n).ask(path, { 'x-api-key': key, ...headers })))
  const statuses = (replies: readonly Reply[]) => [...new Set(replies.map(reply => reply.status))]

  it('fetch once for 1,000 identical requests', async () => {
    shop.delayMs = 400
    const path = trends(page++)
    const before = shop.pages()
    const replies = await asks(1_000, path)
    shop.delayMs = 0
    expect(statuses(replies)).toEqual([200])
    expect(new Set(replies.map(reply => reply.text)).size).toBe(1)
    expect(shop.pages() - before).toBe(1)
    expect(replies.filter(reply => /stored/.test(reply.headers['cache-status'] ?? ''))).toHaveLength(1)
  })

  it('fetch once more for 300 requests with no-cache, and share that too', async () => {
    shop.delayMs = 400
    const before = shop.pages()
    const replies = await asks(300, trends(page++), { 'cache-control': 'no-cache' })
    shop.delayMs = 0
    expect(statuses(replies)).toEqual([200])
    expect(shop.pages() - before).toBe(1)
  })

  it('share a fault like an answer', async () => {
    const gone = (id: number) => `/api/v1/scraper/sneakerhub/prices?id=${id}~gone`
    const start = shop.pages()
    expect((await at(0).ask(gone(1044287), { 'x-api-key': key })).status).toBe(404)
    const each = shop.pages() - start
    shop.delayMs = 300
    const replies = await asks(60, gone(1044288))
    shop.delayMs = 0
    expect(statuses(replies)).toEqual([404])
    expect(shop.pages() - start).toBe(2 * each)
  })

  it('answer from what another has fetched, byte for byte, with age and ETag', async () => {
    const path = trends(page++)
    const first = await at(0).ask(path, { 'x-api-key': key })
    const before = shop.pages()
    await expect
      .poll(
        async () => (await at(1).ask(path, { 'x-api-key': key, 'cache-control': 'only-if-cached' })).status,
      )
      .toBe(200)
    const second = await at(2).ask(path, { 'x-api-key': key })
    expect(shop.pages()).toBe(before)
    expect(second.text).toBe(first.text)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(second.headers['wares-absent']).toBe(first.headers['wares-absent'])
    expect(second.headers['cache-status']).toMatch(/^wares; hit; ttl=\d+$/)
    const packed = await at(2).ask(path, { 'x-api-key': key, 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
  })

  it('lose at most two seconds when the one that fetches dies', async () => {
    const path = trends(page++)
    const spare = await fleet.add()
    const shopDelayMs = 12_000
    shop.delayMs = shopDelayMs
    const before = shop.pages()
    const doomed = spare.ask(path, { 'x-api-key': key })
    await expect.poll(() => shop.pages() - before, { timeout: 20_000 }).toBe(1)
    shop.delayMs = 0
    const from = performance.now()
    const waiting = asks(30, path)
    spare.process.child.kill('SIGKILL')
    await once(spare.process.child, 'exit')
    const replies = await waiting
    const took = performance.now() - from
    expect(statuses(replies)).toEqual([200])
    expect(shop.pages() - before).toBe(2)
    // Long before the page that the dead replica waited for.
    expect(took).toBeLessThan(shopDelayMs)
    expect((await doomed).status).toBe(-1)
    fleet.replicas.splice(fleet.replicas.indexOf(spare), 1)
  })

  it('enforce one rate and one quota per key', async () => {
    const path = trends(1)
    const slow = await fleet.newKey('--rate', '0.01', '--burst', '30')
    const rated = await asks(90, path, { 'x-api-key': slow.key })
    expect(rated.filter(reply => reply.status === 200)).toHaveLength(30)
    expect(rated.find(reply => reply.status === 429)?.headers['retry-after']).toBe('100')
    const small = await fleet.newKey('--quota', '40', '--rate', '1000', '--burst', '1000')
    const quoted = await asks(120, path, { 'x-api-key': small.key })
    expect(quoted.filter(reply => reply.status === 200)).toHaveLength(40)
    expect(quoted.find(reply => reply.status === 429)?.text).toContain('quota_exceeded')
  })

  it('reject a key everywhere as soon as it is revoked', async () => {
    const made = await fleet.newKey()
    expect(statuses(await asks(9, trends(1), { 'x-api-key': made.key }))).toEqual([200])
    await wares(['keys', 'revoke', made.id], fleet.env)
    await expect
      .poll(async () => statuses(await asks(9, trends(1), { 'x-api-key': made.key })), { timeout: 20_000 })
      .toEqual([401])
  })

  it('together count what the clients have counted', async () => {
    const made = await fleet.newKey('--rate', '100000', '--burst', '100000')
    const mine = { 'x-api-key': made.key }
    const replies = (
      await Promise.all([
        asks(300, trends(1), mine),
        asks(60, '/api/v1/scraper/sneakerhub/search', mine),
        asks(30, '/api/v1/scraper/sneakerhub/prices?id=1044287~gone', mine),
      ])
    ).flat()
    const counted = (status: number) => replies.filter(reply => reply.status === status).length
    expect([counted(200), counted(400), counted(404)]).toEqual([300, 60, 30])
    const usage = async () => {
      const { text } = await at(0).ask('/api/v1/usage', mine)
      const { rows } = JSON.parse(text) as { rows: { outcome: string; calls: number }[] }
      const sum = (outcome: string) =>
        rows.filter(row => row.outcome === outcome).reduce((all, row) => all + row.calls, 0)
      return [sum('ok'), sum('invalid_parameter'), sum('not_found')]
    }
    await expect.poll(usage, { interval: 500, timeout: 15_000 }).toEqual([300, 60, 30])
    const own = JSON.parse((await at(1).ask('/api/v1/usage', mine)).text) as { totals: { calls: number } }
    expect(own.totals.calls).toBe(390)
  })
})

describe.skipIf(!served)('replicas with a rate-limited site', () => {
  it('share its request rate and its Retry-After', async () => {
    const [redis, shop] = await Promise.all([createTestRedis(), startCountingShop()])
    const fleet = await startReplicaGroup({
      count: 3,
      shop,
      redisUrl: redis.url,
      redisPrefix: redis.prefix,
      site: 'requests_per_second: 10, concurrency: 2, breaker: { failures: 1000 }',
      settings: 'redis_timeout_ms: 5000',
    })
    try {
      const { key } = await fleet.newKey('--rate', '100000', '--burst', '100000')
      const ask = async (n: number) => fleet.replicas[n % 3]?.ask(trends(n + 1), { 'x-api-key': key })
      const replies = await Promise.all(Array.from({ length: 36 }, (_, n) => ask(n)))
      expect([...new Set(replies.map(reply => reply?.status))]).toEqual([200])
      const tookS = ((shop.times.at(-1) ?? 0) - (shop.times[0] ?? 0)) / 1000
      // 36 requests at 10 a second, two of them at once at the start.
      expect(tookS).toBeGreaterThan(3.2)
      expect(tookS).toBeLessThan(20)

      shop.refuse = { status: 429, headers: { 'retry-after': '30' } }
      expect((await ask(100))?.text).toContain('the site is busy (429)')
      shop.refuse = undefined
      const before = shop.pages()
      for (const n of [101, 102, 103]) {
        const reply = await ask(n)
        expect([reply?.status, Number(reply?.headers['retry-after']) > 20]).toEqual([503, true])
      }
      expect(shop.pages()).toBe(before)
    } finally {
      await fleet.close()
      await shop.close()
      await redis.drop()
    }
  }, 60_000)
})
