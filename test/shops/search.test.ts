// A listed shop whose home page says nothing takes part in search and offers: its platform is learned from its example,
// and what it can do is known before its first answer.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ShopRow } from '../../src/serve/http/routes/shop-routes.ts'
import { COMMAND, start, wares as command } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer } from '../support/servers.ts'

interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body: string
}

const HEAD =
  '<script>var Shopify = {}; Shopify.shop = "lamps.example"; Shopify.currency = {"active":"EUR"};</script>'
const VERSION = '2026-04-08'
const variant = { id: 71, title: 'M', option1: 'M', sku: 'LA2041-M', available: true, price: '40.00' }
const lamp = { id: 7, title: 'Lamp', handle: 'lamp', vendor: 'Hearth', variants: [variant], images: [] }
const json = (value: unknown): Reply => ({ type: 'application/json', body: JSON.stringify(value) })

/** A storefront without a home page, whose search is closed. */
function storefront(path: string): Reply | undefined {
  if (path === '/products/lamp')
    return { body: `<html><head>${HEAD}</head><body><h1>Lamp</h1><p>€40.00</p></body></html>` }
  if (path === '/products/lamp.js') return json({ ...lamp, variants: [{ ...variant, price: 4000 }] })
  if (path === '/products.json') return json({ products: [lamp] })
  return undefined
}

/** A shop with nothing but a UCP catalog. */
function catalog(path: string, origin: string): Reply | undefined {
  const ucp = { version: VERSION }
  if (path === '/.well-known/ucp') {
    const service = { version: VERSION, transport: 'rest', endpoint: `${origin}/ucp` }
    const capability = { version: VERSION, schema: 'https://ucp.dev/schemas/shopping/catalog.json' }
    const capabilities = Object.fromEntries(
      ['search', 'lookup'].map(part => [`dev.ucp.shopping.catalog.${part}`, [capability]]),
    )
    return json({
      ucp: { ...ucp, services: { 'dev.ucp.shopping': [service] }, capabilities, payment_handlers: {} },
    })
  }
  if (!path.startsWith('/ucp/catalog/')) return undefined
  const price = { amount: 4250, currency: 'EUR' }
  const product = {
    id: 'p1',
    title: 'Lamp',
    description: { plain: 'A lamp.' },
    url: `${origin}/lamp`,
    price_range: { min: price, max: price },
    variants: [
      { id: 'v1', title: 'One', description: { plain: 'One' }, price, availability: { available: true } },
    ],
  }
  return json({ ucp, products: [product] })
}

let asked: string[] = []

async function open(answer: (path: string, origin: string) => Reply | undefined): Promise<string> {
  let origin = ''
  const server = await startHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.example')
    asked.push(pathname)
    const missing = { status: 404, body: '<h1>Not found</h1>' }
    const { status = 200, type = 'text/html', body }: Reply = answer(pathname, origin) ?? missing
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  origin = server.origin
  return origin
}

const folder = temporaryFolder('search')
const file = join(folder, 'wares.yaml')
let shop = ''
let ucpShop = ''

beforeAll(async () => {
  shop = await open(storefront)
  ucpShop = await open(catalog)
})
beforeEach(() => {
  asked = []
})

const nameOf = (origin: string) => origin.replace('http://', '')

async function withShop<T>(entry: string, use: (wares: TestWares) => Promise<T>): Promise<T> {
  writeFileSync(file, `reader: { requests_per_second: 1000, hosts: [${entry}] }\n`)
  const wares = await startTestWares({ WARES_CONFIG: file })
  try {
    return await use(wares)
  } finally {
    await wares.stop()
  }
}

async function search(wares: TestWares) {
  const { results, sites } = (await wares.call('/api/v2/search', { query: { query: 'lamp' } })).json<{
    results: { url: string }[]
    sites: { site: string; outcome: string }[]
  }>()
  return { urls: results.map(one => one.url), sites }
}

const listed = async (wares: TestWares) =>
  (await wares.call('/api/v2/shops')).json<{ shops: ShopRow[] }>().shops[0]

