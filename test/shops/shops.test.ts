// A listed host is a shop like any other: in the list, with its fields, its state and its alarms.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShopRow } from '../../src/serve/http/routes/shop-routes.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

const folder = temporaryFolder('shops')
/** What the shop's pages leave out since its redesign. */
let lacks: 'nothing' | 'price' | 'brand' = 'nothing'
let shop: TestServer
let origin: string
let name: string
let wares: TestWares

beforeAll(async () => {
  shop = await startHttpServer((request, response) => {
    const sku = request.url?.slice(1) ?? ''
    const isSoldOut = sku.startsWith('sold')
    const offer = {
      '@type': 'Offer',
      priceCurrency: 'EUR',
      availability: `https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`,
      ...(lacks === 'price' || isSoldOut ? {} : { price: '12.50' }),
    }
    const product = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: `Oak lamp ${sku}`,
      sku,
      ...(lacks === 'brand' ? {} : { brand: { '@type': 'Brand', name: 'Halvik' } }),
      offers: offer,
    }
    response.setHeader('content-type', 'text/html')
    if (sku === 'robots.txt') response.writeHead(404).end()
    else
      response.end(
        `<html><head><script type="application/ld+json">${JSON.stringify(product)}</script></head><body><h1>Oak lamp ${sku}</h1>${isSoldOut ? '<p class="stock">Sold out</p>' : '<p class="stock">In stock</p><button class="add-to-cart">Add to cart</button>'}</body></html>`,
      )
  })
  name = `127.0.0.1:${shop.port}`
  origin = `http://${name}`
  const file = join(folder, 'wares.yaml')
  writeFileSync(
    file,
    `reader: { requests_per_second: 1000, hosts: [{ host: "${origin}", example: "${origin}/example" }] }\n`,
  )
  wares = await startTestWares({ WARES_CONFIG: file })
})

afterAll(async () => {
  await wares.stop()
})

const ask = (sku: string) =>
  wares.call('/api/v2/product', {
    query: { url: `${origin}/${sku}` },
    headers: { 'cache-control': 'no-cache' },
  })
/** The answers in the statistics of the shop; sold-out pages without a price are not in them. */
const counted = async () =>
  (await wares.call('/status.json')).json<{
    sites: Record<string, { drift: { answers: number } | null }>
  }>().sites[name]?.drift?.answers
const shops = async () => (await wares.call('/api/v2/shops')).json<{ shops: ShopRow[] }>().shops

describe('the list of shops', () => {
  it('has the host and no site that is off', async () => {
    expect(await shops()).toMatchObject([
      { name, kind: 'host', hosts: [name], state: 'unknown', fields: {}, problem: null, platform: null },
    ])
    const { key } = await wares.newKey({ scopes: ['watchmarket'] })
    expect((await wares.call('/api/v2/shops', { key })).status).toBe(200)
    expect((await wares.call('/api/v2/shops', { key: null })).status).toBe(401)
    expect((await wares.call('/api/v2/shops?x=1')).json()).toMatchObject({ code: 'invalid_parameter' })
  })

  it('is what documents and agents are shown, with an example that works', async () => {
    const document = (await wares.call('/openapi.json')).json<{ paths: Record<string, never> }>()
    expect(Object.keys(document.paths).filter(path => path.startsWith('/api/v1/scraper'))).toEqual([])
    expect(document.paths['/api/v2/product']).toMatchObject({
      get: { 'x-wares-example': { url: `${origin}/example` } },
    })
    const search = document.paths['/api/v2/search'] as unknown as { get: { parameters: { name: string }[] } }
    expect(search.get.parameters.map(one => one.name)).toEqual(['query', 'sites', 'page'])
    for (const path of ['/llms.txt', '/llms-full.txt'])
      expect((await wares.call(path)).bytes.toString()).not.toContain('sneakerhub.')
  })

  it('knows the fields of the pages', async () => {
    for (const sku of ['a', 'b', 'c', 'd', 'e']) expect((await ask(sku)).status).toBe(200)
    expect((await ask('sold-1')).status).toBe(200)
    // The counts are written every few seconds.
    await expect.poll(counted).toBe(5)
    await expect.poll(async () => (await shops())[0]?.fields).toMatchObject({ price: 1, brand: 1, gtin: 0 })
    expect((await shops())[0]).toMatchObject({ state: 'ok', last_success_at: expect.any(String) as string })
  })
})

describe('a redesign without a price', () => {
  it('is an error that names the field, recorded and shown, while a sold-out page without a price is not', async () => {
    lacks = 'price'
    const known = await ask('a')
    expect(known.status).toBe(502)
    expect(known.json()).toMatchObject({ code: 'upstream_changed', field: '/price' })
    const id = known.headers['x-request-id']
    expect((await wares.call(`/api/v2/requests/${id}`)).json()).toMatchObject({
      operation: 'general.product',
    })
    expect((await ask('never-seen')).json()).toMatchObject({ code: 'upstream_changed' })
    expect((await ask('sold-2')).json()).toMatchObject({ price: null, availability: 'out_of_stock' })
    for (const sku of ['b', 'c', 'd']) await ask(sku)
    expect((await shops())[0]).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('upstream_changed') as string,
    })
  })

  it('and the loss of another field are alarms', async () => {
    await ask('e')
    await expect.poll(async () => (await shops())[0]?.problem).toContain('price is missing since')
    lacks = 'brand'
    for (const sku of ['a', 'b', 'c', 'd', 'e'])
      expect((await ask(sku)).json()).toMatchObject({ brand: null })
    await expect.poll(async () => (await shops())[0]?.problem).toContain('brand is missing since')
    const { changes } = (await wares.call('/api/v2/changes')).json<{
      changes: { type: string; after: object }[]
    }>()
    expect(changes.filter(one => one.type === 'site.drifting').map(one => one.after)).toMatchObject([
      { site: name, field: '/price' },
      { site: name, field: '/brand' },
    ])
    expect((await wares.call('/metrics')).bytes.toString()).toMatch(
      new RegExp(`wares_field_drifting\\{site="${name}".*field="/brand"\\} 1`),
    )
  })
})
