// Identical requests share one upstream fetch, which runs as long as any caller waits. A site without an origin reports so.
import { type ServerResponse } from 'node:http'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isComposite } from '../../src/answer/request/registry.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

const row = {
  sizeOption: { presentation: '9', value: 9 },
  shoeCondition: 'new_no_defects',
  boxCondition: 'good_condition',
  lowestPriceCents: { currency: 'USD', amount: 100 },
  instantShipLowestPriceCents: { currency: 'USD' },
  lastSoldPriceCents: { currency: 'USD', amount: 100, amountUsdCents: 100 },
  stockStatus: 'single_in_stock',
}

let shop: TestServer
let wares: TestWares
let asked: { url: string; response: ServerResponse }[] = []
let closed = 0

beforeAll(async () => {
  shop = await startHttpServer((incoming, response) => {
    if (incoming.url === '/robots.txt') {
      response.writeHead(404).end()
      return
    }
    asked.push({ url: incoming.url ?? '', response })
    response.on('close', () => {
      if (!response.writableFinished) closed++
    })
    if (!incoming.url?.includes('held')) {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([row])),
        150,
      )
    }
  })
  wares = await startTestWares({ WARES_SITE_SNEAKERHUB_ORIGIN: shop.origin })
})

afterAll(() => wares.stop())

const prices = (id: string) => `/api/v1/scraper/sneakerhub/prices?id=${id}`

describe('identical requests', () => {
  it('sent a thousand times at once cause exactly one upstream fetch', async () => {
    asked = []
    const dispatcher = new Agent({ connections: 200 })
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const reply = await request(wares.address + prices('1'), {
          headers: { 'x-api-key': wares.key },
          dispatcher,
        })
        return [reply.statusCode, await reply.body.text()] as const
      }),
    )
    await dispatcher.close()
    expect(new Set(replies.map(([status]) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(([, body]) => body)).size).toBe(1)
    expect(asked).toHaveLength(1)
  })

  it('continue for the others when one caller leaves, and are cancelled when the last does', async () => {
    asked = []
    closed = 0
    const callers = [new AbortController(), new AbortController()]
    const replies = callers.map(({ signal }) =>
      request(wares.address + prices('held'), { headers: { 'x-api-key': wares.key }, signal }).catch(
        (error: Error) => error.name,
      ),
    )
    await waitUntil(() => asked.length === 1)
    callers[0]?.abort()
    expect(await replies[0]).toBe('AbortError')
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(closed).toBe(0)
    callers[1]?.abort()
    await waitUntil(() => closed === 1)
    expect(asked).toHaveLength(1)
  })
})

describe('next to a configured site', () => {
  it('every operation of a site without an origin is site_disabled', async () => {
    for (const entry of wares.registry.entries) {
      const { site, operation, path, example } = entry
      if (site.name === 'sneakerhub' || operation.open || isComposite(entry)) continue
      const reply = await wares.call(path, { query: example as Record<string, string> })
      expect([operation.id, reply.status, reply.json().code]).toEqual([operation.id, 503, 'site_disabled'])
    }
  })

  it('the finder, which needs no site, still answers', async () => {
    expect((await wares.call('/api/v2/finder/watchmarket-search?query=dial', { key: null })).status).toBe(200)
  })
})

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !condition(); tries++)
    await new Promise(resolve => setTimeout(resolve, 20))
  expect(condition()).toBe(true)
}
