// SSRF: no URL, search term, code, redirect, robots.txt or DNS answer reaches a host that the operator has not configured.
import { type ServerResponse } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReaderConfig } from '../../src/settings/reader-config.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { createUpstream } from '../../src/fetch/index.ts'
import { requestFor } from '../faults/upstream-fixture.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import {
  type ForbiddenPlaces,
  hostileAddresses,
  nearlyListed,
  NO_PAGES,
  outsideBasePath,
} from './hostile-addresses.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer } from '../support/servers.ts'

const LAMP = `<html><head><title>Lamp</title><script type="application/ld+json">{"@context":"https://schema.org",
"@type":"Product","name":"Lamp","sku":"L-1","offers":{"@type":"Offer","price":"12.50","priceCurrency":"EUR"}}</script></head>
<body><h1>Lamp</h1><p>12,50 €</p><button>Add to cart</button></body></html>`

const reached: string[] = []
const folder = temporaryFolder('config')
let places: ForbiddenPlaces
let badRobots = 0
let wares: TestWares

beforeAll(async () => {
  const secretPort = await listen((path, response) => {
    reached.push(`secret ${path}`)
    page(response, LAMP)
  })
  const shopPort = await listen((path, response) => {
    if (path === '/robots.txt') response.writeHead(404).end()
    else if (path.startsWith('/shop/away?')) redirect(response, new URLSearchParams(path.split('?')[1]))
    // Each listed shop is asked once for its UCP profile.
    else if (path === '/shop/.well-known/ucp') response.writeHead(404).end()
    // A search looks at the shop's own home page, to recognise its platform.
    else if (path.startsWith('/shop/p') || path === '/shop/') page(response, LAMP)
    else {
      reached.push(`shop ${path}`)
      page(response, LAMP)
    }
  })
  badRobots = await listen((path, response) => {
    if (path === '/robots.txt')
      response.writeHead(302, { location: `http://127.0.0.1:${secretPort}/robots.txt` }).end()
    else page(response, LAMP)
  })
  places = { secretPort, shopPort }
  writeFileSync(
    join(folder, 'wares.yaml'),
    `sandbox: true
reader:
  requests_per_second: 1000
  concurrency: 100
  hosts: [shop.example, "*.market.example", "http://127.0.0.1:${shopPort}/shop", "http://127.0.0.1:${badRobots}/bad"]
`,
  )
  wares = await startTestWares({ WARES_CONFIG: join(folder, 'wares.yaml') })
}, 60_000)
afterAll(() => wares.stop())

async function listen(answer: (path: string, response: ServerResponse) => void): Promise<number> {
  const server = await startHttpServer((request, response) => answer(request.url ?? '', response))
  return server.port
}

function page(response: ServerResponse, text: string): void {
  // Closes the connection, so that each request resolves the name again.
  response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(text)
}

function redirect(response: ServerResponse, query: URLSearchParams): void {
  // As bytes, because a shop may send anything in a header.
  const location = Buffer.from((query.get('to') ?? '').replaceAll(/[\t\n]/g, '')).toString('latin1')
  response.writeHead(Number(query.get('status') ?? 302), { location }).end()
}

const product = async (url: string) => (await wares.call('/api/v2/product', { query: { url } })).json()

async function codesOf(path: string, addresses: readonly string[]): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {}
  for (const url of addresses) {
    const reply = await wares.call(path, { query: { url } })
    codes[url] = `${reply.status} ${String(reply.json().code)}`
  }
  return codes
}

/** Expects the same code for all. */
const all = (addresses: readonly string[], code: string) =>
  Object.fromEntries(addresses.map(url => [url, code]))

it('the configured origin itself is read', async () => {
  expect(await product(`http://127.0.0.1:${places.shopPort}/shop/p`)).toMatchObject({ name: 'Lamp' })
})

describe('URL', () => {
  it('of a host that is not configured is rejected by the general operation', async () => {
    const addresses = [...hostileAddresses(places), ...nearlyListed(places), ...outsideBasePath(places)]
    expect(await codesOf('/api/v2/product', addresses)).toEqual(all(addresses, '400 url_not_allowed'))
    expect(reached).toEqual([])
  })

  it('that is malformed is rejected by the general operation', async () => {
    const codes = Object.values(await codesOf('/api/v2/product', NO_PAGES))
    for (const code of codes) expect(code).toMatch(/^400 (?:invalid_parameter|url_not_allowed)$/)
  })

  it('of another host is rejected by every operation of a site', { timeout: 120_000 }, async () => {
    const addresses = [...hostileAddresses(places), ...outsideBasePath(places)]
    const operations = wares.registry.entries.filter(
      ({ operation }) => 'url' in operation.params && operation.number <= 21,
    )
    expect(operations.length).toBeGreaterThan(10)
    for (const { path } of operations)
      expect(await codesOf(path, addresses), path).toEqual(all(addresses, '400 url_not_allowed'))
    expect(reached).toEqual([])
  })

  it('of another host is rejected for a watch', async () => {
    const { key } = await wares.newKey({ scopes: ['*', 'watches'] })
    for (const url of [...hostileAddresses(places).slice(0, 12), ...nearlyListed(places).slice(0, 6)]) {
      const reply = await wares.call('/api/v2/watches', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      })
      expect([url, reply.status, reply.json().code]).toEqual([url, 400, 'url_not_allowed'])
    }
  })
})

