// A shop with validators is asked whether its documents have changed. Unchanged ones are not read again, and a shop whose
// validators cannot be trusted is read in full.
import { writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly status: number
}

const page = (price: string) =>
  `<html><head><title>Lamp</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Reading lamp',
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  })}</script></head><body><h1>Reading lamp</h1><p class="price">€${price}</p></body></html>`

const folder = temporaryFolder('conditional')
let server: TestServer
let origin: string
let wares: TestWares
let received: Received[] = []
let price = '40.00'
/** Set by a shop that calls everything unchanged. */
let isLying = false
let isFailing = false
/** What no shop should send. */
const ODD_TAGS: Readonly<Record<string, string>> = {
  '/lamp?long': `"${'x'.repeat(12_000)}"`,
  '/lamp?bytes': '"\u00e9\u00ff"',
  '/lamp?tab': '"a\tb"',
}

function answer(
  path: string,
  headers: IncomingHttpHeaders,
): { status: number; headers?: Record<string, string>; body?: string } {
  if (!path.startsWith('/lamp')) return { status: 404, body: 'not found' }
  if (isFailing) return { status: 500, body: 'sorry' }
  const etag = ODD_TAGS[path] ?? (isLying ? 'W/"always"' : `"${price}"`)
  const modified = new Date(Date.UTC(2026, 0, 1) + Number(price) * 1000).toUTCString()
  const isDated = path === '/lamp-by-date'
  const isSame = isDated ? headers['if-modified-since'] === modified : headers['if-none-match'] === etag
  const validator: Record<string, string> =
    path === '/lamp-without' ? {} : isDated ? { 'last-modified': modified } : { etag }
  if (isSame) return { status: 304, headers: validator }
  return { status: 200, headers: { 'content-type': 'text/html', ...validator }, body: page(price) }
}

beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    const path = request.url ?? '/'
    const { status, headers = {}, body } = answer(path, request.headers)
    received.push({ path, headers: request.headers, status })
    response.writeHead(status, headers).end(body)
  })
  origin = server.origin
  const file = join(folder, 'wares.yaml')
  const reader = { hosts: [{ host: origin, requests_per_second: 1_000 }] }
  writeFileSync(file, JSON.stringify({ reader, record: 'faults' }))
  wares = await startTestWares({ WARES_CONFIG: file })
}, 120_000)
afterAll(async () => {
  await wares.stop()
})
beforeEach(() => {
  received = []
  price = '40.00'
  isLying = false
  isFailing = false
})

interface Product {
  readonly price: { readonly amount: string } | null
  readonly fetched_at: string
}

async function read(path: string) {
  const reply = await wares.call('/api/v2/product', {
    query: { url: origin + path },
    headers: { 'cache-control': 'no-cache' },
  })
  return { status: reply.status, ...reply.json<Product & { code?: string }>() }
}
const pages = () => received.filter(one => one.path.startsWith('/lamp'))

describe('a shop with validators', () => {
  it.each(['/lamp', '/lamp-by-date'])(
    'is asked about %s, and an unchanged page is not sent again',
    async path => {
      const first = await read(path)
      expect(first).toMatchObject({ status: 200, price: { amount: '40.00' } })
      const asked = pages().length
      const second = await read(path)
      expect(
        pages()
          .slice(asked)
          .map(one => one.status),
      ).toEqual([304])
      expect(second).toEqual({ ...first, fetched_at: second.fetched_at })
      expect(Date.parse(second.fetched_at)).toBeGreaterThan(Date.parse(first.fetched_at))
    },
  )

  it('sends a changed page once', async () => {
    await read('/lamp?a=1')
    price = '35.00'
    received = []
    expect(await read('/lamp?a=1')).toMatchObject({ price: { amount: '35.00' } })
    expect(pages().map(one => [one.status, one.headers['if-none-match']])).toEqual([[200, '"40.00"']])
  })

  it('is read in full after some confirmations', async () => {
    await read('/lamp?a=2')
    received = []
    for (let n = 0; n < 7; n++) await read('/lamp?a=2')
    expect(pages().map(one => one.status)).toEqual([304, 304, 304, 304, 304, 304, 200])
  })

  it('that fails is asked no second time, and its fault is reported', async () => {
    await read('/lamp?a=3')
    isFailing = true
    received = []
    expect(await read('/lamp?a=3')).toMatchObject({ code: 'upstream_failed' })
    const attempts = pages().length
    received = []
    expect(await read('/lamp?a=4')).toMatchObject({ code: 'upstream_failed' })
    expect(attempts).toBe(pages().length)
  })

  it('is asked without conditions for an answer that must not be stored', async () => {
    await read('/lamp?a=5')
    received = []
    await wares.call('/api/v2/product', {
      query: { url: `${origin}/lamp?a=5` },
      headers: { 'cache-control': 'no-store' },
    })
    expect(pages().map(one => one.headers['if-none-match'])).toEqual([undefined])
  })
})

it('a shop without validators is read each time', async () => {
  await read('/lamp-without')
  await read('/lamp-without')
  expect(pages().every(one => one.status === 200 && !one.headers['if-none-match'])).toBe(true)
})

it.each(Object.keys(ODD_TAGS))('the validator of %s is not sent back', async path => {
  expect(await read(path)).toMatchObject({ status: 200, price: { amount: '40.00' } })
  price = '35.00'
  expect(await read(path)).toMatchObject({ status: 200, price: { amount: '35.00' } })
  expect(pages().every(one => one.headers['if-none-match'] === undefined)).toBe(true)
})

it('a shop whose validators lie is found out, and read in full from then on', async () => {
  isLying = true
  await read('/lamp?b=1')
  price = '30.00'
  for (let n = 0; n < 6; n++) expect(await read('/lamp?b=1')).toMatchObject({ price: { amount: '40.00' } })
  expect(await read('/lamp?b=1')).toMatchObject({ price: { amount: '30.00' } })
  price = '20.00'
  expect(await read('/lamp?b=1')).toMatchObject({ price: { amount: '20.00' } })
})
