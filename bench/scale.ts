// The cost of shared state: an answer from memory, from Redis and cold; round trips to Redis as it counts them;
// looking up a key among a thousand and a hundred thousand.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { withRedis, redisServer, type Service, startRedis } from '../test/services.ts'
import { startCountingShop } from '../test/scale/replica-group.ts'
import { runConcurrently, percentile } from './cold-environment.ts'
import type { Usage } from './cold-wares.ts'
import { measureKeys } from './scale-keys.ts'

const PAGES = 480
const HITS = Number(process.argv[2] ?? 10_000)

interface Wares {
  readonly child: ChildProcess
  readonly address: string
  readonly key: string
}

if (redisServer === undefined) throw new Error('this bench needs redis-server')
const redis = await startRedis()
const shop = await startCountingShop()
const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
writeFileSync(
  join(folder, 'wares.yaml'),
  `log: error\nredis_timeout_ms: 5000\nsites:\n  sneakerhub: { origin: '${shop.origin}/sneakerhub', requests_per_second: 100000, concurrency: 1000 }\n`,
)
const agent = new Agent({ connections: 64 })
try {
  const [alone, first, second] = [await startWares(), await startWares(redis), await startWares(redis)]
  await run(alone, 2_000, /./, () => 1)
  await run(first, 2_000, /./, () => 1)
  await run(second, 2_000, /./, () => 1)
  console.log(
    'way'.padEnd(34),
    'req/s'.padStart(8),
    'p50 ms'.padStart(8),
    'p99 ms'.padStart(8),
    'CPU µs'.padStart(8),
    'Redis'.padStart(8),
  )
  await report('hit in this process, no Redis', alone, HITS, /hit/, () => 1)
  await report('hit in this process, with Redis', first, HITS, /hit/, () => 1)
  await report('cold, with Redis', first, PAGES, /stored/, n => n + 2)
  await report('hit in Redis', second, PAGES, /hit/, n => n + 2)
  await report('cold, no Redis', alone, PAGES, /stored/, n => n + 2)
  for (const one of [alone, first, second]) {
    one.child.disconnect()
    await once(one.child, 'exit')
  }
  await measureKeys(folder)
} finally {
  await agent.close()
  await shop.close()
  await redis.remove()
  rmSync(folder, { recursive: true })
}

async function startWares(shared?: Service): Promise<Wares> {
  const child = fork(new URL('cold-wares.ts', import.meta.url), {
    env: {
      ...process.env,
      WARES_CONFIG: join(folder, 'wares.yaml'),
      WARES_DATA: folder,
      WARES_PORT: '0',
      ...(shared ? { WARES_REDIS_URL: shared.url } : {}),
    },
  })
  const [greeting] = (await once(child, 'message')) as [{ address: string; key: string }]
  return { child, ...greeting }
}

async function ask({ address, key }: Wares, page: number, cache: RegExp): Promise<number> {
  const startedAt = performance.now()
  const response = await agent.request({
    origin: address,
    path: `/api/v1/scraper/sneakerhub/trends?page=${page}`,
    method: 'GET',
    headers: { 'x-api-key': key, 'accept-encoding': 'br' },
  })
  const body = await response.body.arrayBuffer()
  if (response.statusCode !== 200) throw new Error(Buffer.from(body).toString())
  const status = String(response.headers['cache-status'])
  if (!cache.test(status)) throw new Error(`this was to be ${cache}, not ${status}`)
  return performance.now() - startedAt
}

/** Script calls as counted by the server; each is one round trip. */
async function roundTrips(): Promise<number> {
  const info = await withRedis(redis.url, client => client.info('commandstats'))
  const lines = info.matchAll(/^cmdstat_(?:evalsha|eval):calls=(\d+)/gm)
  return Array.from(lines, ([, calls]) => Number(calls)).reduce((sum, calls) => sum + calls, 0)
}

async function run(wares: Wares, count: number, cache: RegExp, page: (n: number) => number) {
  let next = 0
  const before = await roundTrips()
  await usageOf(wares)
  const startedAt = performance.now()
  const times = await runConcurrently(count, 16, () => ask(wares, page(next++), cache))
  const tookS = (performance.now() - startedAt) / 1_000
  const { cpuMs } = await usageOf(wares)
  return { times, tookS, cpuUs: (cpuMs * 1_000) / count, trips: ((await roundTrips()) - before) / count }
}

async function report(
  name: string,
  wares: Wares,
  count: number,
  cache: RegExp,
  page: (n: number) => number,
): Promise<void> {
  const { times, tookS, cpuUs, trips } = await run(wares, count, cache, page)
  const cells = [
    (count / tookS).toFixed(0),
    percentile(times, 0.5).toFixed(2),
    percentile(times, 0.99).toFixed(2),
    cpuUs.toFixed(0),
    trips.toFixed(2),
  ]
  console.log(name.padEnd(34), ...cells.map(cell => cell.padStart(8)))
}

async function usageOf({ child }: Wares): Promise<Usage> {
  child.send('usage')
  return ((await once(child, 'message')) as [Usage])[0]
}
