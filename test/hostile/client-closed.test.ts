// A caller who disconnects: counted in the quota, not a failure of the site, not an error in the log.
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

let shop: TestServer
let wares: TestWares
let asked = 0

beforeAll(async () => {
  shop = await startHttpServer((incoming, response) => {
    // Requests for pages are never answered.
    if (incoming.url === '/robots.txt') response.writeHead(404).end()
    else asked++
  })
  wares = await startTestWares({ WARES_SITE_SNEAKERHUB_ORIGIN: shop.origin })
})

afterAll(() => wares.stop())

describe('disconnected caller', () => {
  it('has the outcome client_closed in usage, metrics and status', async () => {
    const { key } = await wares.newKey({ monthlyQuota: 10 })
    const caller = new AbortController()
    const reply = request(`${wares.address}/api/v1/scraper/sneakerhub/prices?id=1`, {
      headers: { 'x-api-key': key },
      signal: caller.signal,
    }).catch((error: Error) => error.name)
    await waitUntil(() => asked === 1)
    caller.abort()
    expect(await reply).toBe('AbortError')
    await waitUntil(async () => (await metrics()).includes('wares_runs_total'))

    const account = (await wares.call('/api/v1/usage', { key })).json<{
      rows: { outcome: string; calls: number; counted: number }[]
      limits: { quota: { remaining: number } }
    }>()
    expect(account.rows).toMatchObject([{ outcome: 'client_closed', calls: 1, counted: 1 }])
    expect(account.limits.quota.remaining).toBe(9)

    const lines = (await metrics())
      .split('\n')
      .filter(line => /^wares_(?:answers|runs|upstream_attempts)_total/.test(line))
    expect(lines.toSorted()).toEqual([
      'wares_answers_total{operation="sneakerhub.prices",outcome="client_closed",cache="none"} 1',
      'wares_runs_total{site="sneakerhub",operation="sneakerhub.prices",outcome="client_closed"} 1',
      'wares_upstream_attempts_total{site="sneakerhub",outcome="client_closed"} 1',
    ])

    const status = (await wares.call('/status.json')).json<{ sites: Record<string, unknown> }>()
    expect(status.sites.sneakerhub).toMatchObject({
      state: 'idle',
      runs: 0,
      last_fault: null,
      circuit: 'closed',
    })
  })
})

async function metrics(): Promise<string> {
  return (await wares.call('/metrics')).bytes.toString()
}

async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isTrue()) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('it never became true')
}
