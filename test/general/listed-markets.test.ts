// A listed shop with markets below a path: the currency of its search is that of the listed address, whatever was read before.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchResult } from '#kit/product/general-product'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer } from '../support/servers.ts'

const product = { id: 7, title: 'Lamp', handle: 'lamp', variants: [{ id: 71, available: true }] }

function page(currency: string): string {
  const offers = { '@type': 'Offer', price: '49.90', priceCurrency: currency }
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', offers }
  return `<html><head><script>var Shopify = {}; Shopify.shop = "lamps.example"; Shopify.currency = {"active":"${currency}"};</script>
<script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>Lamp</h1></body></html>`
}

function answer(path: string): string | undefined {
  if (path === '/search/suggest.json')
    return JSON.stringify({ resources: { results: { products: [{ ...product, price: '49.90' }] } } })
  if (path === '/products.json')
    return JSON.stringify({ products: [{ ...product, variants: [{ id: 71, price: '49.90' }] }] })
  if (/^\/en-gb\/(products\/lamp)?$/.test(path)) return page('GBP')
  return path === '/' || path === '/products/lamp' ? page('EUR') : undefined
}

const folder = temporaryFolder('config')
let wares: TestWares
let [unsaid, said, byExample] = ['', '', '']

async function startShop(): Promise<string> {
  const server = await startHttpServer((request, response) => {
    const body = answer(new URL(request.url ?? '/', 'http://shop.example').pathname)
    const type = body?.startsWith('{') ? 'application/json' : 'text/html'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? '')
  })
  return server.origin
}

beforeAll(async () => {
  unsaid = await startShop()
  said = await startShop()
  byExample = await startShop()
  const hosts = [
    `"${unsaid}"`,
    `{ host: "${said}", platform: shopify, currency: CHF }`,
    `{ host: "${byExample}", example: "${byExample}/en-gb/products/lamp" }`,
  ]
  writeFileSync(
    join(folder, 'wares.yaml'),
    `reader: { hosts: [${hosts.join(', ')}], requests_per_second: 100 }\n`,
  )
  wares = await startTestWares({ WARES_CONFIG: join(folder, 'wares.yaml') })
})
afterAll(() => wares.stop())

async function read(url: string) {
  const reply = await wares.call('/api/v2/product', { query: { url } })
  return reply.json<{ price: object }>().price
}

async function searched(origin: string) {
  const query = { query: 'lamp', sites: origin.replace('http://', '') }
  const reply = await wares.call('/api/v2/search', { query })
  return reply.json<{ results: SearchResult[] }>().results[0]?.price
}

it('a page of another market says nothing about the prices at the root', async () => {
  expect(await read(`${unsaid}/en-gb/products/lamp`)).toEqual({ amount: '49.90', currency: 'GBP' })
  expect(await searched(unsaid)).toEqual({ amount: '49.90', currency: 'EUR' })
  await read(`${unsaid}/en-gb/products/lamp?variant=71`)
  expect(await searched(unsaid)).toEqual({ amount: '49.90', currency: 'EUR' })
})

it('an example of another market is not asked for the currency', async () => {
  expect(await searched(byExample)).toEqual({ amount: '49.90', currency: 'EUR' })
})

it('the currency of the settings is that of search and list, whatever the pages say', async () => {
  const asConfigured = { amount: '49.90', currency: 'CHF' }
  await read(`${said}/en-gb/products/lamp`)
  expect(await searched(said)).toEqual(asConfigured)
  await read(`${said}/products/lamp`)
  expect(await searched(said)).toEqual(asConfigured)
  const list = await wares.call('/api/v2/catalog', { query: { shop: said.replace('http://', '') } })
  expect(list.json()).toMatchObject({ products: [{ price: asConfigured }] })
})
