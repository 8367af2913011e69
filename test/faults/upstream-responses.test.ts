// Faulty responses of a site: statuses, challenges, bodies that are empty, truncated, broken or too large.
import { setTimeout as sleep } from 'node:timers/promises'
import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { SiteConfig } from '../../src/settings/site-config.ts'
import {
  type RequestOptions,
  type ExpectedFault,
  SITE,
  expectFault,
  expectNoLeaks,
  createTestUpstream,
  requestFor,
  siteConfig,
  countActiveTimers,
} from './upstream-fixture.ts'
import { type Behaviour, html, startFaultyShop } from './faulty-shop.ts'

interface UpstreamFailure {
  readonly behave: Behaviour
  readonly expected: ExpectedFault
  readonly requestOptions?: RequestOptions
  readonly siteOverrides?: Partial<SiteConfig>
  /** How often the page is requested in total. */
  readonly attempts?: number
  readonly check?: (fault: { retryAfterMs: number | undefined }) => void
}

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_, response) => {
    response.writeHead(code, headers).end(body)
  }

const page =
  (body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    html(response, body, headers)

const raw =
  (bytes: string): Behaviour =>
  (_, response) => {
    response.socket?.end(bytes)
  }

/** 1 GiB of zeros in 1 MiB: gzip members can be concatenated. */
const zeros = Buffer.alloc(64 * 1024 * 1024)
const gzipBomb = Buffer.concat(Array.from<Buffer>({ length: 16 }).fill(zlib.gzipSync(zeros)))
const brotliBomb = zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
const zstdBomb = Buffer.concat(Array.from<Buffer>({ length: 16 }).fill(zlib.zstdCompressSync(zeros)))

const upstreamFailures: Record<string, UpstreamFailure> = {
  'not found': { behave: status(404), expected: { code: 'not_found' }, attempts: 1 },
  gone: { behave: status(410), expected: { code: 'not_found' }, attempts: 1 },
  'not found, dressed as a challenge': {
    behave: status(404, { 'content-type': 'text/html' }, '<title>Just a moment...</title>'),
    expected: { code: 'not_found' },
    attempts: 1,
  },
  unauthorised: { behave: status(401), expected: { code: 'upstream_blocked', failures: 1 }, attempts: 1 },
  forbidden: { behave: status(403), expected: { code: 'upstream_blocked', failures: 1 }, attempts: 1 },
  'another 4xx': { behave: status(422), expected: { code: 'upstream_changed' }, attempts: 1 },
  'a challenge with status 200': {
    behave: page('<html><script src="/_sec/verify?provider=interstitial"></script></html>'),
    expected: { code: 'upstream_blocked', failures: 1 },
    attempts: 1,
  },
  'a challenge with status 503': {
    behave: status(503, { 'content-type': 'text/html' }, '<title>Just a moment...</title>'),
    expected: { code: 'upstream_blocked', failures: 1 },
    attempts: 1,
  },
  'an edge refusal with status 200': {
    behave: page('<H1>Access Denied</H1><p>Reference #18.2f3a</p>'),
    expected: { code: 'upstream_blocked', failures: 1 },
  },
  'a challenge where JSON was due': {
    behave: page('<p>Please verify you are human</p>'),
    requestOptions: { accept: 'json' },
    expected: { code: 'upstream_blocked', failures: 1 },
  },
  '500 for ever': { behave: status(500), expected: { code: 'upstream_failed', failures: 1 }, attempts: 3 },
  '503 with Retry-After beyond the deadline': {
    behave: status(503, { 'retry-after': '30' }),
    expected: { code: 'upstream_busy', failures: 1, withinMs: 800 },
    attempts: 1,
    check: fault => expect(fault.retryAfterMs).toBe(30_000),
  },
  '429 with seconds': {
    behave: status(429, { 'retry-after': '7' }),
    expected: { code: 'upstream_busy', withinMs: 800 },
    attempts: 1,
    check: fault => expect(fault.retryAfterMs).toBe(7_000),
  },
  '429 with a date': {
    behave: (_, response) => {
      response.writeHead(429, { 'retry-after': new Date(Date.now() + 20_000).toUTCString() }).end()
    },
    expected: { code: 'upstream_busy', withinMs: 800 },
    attempts: 1,
    check: fault => {
      expect(fault.retryAfterMs).toBeGreaterThan(17_000)
      expect(fault.retryAfterMs).toBeLessThanOrEqual(20_000)
    },
  },
  '429 that does not say how long': {
    behave: status(429),
    expected: { code: 'upstream_busy', withinMs: 800 },
    attempts: 1,
    check: fault => expect(fault.retryAfterMs).toBeGreaterThan(0),
  },
  'the platform that says 430 for 429': {
    behave: status(430, { 'retry-after': '3' }),
    expected: { code: 'upstream_busy', withinMs: 800 },
    attempts: 1,
  },
  'empty 200': { behave: page(''), expected: { code: 'upstream_failed', failures: 1 }, attempts: 3 },
  'HTML where JSON was due': {
    behave: page('<html><p>Our shop has moved</p></html>'),
    requestOptions: { accept: 'json' },
    expected: { code: 'upstream_changed' },
    attempts: 1,
  },
  'JSON cut in half': {
    behave: page('{"product": {"name": "Diver 40', { 'content-type': 'application/json' }),
    requestOptions: { accept: 'json' },
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 3,
  },
  'reset before the headers': {
    behave: (_, response) => {
      response.socket?.resetAndDestroy()
    },
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 3,
  },
  'closed before the headers': {
    behave: (_, response) => {
      response.socket?.end()
    },
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 3,
  },
  'reset in the middle of the body': {
    behave: (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
    },
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 3,
  },
  'truncated by Content-Length': {
    behave: raw('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nonly this'),
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 3,
  },
  'truncated chunks': {
    behave: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\nonly this'),
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 3,
  },
  'truncated gzip': {
    behave: page(zlib.gzipSync('a page'.repeat(500)).subarray(0, 30), { 'content-encoding': 'gzip' }),
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 3,
  },
  'gzip that is no gzip': {
    behave: page('plain words', { 'content-encoding': 'gzip' }),
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 1,
  },
  'a coding that was not offered': {
    behave: page('words', { 'content-encoding': 'compress' }),
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 1,
  },
  'codings stacked three high': {
    behave: page('words', { 'content-encoding': 'gzip, gzip, gzip' }),
    expected: { code: 'upstream_failed', failures: 1 },
    attempts: 1,
  },
  'chunk garbage': {
    behave: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzzz\r\nnot a chunk\r\n0\r\n\r\n'),
    expected: { code: 'upstream_failed', failures: 1 },
  },
  'no HTTP at all': {
    behave: raw('220 mail.example ESMTP ready\r\n'),
    expected: { code: 'upstream_failed', failures: 1 },
  },
  'header flood': {
    behave: raw(`HTTP/1.1 200 OK\r\n${'x-flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5_000)}\r\n`),
    expected: { code: 'upstream_failed', failures: 1 },
  },
  'slow headers': {
    behave: () => {},
    siteOverrides: { timeoutMs: 300 },
    expected: { code: 'upstream_timeout', failures: 1 },
    attempts: 3,
  },
  'no headers before the deadline': {
    behave: () => {},
    requestOptions: { deadlineMs: 700 },
    expected: { code: 'upstream_timeout', failures: 1, withinMs: 1_500 },
    attempts: 1,
  },
  'dripped body': {
    behave: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drip = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drip))
    },
    requestOptions: { deadlineMs: 600 },
    siteOverrides: { timeoutMs: 400 },
    expected: { code: 'upstream_timeout', failures: 1, withinMs: 1_400 },
    attempts: 1,
  },
  'a body that stops': {
    behave: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<html>')
    },
    siteOverrides: { timeoutMs: 300 },
    expected: { code: 'upstream_timeout', failures: 1 },
    attempts: 3,
  },
  'endless body': {
    behave: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const piece = Buffer.alloc(64 * 1024, 'a')
      const pour = (): void => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', pour)
      pour()
    },
    expected: { code: 'upstream_failed' },
    attempts: 1,
  },
  '30 MB page, announced': {
    behave: (_, response) => {
      response.writeHead(200, { 'content-length': String(30 * 1024 * 1024) }).write('<html>')
    },
    expected: { code: 'upstream_failed', withinMs: 800 },
    attempts: 1,
  },
  'gzip bomb': {
    behave: page(gzipBomb, { 'content-encoding': 'gzip' }),
    expected: { code: 'upstream_failed' },
    attempts: 1,
  },
  'br bomb': {
    behave: page(brotliBomb, { 'content-encoding': 'br' }),
    expected: { code: 'upstream_failed' },
    attempts: 1,
  },
  'zstd bomb': {
    behave: page(zstdBomb, { 'content-encoding': 'zstd' }),
    expected: { code: 'upstream_failed' },
    attempts: 1,
  },
  'a bomb within a bomb': {
    behave: page(zlib.gzipSync(gzipBomb), { 'content-encoding': 'gzip, gzip' }),
    expected: { code: 'upstream_failed' },
    attempts: 1,
  },
}

