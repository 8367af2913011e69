// Shops whose UCP catalog is partly closed, elsewhere, broken or silent: the page stands in, and nothing is made up.
import { writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = { readonly status?: number; readonly type?: string; readonly body: string }

const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) })

/** A shop below one path of the server, so that each has a name of its own. */
const behaviours: Record<string, (path: string, asked: Asked) => Answer | undefined> = {}
const asked: Asked[] = []
let server: TestServer
let origin = ''
let wares: TestWares
const folder = temporaryFolder('config')

const NAMES = [
  'search-only',
  'no-page',
  'elsewhere',
  'failing',
  'stream',
  'gone',
  'scoped',
  'dinars',
] as const

function profile(endpoint: string, parts: readonly string[], transport = 'rest'): Answer {
  const version = '2026-04-08'
  const schema = 'https://ucp.dev/schemas/shopping/catalog.json'
  const service = { version, transport, endpoint }
  const capabilities = Object.fromEntries(
    parts.map(part => [`dev.ucp.shopping.catalog.${part}`, [{ version, schema }]]),
  )
  return json({
    ucp: { version, services: { 'dev.ucp.shopping': [service] }, capabilities, payment_handlers: {} },
  })
}

const ucp = { version: '2026-04-08' }

function lamp(url: string, currency = 'EUR', amount = 4250, id = 'p1') {
  const price = { amount, currency }
  const variants = [
    { id: 'v1', title: 'One', description: { plain: 'One' }, price, availability: { available: true } },
  ]
  const range = { min: price, max: price }
  return { id, title: 'Lamp', description: { plain: 'A lamp.' }, url, price_range: range, variants }
}

function page(price: string): Answer {
  const offers = { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', brand: 'Hearth', offers }
  const body = `<html><head><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>Lamp</h1><p>€${price}</p></body></html>`
  return { type: 'text/html', body }
}

beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    void (async () => {
      const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
      const one = { path: `${name}${path}`, headers: request.headers, body: await text(request) }
      asked.push(one)
      const {
        status = 200,
        type = 'application/json',
        body,
      } = behaviours[name]?.(path, one) ?? ({ status: 404, type: 'text/html', body: 'no' } as const)
      response.writeHead(status, { 'content-type': type }).end(body)
    })()
  })
  origin = server.origin
  const hosts = NAMES.map(name => `"${origin}/${name}"`).join(', ')
  writeFileSync(join(folder, 'wares.yaml'), `reader: { hosts: [${hosts}], requests_per_second: 100 }\n`)
  wares = await startTestWares({
    WARES_CONFIG: join(folder, 'wares.yaml'),
    WARES_PUBLIC_URL: 'https://wares.example',
  })
})
afterAll(async () => {
  await wares.stop()
})
beforeEach(() => {
  asked.length = 0
})

async function read(name: (typeof NAMES)[number], path = '/lamp') {
  const reply = await wares.call('/api/v2/product', { query: { url: `${origin}/${name}${path}` } })
  return { status: reply.status, answer: reply.json<GeneralProduct & { code?: string }>() }
}

