// The general operations on two replicas with one Redis: one fetch, one answer, one rate limit, one request rate per
// configured host; and circuits that one caller cannot open.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresServer, redisServer, createTestRedis } from '../services.ts'
import {
  type CountingShop,
  type ReplicaGroup,
  type Reply,
  startCountingShop,
  startReplicaGroup,
  trends,
} from './replica-group.ts'

const served = redisServer !== undefined && postgresServer !== undefined
const SLUGS = [
  'daybreak-home-cotton-throw-cream-ge4014-110',
  'halvik-arc-runner-rose-pv4272-660',
  'halvik-arc-runner-chestnut-pv4272-210',
]
const NO_LIMIT = ['--rate', '100000', '--burst', '100000']

let redis: Awaited<ReturnType<typeof createTestRedis>>
let shop: CountingShop
let fleet: ReplicaGroup

async function open(site?: string): Promise<void> {
  ;[redis, shop] = await Promise.all([createTestRedis(), startCountingShop()])
  fleet = await startReplicaGroup({
    count: 2,
    shop,
    redisUrl: redis.url,
    redisPrefix: redis.prefix,
    ...(site === undefined ? {} : { site }),
    settings: `redis_timeout_ms: 5000
deadline_ms: 30000
reader:
  requests_per_second: 1000
  concurrency: 100
  hosts:
    - ${shop.origin}/shop-json-ld
    - { host: "${shop.origin}/shop-microdata", requests_per_second: 5, concurrency: 1 }
    - ${shop.origin}/shop-plain`,
  })
}

async function close(): Promise<void> {
  await fleet.close()
  await shop.close()
  await redis.drop()
}

const at = (place: number) => {
  const replica = fleet.replicas[place % 2]
  if (!replica) throw new Error('no replica')
  return replica
}
const product = (path: string) =>
  `/api/v2/product?${new URLSearchParams({ url: shop.origin + path }).toString()}`
const codeOf = ({ text }: Reply): unknown => (JSON.parse(text) as { code?: unknown }).code

describe.skipIf(!served)('general operations on two replicas', () => {
  let key: string
  beforeAll(async () => {
    await open()
    key = (await fleet.newKey(...NO_LIMIT)).key
  }, 120_000)
  afterAll(close)

  const ask = (place: number, path: string, more: Record<string, string> = {}) =>
    at(place).ask(path, { 'x-api-key': key, ...more })
  const asks = (count: number, path: string): Promise<Reply[]> =>
    Promise.all(Array.from({ length: count }, (_, place) => ask(place, path)))

  it('fetch a page of a configured shop once, and answer with the same bytes', async () => {
    shop.delayMs = 400
    const before = shop.pages()
    const replies = await asks(200, product(`/shop-json-ld/p/${SLUGS[0]}`))
    shop.delayMs = 0
    expect([...new Set(replies.map(reply => reply.status))]).toEqual([200])
    expect(new Set(replies.map(reply => reply.text)).size).toBe(1)
    expect(shop.pages() - before).toBe(1)
    expect(replies.filter(reply => /stored/.test(reply.headers['cache-status'] ?? ''))).toHaveLength(1)
  })

  it('answer from what the other has fetched, and fetch again with no-cache', async () => {
    const path = product(`/shop-json-ld/p/${SLUGS[0]}?v=2`)
    const first = await ask(0, path)
    expect(first.status).toBe(200)
    const before = shop.pages()
    await expect
      .poll(async () => (await ask(1, path, { 'cache-control': 'only-if-cached' })).status)
      .toBe(200)
    const second = await ask(1, path)
    expect([second.text, second.headers.etag]).toEqual([first.text, first.headers.etag])
    expect(second.headers['cache-status']).toMatch(/^wares; hit/)
    expect(shop.pages()).toBe(before)
    await ask(1, path, { 'cache-control': 'no-cache' })
    expect(shop.pages()).toBe(before + 1)
  })

  it('share the answers that a product, a search and offers are made of', async () => {
    const native = `/sneakerhub/sneakers/${SLUGS[2]}`
    expect((await ask(0, product(native))).status).toBe(200)
    const before = shop.pages()
    await expect.poll(async () => (await ask(1, product(native))).headers['cache-status']).toMatch(/hit/)
    expect(shop.pages()).toBe(before)

    for (const path of [
      '/api/v2/search?query=runner&sites=sneakerhub',
      '/api/v2/offers?code=PV4272-660&sites=sneakerhub',
    ]) {
      shop.delayMs = 300
      const start = shop.pages()
      const replies = await asks(60, path)
      shop.delayMs = 0
      expect([...new Set(replies.map(reply => reply.status))]).toEqual([200])
      expect(new Set(replies.map(reply => reply.text)).size).toBe(1)
      const together = shop.pages() - start
      // As many as one caller alone needs.
      const again = shop.pages()
      expect((await ask(0, path, { 'cache-control': 'no-cache' })).status).toBe(200)
      expect(together).toBeLessThanOrEqual(Math.max(1, shop.pages() - again))
    }
  })

  it('enforce one rate and one quota per key', { timeout: 120_000 }, async () => {
    const path = product(`/shop-json-ld/p/${SLUGS[0]}`)
    const slow = await fleet.newKey('--rate', '0.01', '--burst', '10')
    const small = await fleet.newKey('--quota', '12', '--rate', '1000', '--burst', '1000')
    for (const [made, allowed] of [
      [slow, 10],
      [small, 12],
    ] as const) {
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, place) => at(place).ask(path, { 'x-api-key': made.key })),
      )
      expect(replies.filter(reply => reply.status === 200)).toHaveLength(allowed)
      expect(replies.filter(reply => reply.status === 429)).toHaveLength(40 - allowed)
    }
  })

  it('share the request rate of a configured host and its pause; another host has its own', async () => {
    const from = shop.times.length
    const paths = Array.from({ length: 9 }, (_, place) => product(`/shop-microdata/p/${SLUGS[0]}?n=${place}`))
    const replies = await Promise.all(paths.map((path, place) => ask(place, path)))
    expect([...new Set(replies.map(reply => reply.status))]).toEqual([200])
    // Nine requests at five a second, whichever replica sends them.
    const times = shop.times.slice(from)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_500)

    shop.refuse = { status: 429, headers: { 'retry-after': '60' } }
    expect(codeOf(await ask(0, product(`/shop-microdata/p/${SLUGS[1]}`)))).toBe('upstream_busy')
    shop.refuse = undefined
    const before = shop.pages()
    expect(codeOf(await ask(1, product(`/shop-microdata/p/${SLUGS[2]}`)))).toBe('upstream_busy')
    expect(shop.pages()).toBe(before)
    expect((await ask(1, product(`/shop-plain/p/${SLUGS[0]}`))).status).toBe(200)
  })
})