describe('responses', () => {
  it.each(Object.entries(upstreamFailures))(
    '%s',
    async (_, { behave, expected, requestOptions, siteOverrides, attempts, check }) => {
      const shop = await startFaultyShop(behave)
      const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin, siteOverrides) })
      const memoryBefore = process.memoryUsage().arrayBuffers
      const fault = await expectFault(
        upstream,
        shop,
        requestFor(`${shop.origin}/p`, requestOptions),
        expected,
      )
      if (attempts !== undefined) expect(shop.requestedPaths).toHaveLength(attempts)
      check?.(fault)
      // Never more than the page limit plus socket buffers, whatever the site sends.
      expect(process.memoryUsage().arrayBuffers - memoryBefore).toBeLessThan(16 * 1024 * 1024)
      await shop.close()
    },
  )

  it('500 then 200 is answered, and resets the failure count', async () => {
    const before = countActiveTimers()
    const shop = await startFaultyShop((_, response, asked) =>
      asked === 0 ? void response.writeHead(500).end() : html(response, '<p>fine</p>'),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const response = await upstream.send(requestFor(`${shop.origin}/p`))
    expect(response.status).toBe(200)
    expect(shop.requestedPaths).toHaveLength(2)
    expect(upstream.status()[SITE]).toMatchObject({ failures: 0 })
    await expectNoLeaks(upstream, shop, before)
    await shop.close()
  })

  it('503 with a Retry-After within the deadline is waited for', async () => {
    const shop = await startFaultyShop((_, response, asked) =>
      asked === 0
        ? void response.writeHead(503, { 'retry-after': '1' }).end()
        : html(response, '<p>fine</p>'),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const startedAt = performance.now()
    await upstream.send(requestFor(`${shop.origin}/p`, { deadlineMs: 3_000 }))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
    await upstream.close()
    await shop.close()
  })

  it('a failed POST is not sent again', async () => {
    const shop = await startFaultyShop((_, response) => void response.writeHead(500).end())
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`, { method: 'POST' }), {
      code: 'upstream_failed',
      failures: 1,
    })
    expect(shop.requestedPaths).toHaveLength(1)
    await shop.close()
  })

  it.each([
    [
      'declares UTF-8 but is windows-1252 according to its meta element',
      'text/html; charset=utf-8',
      'windows-1252',
    ],
    ['declares none', 'text/html', 'windows-1252'],
    ['declares an unknown charset', 'text/html; charset=x-unheard-of', 'windows-1252'],
    ['declares ISO-8859-15', 'text/html; charset=iso-8859-15', 'iso-8859-15'],
  ])('wrong charset: a page that %s', async (_, contentType, charset) => {
    const body = Buffer.from('<meta charset="windows-1252"><p>caf\u00e9</p>', 'latin1')
    const shop = await startFaultyShop((_request, response) =>
      html(response, body, { 'content-type': contentType }),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const response = await upstream.send(requestFor(`${shop.origin}/p`))
    expect(response.charset).toBe(charset)
    expect(new TextDecoder(response.charset).decode(response.body)).toContain('café')
    await upstream.close()
    await shop.close()
  })

  it('a caller who leaves cancels the request down to the socket, and it is not counted', async () => {
    const before = countActiveTimers()
    const closed = Promise.withResolvers<void>()
    const shop = await startFaultyShop((_, response) => void response.on('close', () => closed.resolve()))
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const leaving = new AbortController()
    const pending = upstream.send(requestFor(`${shop.origin}/p`, { signal: leaving.signal }))
    const outcome = expect(pending).rejects.toThrow('left')
    while (shop.requestedPaths.length === 0) await sleep(5)
    leaving.abort(new Error('left'))
    await outcome
    await closed.promise
    expect(upstream.status()[SITE]).toMatchObject({ failures: 0, running: 0 })
    await expectNoLeaks(upstream, shop, before)
    await shop.close()
  })
})
