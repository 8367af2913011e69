// A search over a thousand listed shops: a bounded number of requests at once, and an answer within the deadline.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

const SHOPS = 1_001
const HOME =
  '<html><script>var Shopify = {}; Shopify.shop = "a.example"; Shopify.currency = {"active":"EUR"};</script></html>'

interface Answer {
  readonly results: readonly { site: string }[]
  readonly sites: readonly { site: string; outcome: string; count: number }[]
}

let shop: TestServer
let origin = ''
/** Requests that the shops have not answered yet, and the most of them. */
let open = 0
let most = 0
let isHanging = false
const folder = temporaryFolder('config')
const running: TestWares[] = []

beforeAll(async () => {
  shop = await startHttpServer((request, response) => {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    const path = request.url ?? ''
    const isRobots = path === '/robots.txt'
    if (isRobots) response.writeHead(404).end()
    if (isRobots || isHanging) return
    setTimeout(() => {
      if (path.includes('/search/suggest.json')) {
        const product = { id: 1, title: 'Lamp', handle: 'lamp', url: '/products/lamp', price: '40.00' }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ resources: { results: { products: [product] } } }))
      } else if (/^\/s\d+\/$/.test(path)) response.setHeader('content-type', 'text/html').end(HOME)
      else response.writeHead(404).end()
    }, 5)
  })
  origin = shop.origin
})
afterAll(async () => {
  await Promise.all(running.map(one => one.stop()))
})

async function start(env: Record<string, string>): Promise<TestWares> {
  const file = join(folder, `wares-${running.length}.yaml`)
  const hosts = Array.from(
    { length: SHOPS },
    (_, n) => `    - { host: "${origin}/s${n}", requests_per_second: 1000 }`,
  )
  writeFileSync(file, `sandbox: false\nreader:\n  hosts:\n${hosts.join('\n')}\n`)
  const wares = await startTestWares({ WARES_CONFIG: file, ...env })
  running.push(wares)
  return wares
}

it('asks a bounded number at once, and names every shop', { timeout: 120_000 }, async () => {
  const wares = await start({ WARES_DEADLINE_MS: '100000' })
  const { sites, results } = (await wares.call('/api/v2/search', { query: { query: 'lamp' } })).json<Answer>()
  expect(sites).toHaveLength(SHOPS)
  expect(new Set(sites.map(one => one.outcome))).toEqual(new Set(['ok']))
  expect(results).toHaveLength(SHOPS)
  expect(most).toBeGreaterThan(1)
  // Fifty, and those that took longer than a second.
  expect(most).toBeLessThanOrEqual(200)
})

it('answers within its deadline when all hang, and says so of each', { timeout: 60_000 }, async () => {
  const wares = await start({ WARES_DEADLINE_MS: '4000' })
  isHanging = true
  const reply = await wares.call('/api/v2/search', { query: { query: 'lamp' } })
  expect(reply.status).toBe(200)
  const { sites } = reply.json<Answer>()
  expect(sites).toHaveLength(SHOPS)
  expect(new Set(sites.map(one => one.outcome))).toEqual(new Set(['upstream_timeout']))
})