describe.skipIf(!served)('circuit on two replicas', () => {
  beforeAll(async () => {
    await open('requests_per_second: 1000, concurrency: 100, breaker: { failures: 8, open_ms: 300000 }')
  }, 120_000)
  afterAll(close)

  let page = 1
  /** Pages that were never requested, of a site or of a configured host. */
  const TARGETS = {
    'a site': () => trends(page++),
    'a listed host': () => product(`/shop-plain/p/${SLUGS[0]}?n=${page++}`),
  }

  it.each(Object.entries(TARGETS))(
    'of %s is opened by several callers, not by one',
    { timeout: 180_000 },
    async (_, nextPath) => {
      const keys = await Promise.all(Array.from({ length: 4 }, () => fleet.newKey(...NO_LIMIT)))
      const codes = async (keyOf: (place: number) => { key: string } | undefined, count: number) => {
        const found: unknown[][] = [[], []]
        for (let place = 0; place < count; place++)
          for (const replica of [0, 1]) {
            const reply = await at(replica).ask(nextPath(), { 'x-api-key': keyOf(place)?.key ?? '' })
            found[replica]?.push(reply.status === 200 ? 200 : codeOf(reply))
          }
        return found
      }
      const [alone, second, third, last] = keys
      const refusal = { status: 403, headers: {} }

      shop.refuse = refusal
      const blocked = Array.from({ length: 8 }, () => 'upstream_blocked')
      // After eight blocks the site is closed to this caller.
      const closed = [...blocked, 'upstream_busy', 'upstream_busy']
      expect(await codes(() => alone, 10)).toEqual([closed, closed])
      shop.refuse = undefined
      expect(await codes(() => last, 2)).toEqual([
        [200, 200],
        [200, 200],
      ])
      expect(await codes(() => alone, 1)).toEqual([['upstream_busy'], ['upstream_busy']])

      shop.refuse = refusal
      expect(await codes(place => (place % 2 === 0 ? second : third), 8)).toEqual([blocked, blocked])
      shop.refuse = undefined
      const before = shop.pages()
      expect(await codes(() => last, 1)).toEqual([['upstream_busy'], ['upstream_busy']])
      expect(shop.pages()).toBe(before)
    },
  )
})
