// An article is found by its code in a shop without a search, once a page of it was read, watched or listed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let shop: TestServer
let wares: TestWares
let name: string

beforeAll(async () => {
  shop = await startHttpServer(({ url = '' }, response) => {
    const [, number] = /^\/products\/(\d+)$/.exec(url) ?? []
    if (number === undefined) {
      response.writeHead(404).end()
      return
    }
    const offers = { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR', availability: 'InStock' }
    const product = {
      '@type': 'Product',
      name: `Ash lamp ${number}`,
      mpn: `TS-${number}`,
      sku: `A${number}`,
      offers,
    }
    response.setHeader('content-type', 'text/html')
    response.end(
      `<script type="application/ld+json">${JSON.stringify(product)}</script><h1>Ash lamp ${number}</h1>`,
    )
  })
  name = `127.0.0.1:${shop.port}`
  const file = join(temporaryFolder('codes'), 'wares.yaml')
  writeFileSync(file, `reader: { requests_per_second: 1000, hosts: ["http://${name}"] }\n`)
  wares = await startTestWares({ WARES_CONFIG: file })
})

afterAll(() => wares.stop())

const offersOf = async (code: string) =>
  (await wares.call('/api/v2/offers', { query: { code }, headers: { 'cache-control': 'no-cache' } })).json<{
    offers: { url: string }[]
    sites: { site: string; outcome: string; count: number }[]
  }>()

it('says that the shop could not be asked, until a page with the code was read', async () => {
  expect((await offersOf('TS101')).sites).toEqual([{ site: name, outcome: 'no_search', count: 0 }])
  await wares.call('/api/v2/product', { query: { url: `http://${name}/products/101` } })
  for (const code of ['TS101', 'A101']) {
    const { offers, sites } = await offersOf(code)
    expect(offers.map(one => one.url)).toEqual([`http://${name}/products/101`])
    expect(sites).toEqual([{ site: name, outcome: 'ok', count: 1 }])
  }
  expect((await offersOf('TS102')).sites).toEqual([{ site: name, outcome: 'no_search', count: 0 }])
})
