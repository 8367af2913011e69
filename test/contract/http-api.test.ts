// The HTTP API as described in the contract, against a running Wares and its sandbox.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultTable } from '#kit/fault'
import { startTestWares, type TestWares } from '../start-wares.ts'

const SEARCH = '/api/v1/scraper/sneakerhub/search'
const PRICES = '/api/v1/scraper/sneakerhub/prices'
const WATCHES = '/api/v1/scraper/watchmarket/search'
const FINDER = '/api/v2/finder/watchmarket-search'
const JSON_TYPE = { 'content-type': 'application/json' }

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

describe('examples', () => {
  it('of every operation answer 200 unchanged', async () => {
    for (const { operation, path, example } of wares.registry.entries) {
      const reply = await wares.call(path, {
        method: 'QUERY',
        headers: JSON_TYPE,
        body: JSON.stringify(example),
      })
      expect(reply.status, `${operation.id}: ${reply.bytes.toString().slice(0, 300)}`).toBe(200)
    }
  })
})

describe('source link', () => {
  const linkOf = async (path: string, query: Record<string, string>) =>
    (await wares.call(path, { query })).headers.link

  it('is set where the shop has a page for people, on cached answers too', async () => {
    const product = '/api/v1/scraper/sneakerhub/product'
    const first = await linkOf(product, { id: '1044287' })
    expect(first).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/sneakerhub\/sneakers\/[\w-]+>; rel="via"$/)
    expect(await linkOf(product, { id: '1044287' })).toBe(first)
    expect(await linkOf(PRICES, { id: '1044287' })).toBeUndefined()
  })
})

