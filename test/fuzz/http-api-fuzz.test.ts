// Fuzzes the HTTP API: every request gets an answer or a documented problem, never a 500 or no response.
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultTable } from '#kit/fault'
import { startTestWares, type TestWares } from '../start-wares.ts'

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

const paths = [
  '/api/v1/scraper/sneakerhub/search',
  '/api/v1/scraper/sneakerhub/product',
  '/api/v1/scraper/watchmarket/search',
  '/api/v1/storefront/products',
]
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

function expectAnswerOrProblem(status: number, bytes: Buffer): void {
  expect(status).not.toBe(500)
  if (status < 400) return
  const problem = JSON.parse(bytes.toString()) as { code: keyof typeof faultTable; status: number }
  expect(faultTable[problem.code]?.status).toBe(status)
}

describe('fuzzed HTTP API', () => {
  it('answers any parameters', async () => {
    const name = fc.oneof(
      fc.constantFrom(
        'query',
        'page',
        'url',
        'id',
        'slug',
        'index',
        'limit',
        'dial_color',
        '__proto__',
        'constructor',
        'toString',
      ),
      fc.string(),
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.integer().map(String),
      fc.constantFrom(
        '',
        ' ',
        '../../etc/passwd',
        'http://169.254.169.254/',
        'http://user:pass@127.0.0.1/',
        '%00',
        '\u202e',
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.array(fc.tuple(name, value), { maxLength: 4 }),
        async (path, pairs) => {
          const search = new URLSearchParams(
            pairs.map(([key, one]) => [key.toWellFormed(), one.toWellFormed()]),
          )
          const reply = await wares.call(`${path}?${search}`, {
            headers: { 'cache-control': 'only-if-cached' },
          })
          expectAnswerOrProblem(reply.status, reply.bytes)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('answers any bodies', async () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom(
        deep(200),
        deep(3_000),
        '{"page":1e999}',
        '{"page":1,"page":1}',
        '{"__proto__":{"page":1}}',
        '[]',
        'null',
        '1',
        '"x"',
        '{',
        '\ufeff{}',
      ),
    )
    const bytes = fc.oneof(
      text.map(one => Buffer.from(one)),
      fc.uint8Array({ maxLength: 200 }).map(one => Buffer.from(one)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom('GET', 'QUERY'),
        bytes,
        async (path, method, body) => {
          const reply = await wares.call(path, {
            method,
            body,
            headers: { 'content-type': 'application/json', 'cache-control': 'only-if-cached' },
          })
          expectAnswerOrProblem(reply.status, reply.bytes)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('answers any headers', async () => {
    const text = fc.stringMatching(/^[\x20-\x7e]{0,60}$/)
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (key, encoding, match, control) => {
        const reply = await wares.call(paths[0] ?? '', {
          key: null,
          query: { query: 'x' },
          headers: {
            'x-api-key': key,
            'accept-encoding': encoding,
            'if-none-match': match,
            'cache-control': control,
          },
        })
        expect(reply.status).toBe(401)
        expectAnswerOrProblem(reply.status, reply.bytes)
        if (key.trim().length > 3) expect(reply.bytes.toString()).not.toContain(key.trim())
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1.1 405/],
    ['a request that is not HTTP', 'hello\r\n\r\n', /^HTTP\/1.1 (400|405)/],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', /^HTTP\/1.1 400/],
    ['a flood of headers', `GET / HTTP/1.1\r\nHost: x\r\n${'x: y\r\n'.repeat(6_000)}\r\n`, /^HTTP\/1.1 431/],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      /^HTTP\/1.1 400/,
    ],
    [
      'length and chunks',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      /^HTTP\/1.1 400/,
    ],
  ])('answers %s with a problem document', async (_what, bytes, status) => {
    const reply = await raw(bytes)
    expect(reply).toMatch(status)
    expect(reply).toContain('application/problem+json')
  })

  it('still serves normal requests', async () => {
    expect((await wares.call('/healthz')).status).toBe(200)
  })
})

function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(wares.address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let reply = ''
    socket.setTimeout(30_000, () => reject(new Error(`silence; so far: ${reply}`)))
    socket.on('data', chunk => (reply += String(chunk)))
    socket.on('close', () => resolve(reply))
    socket.on('error', reject)
  })
}
