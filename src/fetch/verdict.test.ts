// How a response is classified before it is parsed.
import { describe, expect, it } from 'vitest'
import type { UpstreamRequest, UpstreamResponse } from './layer.ts'
import { requestWith, responseWith } from './request-fixture.ts'
import { upstreamFailureOf } from './upstream-failure.ts'
import { classifyResponse } from './verdict.ts'

const judge = (response: Partial<UpstreamResponse>, request: Partial<UpstreamRequest> = {}) =>
  classifyResponse()(async () => responseWith(response))(requestWith(request)).then(
    () => 'usable',
    (error: unknown) => upstreamFailureOf(error)?.kind,
  )

describe('JSON', () => {
  it.each([
    ['{"a":1}', 'usable'],
    ['[1]', 'usable'],
    ['"text"', 'usable'],
    ['\ufeff {"a":1}\n', 'usable'],
    ['{"a":', 'truncated'],
    ['{"a":1]', 'truncated'],
    ['[1', 'truncated'],
    ['[1}', 'truncated'],
    [' <html>', 'not_json'],
    ['!', 'usable'],
  ])('%j is %s', async (body, expected) => {
    expect(await judge({ body: Buffer.from(body) }, { accept: 'json' })).toBe(expected)
    if (expected !== 'usable') expect(await judge({ body: Buffer.from(body) })).toBe('usable')
  })
})

describe('a status', () => {
  it.each([
    [200, 'usable'],
    [301, 'usable'],
    [399, 'usable'],
    [400, 'rejected'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'missing'],
    [410, 'missing'],
    [429, 'slow_down'],
    [430, 'slow_down'],
    [499, 'rejected'],
    [500, 'server_error'],
    [503, 'unavailable'],
  ])('of %i is %s', async (status, expected) => {
    expect(await judge({ status })).toBe(expected)
    expect(await judge({ status }, { purpose: 'robots' })).toBe(expected)
  })

  it('takes precedence over a challenge page only if it means a missing page or a rate limit', async () => {
    const body = Buffer.from('<html>verify you are human</html>')
    const kinds = await Promise.all(
      [200, 301, 403, 404, 410, 429, 503].map(status => judge({ status, body })),
    )
    expect(kinds).toEqual([
      'challenged',
      'usable',
      'challenged',
      'missing',
      'missing',
      'slow_down',
      'challenged',
    ])
    expect(await judge({ body }, { purpose: 'robots' })).toBe('usable')
  })

  it('of a busy site sets Retry-After', async () => {
    const pauseOf = (status: number, headers = {}) =>
      classifyResponse()(async () => responseWith({ status, headers }))(requestWith()).catch(
        (error: { retryAfterMs?: number }) => error.retryAfterMs,
      )
    expect(await pauseOf(429)).toBe(5_000)
    expect(await pauseOf(503)).toBe(1_000)
    expect(await pauseOf(503, { 'retry-after': '7' })).toBe(7_000)
  })
})

describe('a page', () => {
  const text = Buffer.from('verify you are human')
  it.each([
    ['text/html', 'challenged'],
    ['text/plain; charset=utf-8', 'challenged'],
    ['application/json', 'usable'],
    [undefined, 'usable'],
  ])('of type %s with a challenge is %s', async (type, expected) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    expect(await judge({ headers, body: text })).toBe(expected)
  })

  it('without content is a failure, but a robots.txt may be empty', async () => {
    expect(await judge({ body: Buffer.alloc(0) })).toBe('empty')
    expect(await judge({ body: Buffer.alloc(0) }, { purpose: 'robots' })).toBe('usable')
  })
})