describe('a shop with UCP', () => {
  it('that can only search is searched for the words of the address', async () => {
    behaviours['search-only'] = path => {
      if (path === '/.well-known/ucp') return profile(`${origin}/search-only/ucp`, ['search'])
      const others = lamp(`${origin}/search-only/other-lamp`, 'EUR', 100, 'p0')
      if (path === '/ucp/catalog/search')
        return json({ ucp, products: [others, lamp(`${origin}/search-only/lamp/`)] })
      return path === '/lamp' ? page('42.50') : undefined
    }
    const { status, answer } = await read('search-only')
    expect([status, answer.price, answer.brand, answer.disputed]).toEqual([
      200,
      { amount: '42.50', currency: 'EUR' },
      'Hearth',
      [],
    ])
    const search = asked.find(one => one.path === 'search-only/ucp/catalog/search')
    expect(search?.headers['ucp-agent']).toBe('profile="https://wares.example/.well-known/ucp"')
    expect(JSON.parse(search?.body ?? '')).toMatchObject({ query: 'lamp' })
  })

  it('whose page cannot be read is read from its catalog alone', async () => {
    behaviours['no-page'] = path => {
      if (path === '/.well-known/ucp') return profile(`${origin}/no-page/ucp`, ['lookup'])
      if (path === '/ucp/catalog/lookup') return json({ ucp, products: [lamp(`${origin}/no-page/lamp`)] })
      if (path === '/ucp/catalog/product') return json({ ucp, product: lamp(`${origin}/no-page/lamp`) })
      return path === '/lamp' ? { type: 'text/html', body: '<div id="root"></div>' } : undefined
    }
    const { status, answer } = await read('no-page')
    expect([status, answer.name, answer.price, answer.availability]).toEqual([
      200,
      'Lamp',
      { amount: '42.50', currency: 'EUR' },
      'in_stock',
    ])
  })

  it('whose endpoint is on a host that nobody listed is read by its page', async () => {
    behaviours.elsewhere = path => {
      if (path === '/.well-known/ucp') return profile('http://127.0.0.1:9/ucp', ['lookup', 'search'])
      return path === '/lamp' ? page('40.00') : undefined
    }
    const { status, answer } = await read('elsewhere')
    expect([status, answer.price?.amount]).toEqual([200, '40.00'])
  })

  it('whose catalog fails is read by its page, for a short time', async () => {
    behaviours.failing = path => {
      if (path === '/.well-known/ucp') return profile(`${origin}/failing/ucp`, ['lookup'])
      if (path.startsWith('/ucp/')) return json({ error: 'sorry' }, 500)
      return path === '/lamp' ? page('40.00') : undefined
    }
    const reply = await wares.call('/api/v2/product', { query: { url: `${origin}/failing/lamp` } })
    expect([reply.status, reply.json<GeneralProduct>().price?.amount]).toEqual([200, '40.00'])
    expect(reply.headers['cache-control']).toContain('max-age=60')
  })

  it('over MCP may answer with a stream of events', async () => {
    behaviours.stream = (path, { body }) => {
      if (path === '/.well-known/ucp') return profile(`${origin}/stream/mcp`, ['lookup'], 'mcp')
      if (path === '/lamp') return page('42.50')
      if (path !== '/mcp') return undefined
      const product = lamp(`${origin}/stream/lamp`)
      const answer = body.includes('lookup_catalog') ? { ucp, products: [product] } : { ucp, product }
      const result = { content: [{ type: 'text', text: JSON.stringify(answer) }] }
      const event = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`
      return { type: 'text/event-stream', body: event }
    }
    const { status, answer } = await read('stream')
    expect([status, answer.price, answer.availability]).toEqual([
      200,
      { amount: '42.50', currency: 'EUR' },
      'in_stock',
    ])
    const call = asked.find(one => one.path === 'stream/mcp')
    expect(call?.headers.accept).toBe('application/json, text/event-stream')
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      method: 'tools/call',
      params: {
        arguments: { meta: { 'ucp-agent': { profile: 'https://wares.example/.well-known/ucp' } } },
      },
    })
  })

  it('does not turn another product of the same name into the asked one', async () => {
    behaviours.gone = path => {
      if (path === '/.well-known/ucp') return profile(`${origin}/gone/ucp`, ['lookup', 'search'])
      if (path.startsWith('/ucp/')) return json({ ucp, products: [lamp(`${origin}/gone/lamp-2`)] })
      return undefined
    }
    const { status, answer } = await read('gone')
    expect([status, answer.code]).toEqual([404, 'not_found'])
  })

  it('states amounts in the minor unit of each currency', async () => {
    behaviours.dinars = (path, { body }) => {
      if (path === '/.well-known/ucp') return profile(`${origin}/dinars/ucp`, ['lookup'])
      if (!path.startsWith('/ucp/')) return { type: 'text/html', body: '<p></p>' }
      const products = [
        lamp(`${origin}/dinars/KWD-12345`, 'KWD', 12_345, 'p1'),
        lamp(`${origin}/dinars/JPY-980`, 'JPY', 980, 'p2'),
        lamp(`${origin}/dinars/USD-0`, 'USD', 0, 'p3'),
      ]
      if (path === '/ucp/catalog/lookup') return json({ ucp, products })
      const { id } = JSON.parse(body) as { id?: string }
      return json({ ucp, product: products.find(one => one.id === id) })
    }
    const prices = []
    for (const path of ['/KWD-12345', '/JPY-980', '/USD-0'])
      prices.push((await read('dinars', path)).answer.price)
    expect(prices).toEqual([
      { amount: '12.345', currency: 'KWD' },
      { amount: '980', currency: 'JPY' },
      { amount: '0.00', currency: 'USD' },
    ])
  })

  // Last: a search asks every shop for its profile.
  it('that wants a known buyer is blocked in a search, not empty', async () => {
    behaviours.scoped = path => {
      if (path === '/.well-known/ucp') return profile(`${origin}/scoped/ucp`, ['search'])
      const message = { type: 'error', code: 'IDENTITY_REQUIRED', content: 'Log in', severity: 'recoverable' }
      return path.startsWith('/ucp/')
        ? json({ ucp: { ...ucp, status: 'error' }, messages: [message] })
        : undefined
    }
    const reply = await wares.call('/api/v2/search', { query: { query: 'lamp' } })
    const { sites } = reply.json<{ sites: { site: string; outcome: string }[] }>()
    expect(sites.find(one => one.site.endsWith('/scoped'))?.outcome).toBe('upstream_blocked')
  })
})
