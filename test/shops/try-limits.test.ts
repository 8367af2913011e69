// Trying a shop is a request like any other: it needs the scope, counts, and obeys the limits of the shop.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer } from '../support/servers.ts'

const PRODUCT = `<html><head><script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Oak lamp',
  offers: { '@type': 'Offer', price: '40.00', priceCurrency: 'EUR' },
})}</script></head><body><h1>Oak lamp</h1></body></html>`

interface Shop {
  readonly origin: string
  readonly url: string
  /** Every request for the product. */
  readonly asked: number[]
  isBusy: boolean
  close(): Promise<void>
}

async function openShop(): Promise<Shop> {
  const asked: number[] = []
  const server = await startHttpServer((request, response) => {
    if (request.url !== '/lamp') response.writeHead(404).end()
    else {
      asked.push(performance.now())
      if (shop.isBusy) response.writeHead(429, { 'retry-after': '600' }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(PRODUCT)
    }
  })
  const origin = server.origin
  const shop: Shop = {
    origin,
    url: `${origin}/lamp`,
    asked,
    isBusy: false,
    close: server.close,
  }
  return shop
}

const folder = temporaryFolder('try')
const file = join(folder, 'wares.yaml')
let wares: TestWares
let listed: Shop
let unlisted: Shop

beforeAll(async () => {
  listed = await openShop()
  writeFileSync(file, `reader:\n  hosts: ["${listed.origin}"]\n`)
  wares = await startTestWares({ WARES_CONFIG: file })
})
beforeEach(async () => {
  unlisted = await openShop()
})
afterEach(() => unlisted.close())
afterAll(async () => {
  await wares.stop()
  await listed.close()
})

const tryShop = (url: string, key?: string) =>
  wares.call('/api/v2/shops', {
    method: 'POST',
    body: JSON.stringify({ url, dry_run: true }),
    ...(key === undefined ? {} : { key }),
    headers: { 'content-type': 'application/json', ...wares.operatorHeaders },
  })

it('needs a key whose scope covers products', async () => {
  const { key } = await wares.newKey({ scopes: ['shops', 'sneakerhub'] })
  expect((await tryShop(unlisted.url, key)).json()).toMatchObject({ code: 'key_not_allowed' })
  expect((await wares.call('/api/v2/shops', { key })).json()).toMatchObject({ can_add: false })
  expect(unlisted.asked).toEqual([])
})

it('counts in the usage and the quota of its key', async () => {
  const { key } = await wares.newKey({ scopes: ['*', 'shops'], monthlyQuota: 2 })
  expect((await tryShop(unlisted.url, key)).status).toBe(200)
  expect((await tryShop(`${unlisted.origin}/nothing`, key)).json()).toMatchObject({ code: 'not_found' })
  const beyond = await tryShop(unlisted.url, key)
  expect([beyond.status, beyond.json().code]).toEqual([429, 'quota_exceeded'])
  expect(unlisted.asked).toHaveLength(1)
  const usage = (await wares.call('/api/v1/usage', { key })).json<{ operations: object }>()
  expect(JSON.stringify(usage)).toContain('general.product')
})

describe('the limits of the shop', () => {
  it('hold for a shop that is not configured, from one try to the next', async () => {
    unlisted.isBusy = true
    const first = await tryShop(unlisted.url)
    expect(first.json()).toMatchObject({ code: 'upstream_busy' })
    const { length } = unlisted.asked
    unlisted.isBusy = false
    const second = await tryShop(unlisted.url)
    expect(second.json()).toMatchObject({ code: 'upstream_busy' })
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(500)
    expect(unlisted.asked).toHaveLength(length)
  })

  it('hold for a configured shop, whoever asks', async () => {
    const product = () =>
      wares.call('/api/v2/product', { query: { url: listed.url }, headers: { 'cache-control': 'no-cache' } })
    listed.isBusy = true
    expect((await product()).json()).toMatchObject({ code: 'upstream_busy' })
    listed.isBusy = false
    const { length } = listed.asked
    expect(length).toBeGreaterThan(0)
    expect((await tryShop(listed.url)).json()).toMatchObject({ code: 'upstream_busy' })
    expect((await product()).json()).toMatchObject({ code: 'upstream_busy' })
    expect(listed.asked).toHaveLength(length)
  })
})