describe('search terms and codes', () => {
  it.each(['search', 'offers'])('that are URLs are never fetched in %s', { timeout: 120_000 }, async name => {
    const parameter = name === 'search' ? 'query' : 'code'
    // Each queries all shops of the sandbox; every sixth covers each kind once.
    const some = hostileAddresses(places).filter((_, place) => place % 6 === 0)
    for (const address of [...some, ...NO_PAGES.slice(0, 4)]) {
      const reply = await wares.call(`/api/v2/${name}`, { query: { [parameter]: address } })
      expect([200, 400], `${address} ${reply.bytes.toString()}`).toContain(reply.status)
      const { results, offers } = reply.json<{ results?: unknown[]; offers?: unknown[] }>()
      expect(results ?? offers ?? [], address).toEqual([])
    }
    expect(reached).toEqual([])
  })
})

describe('hostile shop', () => {
  const away = (to: string, status = 302) =>
    `http://127.0.0.1:${places.shopPort}/shop/away?${new URLSearchParams({ to, status: String(status) })}`

  it('cannot redirect elsewhere', { timeout: 60_000 }, async () => {
    const targets = [
      ...hostileAddresses(places),
      ...nearlyListed(places),
      ...outsideBasePath(places),
      `//127.0.0.1:${places.secretPort}/p`,
      `\\\\127.0.0.1:${places.secretPort}/p`,
      '/admin',
      '../admin',
      'file:///etc/passwd',
      'javascript:alert(1)',
      `http://127.0.0.1:${badRobots}/bad/p`,
      away(`http://127.0.0.1:${places.secretPort}/p`),
    ]
    for (const target of targets) {
      const problem = await product(away(target))
      expect([target, problem.code]).toEqual([target, 'upstream_failed'])
      // The target is named as the shop sent it; nobody asked what is there.
      expect(reached, target).toEqual([])
    }
    for (const status of [301, 303, 307, 308])
      expect((await product(away(`http://127.0.0.1:${places.secretPort}/${status}`, status))).code).toBe(
        'upstream_failed',
      )
    expect(reached).toEqual([])
  })

  it('cannot redirect elsewhere from its robots.txt', async () => {
    expect((await product(`http://127.0.0.1:${badRobots}/bad/p`)).code).toBe('upstream_failed')
    expect(reached).toEqual([])
  })
})

describe('configured host name', () => {
  const limits = { requestsPerSecond: 1_000, concurrency: 10, timeoutMs: 3_000, render: 'none' } as const

  /** Requests a page once for each answer of the name server. */
  async function outcomes(host: string, answers: readonly string[]): Promise<unknown[]> {
    const origin = `http://${host}:${places.secretPort}`
    const reader: ReaderConfig = {
      ...limits,
      hosts: [{ host: origin, ...limits }],
      sandboxOrigins: [],
      breaker: { failures: 100, openMs: 1_000 },
    }
    let answer = ''
    const upstream = createUpstream({
      config: { sites: {}, reader, userAgent: 'Wares/0.2 (test)', maxPageBytes: 100_000 },
      events: createEvents(),
      resolver: async () => [{ address: answer, family: answer.includes(':') ? 6 : 4 }],
    })
    const found: unknown[] = []
    try {
      for (answer of answers) {
        const asked = upstream.send(
          requestFor(`${origin}/p?${found.length}`, { site: origin.replace('http://', '') }),
        )
        found.push(
          await asked.then(
            response => response.status,
            (fault: { code: string }) => fault.code,
          ),
        )
      }
    } finally {
      await upstream.close()
    }
    return found
  }

  it('that resolves to this machine, its network or a cloud metadata service is not connected to', async () => {
    const answers = [
      '127.0.0.1',
      '::1',
      '10.0.0.5',
      '169.254.169.254',
      '::ffff:127.0.0.1',
      '0.0.0.0',
      'fd00::1',
    ]
    expect(await outcomes('shop.example', answers)).toEqual(answers.map(() => 'upstream_failed'))
    expect(reached).toEqual([])
  })

  it('that changes its address between two requests is checked each time', async () => {
    // A name that cannot be public may resolve to this machine, but never to a link-local address.
    const found = await outcomes('shop.internal', ['127.0.0.1', '169.254.169.254', '127.0.0.1'])
    expect(found).toEqual([200, 'upstream_failed', 200])
    expect(reached.splice(0)).toEqual(['secret /robots.txt', 'secret /p?0', 'secret /p?2'])
  })
})