describe('a storefront without a home page', () => {
  it('is searched by what its example says, and asked for it once', () =>
    withShop(`{ host: "${shop}", example: "${shop}/products/lamp" }`, async wares => {
      const { urls, sites } = await search(wares)
      expect(urls).toEqual([`${shop}/products/lamp`])
      expect(sites).toMatchObject([{ site: nameOf(shop), outcome: 'ok' }])
      expect(await listed(wares)).toMatchObject({ platform: 'shopify', can: { search: true, offers: true } })
      const { offers } = (await wares.call('/api/v2/offers', { query: { code: 'LA2041-M' } })).json<{
        offers: { price: unknown }[]
      }>()
      expect(offers).toMatchObject([{ price: { amount: '40.00', currency: 'EUR' } }])
      // Once to learn the platform, once for the offer.
      expect(asked.filter(path => path === '/products/lamp')).toHaveLength(2)
      expect(asked).not.toContain('/')
    }))

  it('is searched by what an answer said', () =>
    withShop(`"${shop}"`, async wares => {
      const before = await search(wares)
      expect(before.sites).toMatchObject([{ site: nameOf(shop), outcome: 'not_found' }])
      await wares.call('/api/v2/product', { query: { url: `${shop}/products/lamp` } })
      const after = (
        await wares.call('/api/v2/search', {
          query: { query: 'lamp' },
          headers: { 'cache-control': 'no-cache' },
        })
      ).json<{ sites: object[] }>()
      expect(after.sites).toMatchObject([{ site: nameOf(shop), outcome: 'ok', count: 1 }])
    }))

  it('whose example is gone too is named with the fault', () =>
    withShop(`{ host: "${shop}", example: "${shop}/gone" }`, async wares => {
      expect((await search(wares)).sites).toMatchObject([{ site: nameOf(shop), outcome: 'not_found' }])
      expect(asked.filter(path => path === '/' || path === '/gone').toSorted()).toEqual(['/', '/gone'])
    }))
})

describe('what a shop can do', () => {
  it('is known from the settings before its first answer', () =>
    withShop(`{ host: "${shop}", platform: woocommerce }`, async wares => {
      expect(await listed(wares)).toMatchObject({ platform: 'woocommerce', can: { search: true } })
      await wares.call('/api/v2/product', { query: { url: `${shop}/products/lamp` } })
      // The page knows better.
      expect(await listed(wares)).toMatchObject({ platform: 'shopify', can: { search: true, offers: true } })
    }))

  it('by UCP alone is known from its profile', () =>
    withShop(`"${ucpShop}"`, async wares => {
      expect(await listed(wares)).toMatchObject({ can: { search: false, offers: false } })
      expect((await search(wares)).urls).toEqual([`${ucpShop}/lamp`])
      expect(await listed(wares)).toMatchObject({ platform: null, can: { search: true, offers: true } })
    }))

  it.each([
    ['a storefront', () => `${shop}/products/lamp`, /^(?!.*currency: ).*platform: shopify/s, 'shopify'],
    ['a UCP catalog', () => `${ucpShop}/lamp`, /^(?!.*currency: ).*ucp: true/s, null],
  ])('is written by `wares add` of %s', async (_, url, written, platform) => {
    writeFileSync(file, '')
    const env = {
      WARES_CONFIG: file,
      WARES_DATA: join(folder, 'data'),
      WARES_PORT: String(await freePort()),
      WARES_SANDBOX_PORT: String(await freePort()),
    }
    const server = start(process.execPath, [COMMAND, 'start'], env)
    try {
      await server.until(/Wares is ready/)
      const added = await command(['add', url(), '--json'], env)
      expect(added.code, added.stdout).toBe(0)
      expect((JSON.parse(added.stdout) as { entry: string }).entry).toMatch(written)
      const { shops } = JSON.parse((await command(['shops', '--json'], env)).stdout) as { shops: ShopRow[] }
      // The sandbox stays on beside it.
      const own = shops.filter(one => one.kind !== 'sandbox')
      expect(own).toMatchObject([{ platform, state: 'unknown', can: { search: true, offers: true } }])
      expect(shops.length).toBeGreaterThan(own.length)
    } finally {
      await server.stop()
    }
  })
})
