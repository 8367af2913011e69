// The proxy files of deploy/proxy, run as they are but for their addresses: answers, streams, headers, body limit. And no proxy,
// however little it says of itself, makes a caller elsewhere one on this machine.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './process.ts'
import { BARE_PROXIES, type RunningProxy, SHIPPED_PROXIES, startProxy } from '../start-proxy.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

const folder = temporaryFolder('behind')
const file = join(folder, 'wares.yaml')
let wares: TestWares
let inside: TestServer
/** A page on the operator's own network, which only the operator may read. */
let insideUrl = ''
let asked = 0

beforeAll(async () => {
  writeFileSync(file, '# empty\n')
  wares = await startTestWares({ WARES_CONFIG: file })
  inside = await startHttpServer((_, response) => {
    asked++
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Payroll</h1>')
  })
  insideUrl = `${inside.origin}/`
})
afterAll(async () => {
  await wares.stop()
})

describe.each([...SHIPPED_PROXIES, ...BARE_PROXIES])('behind $name', proxy => {
  const test = it.skipIf(proxy.program === undefined)
  let running: RunningProxy | undefined
  beforeAll(async () => {
    if (proxy.program !== undefined) running = await startProxy(proxy, wares.address)
  })
  afterAll(() => running?.stop())

  // fetch would not send another Host.
  const call = async (path: string, headers: Record<string, string>, body?: string) => {
    const reply = await request(`${running?.origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body ?? null,
    })
    return { status: reply.statusCode, text: await reply.body.text() }
  }

  test.each(['localhost', '127.0.0.1', '[::1]', 'localhost:8080'])(
    'a remote caller with the Host %s gets no guest key and reads no private address',
    async host => {
      const pretending = { host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` }
      const facts = await call('/explorer.json', pretending)
      expect(facts.status).toBe(200)
      expect(facts.text).not.toMatch(/wares_\w{10}/)
      const before = asked
      const added = await call(
        '/api/v2/shops',
        { ...pretending, 'x-api-key': wares.key, 'content-type': 'application/json' },
        JSON.stringify({ url: insideUrl, dry_run: true }),
      )
      expect([added.status, asked]).toEqual([400, before])
      expect(added.text).toContain('public host name')
    },
  )
})

it('the balancer limits bodies as nginx does', () => {
  const limits = (file: string) =>
    readFileSync(join(ROOT, 'deploy/proxy', file), 'utf8').match(/location .*\{|client_max_body_size .*;/g)
  expect(limits('nginx.conf')).toContain('location = /api/v2/read {')
  expect(limits('balancer.conf')).toEqual(limits('nginx.conf'))
})

describe.each(SHIPPED_PROXIES)('$name', proxy => {
  const test = it.skipIf(proxy.program === undefined)
  let running: RunningProxy | undefined
  beforeAll(async () => {
    if (proxy.program !== undefined) running = await startProxy(proxy, wares.address)
  })
  afterAll(() => running?.stop())

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${running?.origin}${path}`, { ...init, headers: { 'x-api-key': wares.key, ...init.headers } })

  test('passes answers on', async () => {
    const answer = await call('/api/v1/scraper/sneakerhub/prices?id=1044287')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-status')).toMatch(/^wares; /)
  })

  test('hides the metrics, and nothing that the pages need', async () => {
    expect((await call('/metrics')).status).toBe(404)
    for (const path of [
      '/status.json',
      '/explorer.json',
      '/openapi.json',
      '/problems',
      '/readyz',
      '/llms.txt',
      '/llms-full.txt',
    ])
      expect([path, (await call(path)).status]).toEqual([path, 200])
  })

  test('does not hold back a stream', async () => {
    const leave = new AbortController()
    const answer = await call('/api/v2/changes?after=0', {
      headers: { accept: 'text/event-stream' },
      signal: leave.signal,
    })
    const first = await answer.body?.getReader().read()
    leave.abort()
    expect(Buffer.from(first?.value ?? []).toString()).toContain('retry: 2000')
  })

  test('passes on a page as large as Wares accepts', async () => {
    const offers = { '@type': 'Offer', price: '9.90', priceCurrency: 'EUR' }
    const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', offers }
    const html = `<script type="application/ld+json">${JSON.stringify(product)}</script><h1>Lamp</h1><!--${'x'.repeat(2_000_000)}-->`
    const answer = await call('/api/v2/read', {
      method: 'POST',
      body: JSON.stringify({ url: 'https://shop.example/lamp', html }),
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { name: 'Lamp' }])
  })

  test('refuses a body that Wares would refuse', async () => {
    const answer = await call('/mcp', {
      method: 'POST',
      body: 'x'.repeat(70_000),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(413)
  })
})

describe.each(SHIPPED_PROXIES)('$name in front of a Wares with 60 listed shops', proxy => {
  const test = it.skipIf(proxy.program === undefined)
  test('answers a search over all of them', async () => {
    // Every address of 127.0.0.0/8 is this machine: one server is 60 shops.
    const { port } = await startHttpServer((_, response) => response.writeHead(404).end(), {
      host: '0.0.0.0',
    })
    const hosts = Array.from({ length: 60 }, (_, place) => `http://127.0.1.${place + 1}:${port}`)
    const settings = join(folder, 'many.yaml')
    writeFileSync(
      settings,
      `sandbox: false\nreader:\n  hosts:\n${hosts.map(host => `    - { host: "${host}", platform: shopify, requests_per_second: 1000 }\n`).join('')}`,
    )
    const many = await startTestWares({ WARES_CONFIG: settings })
    const front = await startProxy(proxy, many.address)
    try {
      const answer = await fetch(`${front.origin}/api/v2/search?query=lamp`, {
        headers: { 'x-api-key': many.key },
      })
      expect(answer.status, await answer.clone().text()).toBe(200)
      expect(answer.headers.get('server-timing')?.length).toBeLessThan(1_024)
      expect((await answer.json()) as object).toMatchObject({ sites: expect.any(Array) as unknown })
    } finally {
      await front.stop()
      await many.stop()
    }
  })
})