describe('parameters', () => {
  it('reach one cache entry in three ways', async () => {
    const first = await wares.call(SEARCH, { query: { query: 'court', page: 2 } })
    const body = JSON.stringify({ page: 2, query: 'court' })
    const byGet = await wares.call(SEARCH, { headers: JSON_TYPE, body })
    const byQuery = await wares.call(SEARCH, { method: 'QUERY', headers: JSON_TYPE, body })
    expect(first.headers['cache-status']).toContain('fwd=miss')
    expect(byGet.headers['cache-status']).toContain('hit')
    expect(byQuery.headers['cache-status']).toContain('hit')
    expect(byQuery.bytes.equals(first.bytes)).toBe(true)
  })

  it('are read from the body of a GET sent by curl', async () => {
    const { stdout } = await promisify(execFile)('curl', [
      '-s',
      '-X',
      'GET',
      '-H',
      `x-api-key: ${wares.key}`,
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"page":1}',
      `${wares.address}${WATCHES}`,
    ])
    expect((JSON.parse(stdout) as { results: unknown[] }).results.length).toBeGreaterThan(0)
  })

  it('may be omitted altogether: operation 3 without a body, with an empty one, and with the finder body of the contract', async () => {
    expect((await wares.call(WATCHES)).status).toBe(200)
    expect((await wares.call(WATCHES, { headers: { ...JSON_TYPE, 'content-length': '0' } })).status).toBe(200)
    const finder = await wares.call(FINDER, { headers: JSON_TYPE, body: '{"query":"DIAL"}', key: null })
    expect(finder.status).toBe(200)
    expect(finder.json<unknown[]>().length).toBeGreaterThan(0)
  })

  it.each([
    ['product_id', { product_id: '1044287' }],
    ['productId', { productId: '1044287' }],
    ['query', { query: '1044287' }],
    ['countryCode in another case', { id: '1044287', countryCode: 'us' }],
  ])('are accepted by their aliases: %s', async (_name, query) => {
    const reply = await wares.call(PRICES, { query })
    const canonical = await wares.call(PRICES, { query: { id: '1044287', country: 'US' } })
    expect(reply.bytes.equals(canonical.bytes)).toBe(true)
  })

  it('accept GB for UK', async () => {
    const [gb, uk] = await Promise.all(
      ['GB', 'UK'].map(country => wares.call(PRICES, { query: { id: '1044287', country } })),
    )
    expect(gb?.headers.etag).toBe(uk?.headers.etag)
  })

  it.each([
    ['unknown, with a hint', SEARCH, { querry: 'x', query: 'y' }, /did you mean query/],
    ['missing', SEARCH, {}, /query is required/],
    ['blank', SEARCH, { query: '  ' }, /query/],
    ['out of range', SEARCH, { query: 'x', page: 0 }, /from 1 to 500/],
    ['too large a page', SEARCH, { query: 'x', page: 501 }, /from 1 to 500/],
    ['not an integer', SEARCH, { query: 'x', page: '1.5' }, /integer/],
    ['repeated', SEARCH, { query: ['x', 'x'] }, /twice/],
    ['of two kinds', '/api/v1/scraper/sneakerhub/product', { slug: 'a', id: '1' }, /only one/],
    ['not in the list', PRICES, { id: '1', country: 'DE' }, /UK, FR, US/],
    ['too long', SEARCH, { query: 'x'.repeat(257) }, /256/],
  ])('that are %s get 400 invalid_parameter', async (_what, path, query, message) => {
    const reply = await wares.call(path, { query })
    expect(reply.status).toBe(400)
    const problem = reply.json<{ code: string; errors: { message: string; name: string; in: string }[] }>()
    expect(problem.code).toBe('invalid_parameter')
    expect(problem.errors.map(error => error.message).join()).toMatch(message)
  })

  it.each([
    ['conflicting with the query string', '{"page":3}', 400],
    ['not an object', '[1]', 400],
    ['not JSON', '{"query":', 400],
    ['with a name twice', '{"query":"a","query":"b"}', 400],
    ['with __proto__', '{"query":"a","__proto__":{"x":1}}', 400],
    ['of the wrong type', '{"query":"a","page":"2"}', 400],
    ['too large', JSON.stringify({ query: 'x'.repeat(17_000) }), 413],
  ])('in a body %s are refused', async (_what, body, status) => {
    const reply = await wares.call(`${SEARCH}?page=2`, { headers: JSON_TYPE, body })
    expect(reply.status).toBe(status)
  })

  it('may be in query string and body if they agree', async () => {
    const reply = await wares.call(`${SEARCH}?page=2`, {
      headers: JSON_TYPE,
      body: '{"page":2,"query":"court"}',
    })
    expect(reply.status).toBe(200)
  })

  it('need application/json for a body', async () => {
    const reply = await wares.call(SEARCH, { headers: { 'content-type': 'text/plain' }, body: 'query=x' })
    expect([reply.status, reply.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  it('that are URLs must be on the hosts of the site', async () => {
    const reply = await wares.call('/api/v1/scraper/sneakerhub/product', {
      query: { url: 'https://elsewhere.example/sneakers/a' },
    })
    expect([reply.status, reply.json().code]).toEqual([400, 'url_not_allowed'])
  })
})

describe('answers', () => {
  it('have the headers of the contract', async () => {
    const { headers } = await wares.call(SEARCH, { query: { query: 'court' } })
    for (const name of [
      'x-request-id',
      'ratelimit-policy',
      'ratelimit',
      'etag',
      'age',
      'cache-status',
      'cache-control',
      'server-timing',
    ]) {
      expect(headers[name], name).toBeTruthy()
    }
    expect(headers.vary).toBe('Accept, Accept-Encoding, x-api-key')
    expect(headers['cache-control']).toMatch(/^private, max-age=\d+$/)
    expect(headers.etag).toMatch(/^"[^"]+"$/)
  })

  it('are compressed with gzip and br by negotiation: the same bytes, each with a strong ETag of its own', async () => {
    const plain = await wares.call(SEARCH, { query: { query: 'court' } })
    const gzip = await wares.call(SEARCH, {
      query: { query: 'court' },
      headers: { 'accept-encoding': 'gzip' },
    })
    const br = await wares.call(SEARCH, {
      query: { query: 'court' },
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(br.headers['content-encoding']).toBe('br')
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
    expect(new Set([plain, gzip, br].map(reply => reply.headers.etag)).size).toBe(3)
  })

  it('are 304 when the ETag still matches, and have no body on HEAD', async () => {
    const first = await wares.call(SEARCH, { query: { query: 'court' } })
    const again = await wares.call(SEARCH, {
      query: { query: 'court' },
      headers: { 'if-none-match': first.headers.etag ?? '' },
    })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, first.headers.etag])
    const other = await wares.call(SEARCH, {
      query: { query: 'court' },
      headers: { 'if-none-match': '"other"' },
    })
    expect(other.status).toBe(200)
    const head = await wares.call(SEARCH, { method: 'HEAD', query: { query: 'court' } })
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(first.bytes.length),
    ])
  })

  it('follow the freshness that a caller requests', async () => {
    const ask = (value: string) =>
      wares.call(SEARCH, { query: { query: 'fresh' }, headers: { 'cache-control': value } })
    const missing = await ask('only-if-cached')
    expect([missing.status, missing.json().code]).toEqual([504, 'upstream_timeout'])
    const cacheStatus = async (value: string) => (await ask(value)).headers['cache-status']
    expect(await cacheStatus('no-store')).toBe('wares; fwd=miss')
    expect((await ask('only-if-cached')).status).toBe(504)
    expect(await cacheStatus('max-age=60')).toBe('wares; fwd=miss; stored')
    expect(await cacheStatus('max-age=60')).toMatch(/^wares; hit; ttl=\d+$/)
    expect(await cacheStatus('no-cache')).toBe('wares; fwd=request; stored')
    expect(await cacheStatus('no-store')).toBe('wares; fwd=request')
    expect((await ask('only-if-cached')).status).toBe(200)
  })

  it('name the fields that the upstream did not give', async () => {
    const { headers } = await wares.call('/api/v1/scraper/sneakerhub/trends')
    expect(headers['wares-absent']).toMatch(/^\/\*\/[a-z_]+(, \/\*\/[a-z_]+)*$/)
  })
})

describe('paths and methods', () => {
  it.each([
    ['trailing slash', `${SEARCH}/`],
    ['other case', SEARCH.toUpperCase()],
    ['typo', '/api/v1/scraper/sneakerhub/serch'],
  ])('that are unknown (%s) are 404 and name the nearest, without a key', async (_what, path) => {
    const reply = await wares.call(path, { key: null })
    expect([reply.status, reply.json().code]).toEqual([404, 'unknown_path'])
    expect(reply.json().detail).toContain(SEARCH)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is 405 with Allow, without a key', async method => {
    const reply = await wares.call(SEARCH, { method, key: null })
    expect([reply.status, reply.json().code, reply.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, OPTIONS, QUERY',
    ])
    expect(reply.headers['ratelimit-policy']).toMatch(/^"rate";q=20/)
  })

  it('OPTIONS answers the CORS preflight of a browser', async () => {
    const reply = await wares.call(SEARCH, {
      method: 'OPTIONS',
      key: null,
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    })
    expect(reply.status).toBe(204)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers['access-control-allow-headers']).toContain('x-api-key')
  })

  it.each(['/status.json', '/explorer.json', '/metrics', '/readyz'])(
    '%s cannot be read by a page of another origin',
    async path => {
      const { headers, status } = await wares.call(path, { headers: { origin: 'https://app.example' } })
      expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined])
    },
  )

  it('pages of another origin can read the OpenAPI document', async () => {
    const { headers } = await wares.call('/openapi.json', { headers: { origin: 'https://app.example' } })
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  it.each(['/healthz', '/readyz', '/metrics', '/status.json', '/openapi.json', '/docs', '/', '/problems'])(
    '%s answers without a key',
    async path => {
      expect((await wares.call(path, { key: null })).status).toBe(200)
    },
  )

  it('/problems is the whole table, as JSON for programs and as a page for people', async () => {
    const rows = (await wares.call('/problems', { key: null })).json<{ code: string }[]>()
    expect(rows.map(row => row.code)).toEqual(Object.keys(faultTable))
    const page = await wares.call('/problems', { key: null, headers: { accept: 'text/html' } })
    for (const code of Object.keys(faultTable)) expect(page.bytes.toString()).toContain(`/problems/${code}"`)
  })

  it.each(Object.keys(faultTable))('/problems/%s describes the problem', async code => {
    const reply = await wares.call(`/problems/${code}`, { key: null })
    expect(reply.json()).toMatchObject({ code, status: faultTable[code as keyof typeof faultTable].status })
    const page = await wares.call(`/problems/${code}`, { key: null, headers: { accept: 'text/html' } })
    expect(page.bytes.toString()).toContain(code)
  })
})

