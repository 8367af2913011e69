// Configured shops whose pages are built in the browser: `render` per entry of reader.hosts, one browser for all, and no
// start without Chromium.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wares } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { findChromium } from '../../src/fetch/network/render.ts'
import { findChromium as findTestChromium } from '../web/launch-browser.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

/** The one that Wares itself would find, if there is one. */
const chromium = findChromium(undefined) ?? findTestChromium()
const folder = temporaryFolder('config')
const settings = join(folder, 'wares.yaml')

/** Empty until its script has fetched the data. */
const APP = `<!doctype html><html><head><title>Shop</title></head><body><div id="app"></div><script>
fetch('data.json').then(reply => reply.json()).then(({ name, price }) => {
  document.head.innerHTML += '<meta property="og:type" content="product"><meta property="og:title" content="' + name +
    '"><meta property="product:price:amount" content="' + price + '"><meta property="product:price:currency" content="EUR">'
  app.innerHTML = '<h1>' + name + '</h1><p class="price">€' + price + '</p>'
})
</script></body></html>`

describe.runIf(chromium)('reader hosts with Chromium', () => {
  let shop: TestServer
  let running: TestWares
  let origin = ''
  const asked: string[] = []
  beforeAll(async () => {
    shop = await startHttpServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/robots.txt') response.writeHead(404).end()
      else if (request.url?.endsWith('/data.json'))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Lamp","price":"12.50"}')
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(APP)
    })
    origin = shop.origin
    writeFileSync(
      settings,
      `chromium: ${chromium}
deadline_ms: 60000
reader:
  requests_per_second: 100
  timeout_ms: 50000
  hosts: ["${origin}/plain", { host: "${origin}/built", render: browser }, { host: "${origin}/built-too", render: browser }]
`,
    )
    running = await startTestWares({ WARES_CONFIG: settings })
  }, 60_000)
  afterAll(async () => {
    await running.stop()
  })

  const product = async (path: string) =>
    (await running.call('/api/v2/product', { query: { url: origin + path } })).json()

  it('are rendered only if their entry has render: browser', {
    timeout: 120_000,
  }, async () => {
    const [built, other] = await Promise.all([product('/built/p'), product('/built-too/p')])
    for (const one of [built, other])
      expect(one).toMatchObject({ name: 'Lamp', price: { amount: '12.50', currency: 'EUR' } })
    expect((await product('/plain/p')).code).toBe('upstream_changed')
    expect(asked.filter(path => path.endsWith('/data.json')).toSorted()).toEqual([
      '/built-too/data.json',
      '/built/data.json',
    ])
  })
})

describe('reader hosts without Chromium', () => {
  it.each([
    ['reader: { hosts: [shop.example, { host: "*.market.example", render: browser }] }', '*.market.example'],
    ['reader: { hosts: [shop.example], render: browser }', 'shop.example'],
    ['sites: { sneakerhub: { origin: "https://shop.example", render: browser } }', 'sneakerhub'],
  ])('with %s are refused at start, in one sentence', { timeout: 60_000 }, async (lines, name) => {
    writeFileSync(settings, `${lines}\nchromium: /nowhere/chromium\n`)
    const env = { WARES_CONFIG: settings, WARES_DATA: join(folder, 'data'), WARES_PORT: '0' }
    const { code, stderr } = await wares(['start'], env)
    expect([code, stderr.trim()]).toEqual([
      1,
      `${name} is set to render: browser, but /nowhere/chromium does not exist; install Chromium or set chromium in wares.yaml.`,
    ])
  })
})
