// `wares watch add --all`: each product of a shop that publishes only a sitemap, within a budget of requests a day.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { startHttpServer } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startServer, wares } from './process.ts'

const folder = temporaryFolder('watch-all')
const env = { WARES_DATA: join(folder, 'data'), WARES_CONFIG: join(folder, 'wares.yaml') }
let shop: string

beforeAll(async () => {
  const server = await startHttpServer(({ url = '', headers: { host } }, response) => {
    const page = (number: number) => `http://${host}/products/lamp-${number}`
    const [, number] = /^\/products\/lamp-(\d+)$/.exec(url) ?? []
    if (url === '/sitemap.xml') {
      const urls = Array.from({ length: 30 }, (_, place) => `<url><loc>${page(place)}</loc></url>`)
      response.setHeader('content-type', 'application/xml')
      response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`)
    } else if (number === undefined) response.writeHead(404).end()
    else {
      const offers = {
        '@type': 'Offer',
        price: `${number}.50`,
        priceCurrency: 'EUR',
        availability: 'InStock',
      }
      const product = { '@type': 'Product', name: `Ash lamp ${number}`, offers }
      response.setHeader('content-type', 'text/html')
      response.end(`<script type="application/ld+json">${JSON.stringify(product)}</script><h1>Ash lamp</h1>`)
    }
  })
  shop = `127.0.0.1:${server.port}`
  writeFileSync(
    env.WARES_CONFIG,
    `sandbox: true\nreader: { requests_per_second: 100, hosts: ["http://${shop}"] }\n`,
  )
  await startServer(env)
})

const all = async (...options: string[]) => wares(['watch', 'add', '--all', shop, ...options], env)

it('says count, budget and interval before it starts', async () => {
  const { code, stdout } = await all('--budget', '100', '--dry-run')
  expect(code).toBe(0)
  // 30 products in 24 h, 100 requests: every 432 minutes.
  expect(JSON.parse(stdout)).toEqual({
    plan: { shop, products: 30, requests_per_check: 1, requests_a_day: 100, budget: 100, every_s: 25_920 },
  })
  expect(JSON.parse((await wares(['watch', 'list'], env)).stdout)).toEqual([])
})

it('watches each product at that interval, and each once', async () => {
  const first = JSON.parse((await all('--budget', '100', '--when', 'price drops 5%')).stdout) as object
  expect(first).toMatchObject({ plan: { products: 30 }, added: 30, known: 0, failed: 0 })
  const watches = JSON.parse((await wares(['watch', 'list'], env)).stdout) as object[]
  expect(watches).toHaveLength(30)
  expect(watches[0]).toMatchObject({ every_s: 25_920, when: 'price drops 5%' })
  expect(JSON.parse((await all('--budget', '100')).stdout)).toMatchObject({ added: 0, known: 30 })
})

it.each([
  [['--budget', '0'], 2, /whole number of requests a day/],
  [['--budget', '1', '--every', '1h'], 2, /--every follows from --budget/],
])('%j is refused', async (options, code, said) => {
  const done = await all(...options)
  expect(done.code).toBe(code)
  expect(done.stderr).toMatch(said)
})