describe('problems', () => {
  it('are RFC 9457 documents', async () => {
    const reply = await wares.call(SEARCH)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.json()).toMatchObject({
      type: '/problems/invalid_parameter',
      title: expect.any(String),
      status: 400,
      detail: expect.any(String),
      instance: SEARCH,
      code: 'invalid_parameter',
      request_id: reply.headers['x-request-id'],
      retryable: false,
    })
  })

  it.each([
    ['~gone', 404, 'not_found'],
    ['~blocked', 502, 'upstream_blocked'],
    ['~changed', 502, 'upstream_changed'],
    ['~truncated', 502, 'upstream_failed'],
    ['~reset', 502, 'upstream_failed'],
    ['~huge', 502, 'upstream_failed'],
    ['~robots', 502, 'robots_disallowed'],
    ['~busy', 503, 'upstream_busy'],
  ])('can be simulated with a magic word: %s', async (word, status, code) => {
    const reply = await wares.call(PRICES, { query: { id: `1044287${word}` } })
    expect([reply.status, reply.json().code]).toEqual([status, code])
    const mayPass = /^upstream_(?:failed|busy)$/.test(code)
    expect(reply.json().retryable).toBe(mayPass)
    if (code === 'upstream_changed') expect(reply.json().detail).toMatch(/: the page has no price rows$/)
    if (code === 'upstream_busy') expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})
