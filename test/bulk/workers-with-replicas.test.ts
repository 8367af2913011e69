// Workers together with replicas: they reuse cached answers, their calls are counted, and they share a site's request rate
// and pauses.
import { writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { COMMAND, start, type RunningProcess, wares } from '../e2e/process.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { totalsOf } from '../../src/store/usage-store.ts'
import { redisServer, createTestRedis } from '../services.ts'
import { startTestWares } from '../start-wares.ts'
import { type BulkFixture, createBulkFixture, mismatches, priceInputs } from './bulk-fixture.ts'
import { freePort, startHttpServer, type TestServer } from '../support/servers.ts'

let fixture: BulkFixture
let redis: Awaited<ReturnType<typeof createTestRedis>> | undefined
let env: Record<string, string>
let workers: RunningProcess[] = []

beforeAll(async () => {
  fixture = await createBulkFixture()
  redis = redisServer === undefined ? undefined : await createTestRedis()
  const shared = redis && { WARES_REDIS_URL: redis.url, WARES_REDIS_PREFIX: redis.prefix }
  env = { ...fixture.env, ...shared }
})
afterEach(async () => {
  await Promise.all(workers.map(one => one.stop()))
  workers = []
})
afterAll(async () => {
  await redis?.drop()
})

const bulk = (args: string[], more: Record<string, string> = {}) =>
  wares(['bulk', ...args], { ...env, ...more })

async function usageIn(folder: string) {
  const store = await openEmbeddedStore(folder)
  const rows = await store.usage.read({ keyId: 'bulk' })
  await store.close()
  return { rows, totals: totalsOf(rows) }
}

describe('bulk calls', () => {
  it('are counted, attempt by attempt, under a key id of their own', async () => {
    const data = fixture.path('counted-data')
    const inputs = [...priceInputs(40), { operation: 'sneakerhub.prices', params: { id: '1044287~busy' } }]
    const file = fixture.writeInputs('counted.ndjson', inputs)
    const out = fixture.path('counted.out.ndjson')
    expect(
      (await wares(['bulk', 'run', file, '--out', out], { ...fixture.env, WARES_DATA: data })).code,
    ).toBe(0)
    const { rows, totals } = await usageIn(data)
    const calls = (outcome: string) =>
      rows.filter(row => row.outcome === outcome).reduce((sum, row) => sum + row.calls, 0)
    expect(calls('ok')).toBe(40)
    // Three attempts, as documented in the help.
    expect(calls('upstream_busy')).toBe(3)
    expect(totals).toEqual({ calls: 43, counted: 0 })
  }, 60_000)

  it.skipIf(redisServer === undefined)(
    'use what a replica has just read, and evict nothing from the shared cache',
    async () => {
      const sandbox = { WARES_SANDBOX_PORT: String(await freePort()) }
      const replica = await startTestWares({ ...env, ...sandbox, WARES_DATA: fixture.path('replica-data') })
      const path = '/api/v1/scraper/sneakerhub/prices'
      const [known, fresh] = priceInputs(2) as { params: { id: string } }[]
      expect((await replica.call(path, { query: known?.params ?? {} })).status).toBe(200)
      const data = fixture.path('shared-data')
      const file = fixture.writeInputs('shared.ndjson', [known, fresh])
      const out = fixture.path('shared.out.ndjson')
      expect((await bulk(['run', file, '--out', out], { ...sandbox, WARES_DATA: data })).code).toBe(0)
      expect((await usageIn(data)).rows.map(({ cache, calls }) => [cache, calls])).toEqual([
        ['hit', 1],
        ['miss', 1],
      ])
      const later = await replica.call(path, { query: fresh?.params ?? {} })
      expect(later.headers['cache-status']).toMatch(/fwd=miss/)
      await replica.stop()
    },
    60_000,
  )
})

describe.skipIf(redisServer === undefined)('bulk workers of a real origin', () => {
  const PACE = 20
  const PAUSE_S = 3
  const arrivals: number[] = []
  let pausedAt = 0
  let shop: TestServer

  beforeAll(async () => {
    shop = await startHttpServer((incoming, response) => {
      if (incoming.url === '/robots.txt') {
        response.writeHead(404).end()
        return
      }
      arrivals.push(performance.now())
      if (arrivals.length === 40) {
        pausedAt = performance.now()
        response.writeHead(429, { 'retry-after': String(PAUSE_S) }).end()
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
    })
  })

  it('share its request rate, and a pause that it requests from one', async () => {
    // It may be the second attempt.
    arrivals.length = 0
    const job = `real-${Date.now()}`
    const config = fixture.path('real.yaml')
    writeFileSync(
      config,
      `sites:\n  sneakerhub:\n    origin: ${shop.origin}\n    requests_per_second: ${PACE}\n`,
    )
    const inputs = Array.from({ length: 120 }, (_, place) => ({
      operation: 'sneakerhub.prices',
      params: { id: String(2_000_000 + place) },
    }))
    const file = fixture.writeInputs('real.ndjson', inputs)
    const real = { WARES_CONFIG: config }
    await bulk(['submit', file, '--name', job], real)
    workers = [1, 2, 3].map(() =>
      start(process.execPath, [COMMAND, 'start', '--worker'], { ...env, ...real }),
    )
    const out = fixture.path(`${job}.out.ndjson`)
    expect((await bulk(['results', job, '--out', out, '--wait'], real)).code).toBe(0)
    expect(mismatches(out, inputs)).toEqual([])
    // On average and in any two seconds; three independent workers would send three times as many requests. On a crowded
    // machine the shop sees late what was sent in time.
    const wholeS = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1_000
    expect(wholeS).toBeGreaterThan((arrivals.length - 1) / PACE - 1 + PAUSE_S)
    const inTwoSeconds = arrivals.map(from => arrivals.filter(at => at >= from && at < from + 2_000).length)
    expect(Math.max(...inTwoSeconds)).toBeLessThan(PACE * 4)
    // Requests in flight when the pause was requested may still arrive; a pause of one worker alone would leave two thirds of
    // the pace.
    const during = arrivals.filter(at => at > pausedAt + 400 && at < pausedAt + PAUSE_S * 1_000 - 200)
    expect(during.length).toBeLessThan((PACE * (PAUSE_S - 0.6)) / 3)
  }, 180_000)
})
