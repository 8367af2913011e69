// A running server takes over the shops of changed settings; with a mistake in them, the old ones stay in effect.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { watchSettings } from '../../src/settings/watch-settings.ts'
import { sites } from '../../adapters/sites/index.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

const folder = temporaryFolder('reload')
const file = join(folder, 'wares.yaml')
let shop: TestServer
let origin: string
let wares: TestWares

beforeAll(async () => {
  shop = await startHttpServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', 'text/html')
    response.end(
      '<html><head><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Oak lamp","sku":"L-1","offers":{"@type":"Offer","price":"12.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script></head><body><h1>Oak lamp</h1></body></html>',
    )
  })
  origin = shop.origin
  wares = await startTestWares()
})

afterAll(async () => {
  await wares.stop()
})

const env = () => ({
  WARES_CONFIG: file,
  WARES_DATA: wares.dataDir,
  WARES_SANDBOX_PORT: String(wares.config.sandbox.port),
})
const reload = (text: string) => {
  writeFileSync(file, text)
  return wares.reload(() => readConfig(sites, env()))
}
const askLamp = async () => (await wares.call('/api/v2/product', { query: { url: `${origin}/lamp` } })).json()
const settings = async () =>
  (await wares.call('/status.json')).json<{ settings: Record<string, unknown> }>().settings

describe('a reload', () => {
  it('adds a shop, and with the first real one the sandbox is off', async () => {
    expect(await askLamp()).toMatchObject({ code: 'url_not_allowed' })
    const result = await reload(`reader: { hosts: ["${origin}"] }\n`)
    expect(result).toMatchObject({ changed: true, problem: null })
    expect(await askLamp()).toMatchObject({ name: 'Oak lamp', price: { amount: '12.50', currency: 'EUR' } })
    const sandboxed = await wares.call('/api/v1/scraper/sneakerhub/search', { query: { query: 'runner' } })
    expect(sandboxed.json()).toMatchObject({ code: 'site_disabled' })
  })

  it.each([
    ['reader: { hostz: [a.example] }', 'did you mean "hosts"?'],
    ['reader: [', 'not valid YAML'],
    ['watches: [{ url: "https://nobody.example/p" }]', 'watches[0] in wares.yaml'],
    ['canaries: [{ url: "https://nobody.example/p" }]', 'canaries[0] in wares.yaml'],
    ['{ chromium: /nowhere, reader: { hosts: [a.example], render: browser } }', '/nowhere does not exist'],
  ])('with the mistake %j keeps the old settings and says so', async (text, problem) => {
    const result = await reload(`${text}\n`)
    expect(result).toMatchObject({ changed: false })
    expect(result.problem).toContain(problem)
    expect((await settings()).problem).toContain(problem)
    expect(await askLamp()).toMatchObject({ name: 'Oak lamp' })
  })

  it('names settings that need a restart, and forgets the problem', async () => {
    const result = await reload(`{ reader: { hosts: ["${origin}"] }, limits: { cache_mb: 7 } }\n`)
    expect(result).toMatchObject({ problem: null })
    expect(result.needRestart).toContain('limits.cache_mb')
    expect(await settings()).toMatchObject({ problem: null })
  })

  it('removes a shop, with its cached answers', async () => {
    expect(await askLamp()).toMatchObject({ name: 'Oak lamp' })
    await reload('reader: { hosts: [other.example] }\n')
    expect(await askLamp()).toMatchObject({ code: 'url_not_allowed' })
  })
})

describe('the watch on the file', () => {
  it('notices a file that comes, changes and is replaced', async () => {
    const path = join(folder, 'late.yaml')
    let changes = 0
    const watching = watchSettings(path, () => changes++)
    try {
      writeFileSync(path, 'a: 1')
      await expect.poll(() => changes).toBe(1)
      writeFileSync(path, 'a: 12')
      await expect.poll(() => changes).toBe(2)
      writeFileSync(`${path}.new`, 'a: 123')
      renameSync(`${path}.new`, path)
      await expect.poll(() => changes).toBe(3)
    } finally {
      watching.close()
    }
  })
})
