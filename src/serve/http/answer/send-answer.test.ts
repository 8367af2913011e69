// The headers of answers and problems: validators, ages, limits, links, and what a HEAD or a 304 omits.
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Answer, makeAnswer } from '../../../answer/cache/answer.ts'
import { serialiseResult } from '../../../extract/read-result.ts'
import { Fault } from '#kit/fault'
import { addTiming, type Exchange } from '../exchange.ts'
import { playExchange } from '../exchange-fixture.ts'
import { limitHeaders, sendJson, sendProblem, sendUnknownAddress } from './respond.ts'
import { createSendAnswer } from './send-answer.ts'

const MADE = 1_700_000_000_000
const answerOf = (text: string, changes: Partial<Answer> = {}): Answer => ({
  ...makeAnswer(
    serialiseResult({ value: { text }, absent: [], absentAt: [], dropped: {} }),
    'https://shop.example/p',
    60.9,
    MADE,
  ),
  ...changes,
})
const send = createSendAnswer()
async function sendTo(
  answer: Answer,
  headers: Readonly<Record<string, string>> = {},
  changes: Partial<Exchange> = {},
  { method = 'GET', afterMs = 0 } = {},
) {
  const { exchange, sent } = playExchange({ headers, method }, changes)
  await send(exchange, answer, MADE + afterMs)
  const [noted] = sent
  if (!noted) throw new Error('nothing was sent')
  return noted
}

describe('an answer', () => {
  it('has its type, length, validator, age and source', async () => {
    const answer = answerOf('hat')
    const { status, headers, body } = await sendTo(answer, {}, { cache: 'miss' }, { afterMs: 2_900 })
    expect({ status, body }).toEqual({ status: 200, body: '{"text":"hat"}' })
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '14',
      etag: `"${answer.tag}"`,
      'cache-control': 'private, max-age=60',
      'x-content-type-options': 'nosniff',
      link: '<https://shop.example/p>; rel="via"',
      age: '2',
      'cache-status': 'wares; fwd=miss; stored',
      vary: 'origin',
      'x-request-id': 'r-1',
    })
    expect(headers['server-timing']).toMatch(/^total;dur=\d+\.\d\d$/)
    for (const name of ['wares-absent', 'content-encoding', 'ratelimit'])
      expect(headers).not.toHaveProperty(name)
  })

  it('has headers for absent fields, the alternate URL and the recording', async () => {
    const answer = answerOf('hat', { absent: '/a', alternate: '/other', contentType: 'text/csv' })
    const recordFor = { requestId: 'r-1', keyId: null, isRecorded: true }
    const { headers } = await sendTo(answer, {}, { recordFor })
    expect(headers).toMatchObject({
      'wares-absent': '/a',
      'content-type': 'text/csv',
    })
    expect(headers.link?.split(', ')).toEqual([
      '<https://shop.example/p>; rel="via"',
      '</other>; rel="alternate"',
      expect.stringContaining('r-1') as string,
    ])
    const alone = await sendTo(answerOf('hat', { source: '' }), {}, { recordFor })
    expect(alone.headers.link).toContain('r-1')
    const unrecorded = await sendTo(
      answerOf('hat', { source: '' }),
      {},
      {
        recordFor: { ...recordFor, isRecorded: false },
      },
    )
    expect(unrecorded.headers).not.toHaveProperty('link')
  })

  it.each([
    [{ cache: 'hit' }, 'wares; hit; ttl=58'],
    [{ cache: 'shared' }, 'wares; fwd=miss; collapsed'],
    [{ cache: 'miss', isCacheBypassed: true }, 'wares; fwd=request; stored'],
    [{ cache: 'miss', freshness: { maxAgeMs: -1, onlyIfCached: false, store: false } }, 'wares; fwd=miss'],
  ] as const)('says of the cache, for %j: %s', async (changes, status) => {
    const { headers } = await sendTo(answerOf('hat'), {}, changes, { afterMs: 2_000 })
    expect(headers['cache-status']).toBe(status)
  })

  it('never has a negative age, even if clocks differ', async () => {
    expect((await sendTo(answerOf('hat'), {}, {}, { afterMs: -5_000 })).headers.age).toBe('0')
  })

  it('is compressed if it is large and the caller accepts it', async () => {
    const large = answerOf('x'.repeat(600))
    const { exchange, sent } = playExchange({ headers: { 'accept-encoding': 'br' } })
    await send(exchange, large, MADE)
    expect(sent[0]?.headers).toMatchObject({ 'content-encoding': 'br', etag: `"${large.tag}-br"` })
    const bytes = large.encoded.get('br')
    expect(sent[0]?.headers['content-length']).toBe(String(bytes?.length))
    expect(bytes && brotliDecompressSync(bytes).equals(large.body)).toBe(true)
    // Each encoding has its own headers.
    expect((await sendTo(large)).headers).not.toHaveProperty('content-encoding')
  })

  it('that the caller already has is not sent again, nor is the body of a HEAD', async () => {
    const answer = answerOf('hat')
    const same = await sendTo(answer, { 'if-none-match': `"${answer.tag}"` })
    expect(same).toMatchObject({ status: 304, body: undefined, headers: { etag: `"${answer.tag}"` } })
    expect(same.headers).not.toHaveProperty('content-type')
    const head = await sendTo(answer, {}, {}, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: undefined, headers: { 'content-length': '14' } })
  })
})

describe('a problem', () => {
  it('has its status, its document and Retry-After', () => {
    const { exchange, sent } = playExchange({ url: '/p?q=1' })
    const fault = new Fault('rate_limited', 'too many', { retryAfterMs: 1_500 })
    sendProblem(exchange, fault, ['x-more', '1'])
    expect(exchange.fault).toBe(fault)
    expect(sent[0]).toMatchObject({
      status: 429,
      headers: {
        'x-more': '1',
        'retry-after': '2',
        'cache-control': 'no-store',
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(Buffer.byteLength(sent[0]?.body ?? '')),
      },
    })
    expect(sent[0]?.headers).not.toHaveProperty('link')
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ code: 'rate_limited', detail: 'too many' })
    const recorded = playExchange({}, { recordFor: { requestId: 'r-1', keyId: null, isRecorded: true } })
    sendProblem(recorded.exchange, fault)
    expect(recorded.sent[0]?.headers.link).toContain('r-1')
  })

  it('for an unknown URL is a page for browsers', () => {
    const { exchange, sent } = playExchange()
    sendUnknownAddress(exchange, new Fault('unknown_path', 'nothing; the nearest is /docs'))
    expect(sent[0]).toMatchObject({
      status: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(Buffer.byteLength(sent[0]?.body ?? '')),
        'referrer-policy': 'no-referrer',
      },
    })
    expect(sent[0]?.body).toContain('Did you mean <a href="/docs">')
    const other = playExchange()
    sendUnknownAddress(other.exchange, new Fault('unknown_path', 'nothing'))
    expect(other.sent[0]?.body).not.toContain('Did you mean')
  })

  it('and any other JSON have no body for a HEAD', async () => {
    const { exchange, sent } = playExchange({ method: 'HEAD' })
    addTiming(exchange, 'key', 1)
    addTiming(exchange, 'read', 2.345)
    await sendJson(exchange, 201, { a: 1 }, ['x-more', '1'])
    expect(sent[0]).toMatchObject({
      status: 201,
      body: undefined,
      headers: { 'content-length': '7', 'x-more': '1' },
    })
    expect(sent[0]?.headers['server-timing']).toMatch(/^key;dur=1\.00, read;dur=2\.3[45], total;dur=/)
  })

  it('and long JSON is compressed for whoever accepts it', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const { exchange, sent } = playExchange({ headers })
    await sendJson(
      exchange,
      200,
      Array.from({ length: 1_000 }, () => 'same'),
      [],
    )
    expect(sent[0]?.headers['content-encoding']).toBe('gzip')
    expect(Number(sent[0]?.headers['content-length'])).toBeLessThan(200)
  })
})

describe('Server-Timing', () => {
  const timingOf = async (stages: readonly string[], ms: number) => {
    const { exchange, sent } = playExchange()
    for (const stage of stages) addTiming(exchange, stage, ms)
    await sendJson(exchange, 200, {}, [])
    return sent[0]?.headers['server-timing'] ?? ''
  }

  it('has the sum of each stage, whatever the number of requests to shops', async () => {
    const stages = Array.from({ length: 5_000 }, () => ['wait', 'connect', 'upstream']).flat()
    expect(await timingOf(stages, 0.5)).toMatch(
      /^wait;dur=2500\.00, connect;dur=2500\.00, upstream;dur=2500\.00, total;dur=[\d.]+$/,
    )
  })

  it('has at most 1,024 characters, and always the total', async () => {
    const text = await timingOf(
      Array.from({ length: 200 }, (_, place) => `stage-${place}`),
      1e9,
    )
    expect(text).toMatch(/, total;dur=[\d.]+$/)
    expect(text.length).toBeLessThanOrEqual(1_024)
    expect(text.length).toBeGreaterThan(980)
  })
})

describe('limits', () => {
  const rate = { ratePerS: 2, burst: 5 }
  const taken = { allowed: true, remaining: 3, resetMs: 1_001, retryAfterMs: 9_000 }
  const headersOf = (changes: Partial<Exchange>) => limitHeaders(playExchange({}, changes).exchange)

  it('are listed in headers if there are any', () => {
    expect(headersOf({})).toEqual([])
    expect(headersOf({ limit: { taken, rate } })).toEqual([
      'ratelimit-policy',
      '"rate";q=5;w=3',
      'ratelimit',
      '"rate";r=3;t=2',
    ])
    expect(headersOf({ limit: { taken: { ...taken, allowed: false }, rate } })[3]).toBe('"rate";r=3;t=9')
    const quota = { allowed: true, limit: 10, remaining: 4, resetMs: 2_001 }
    expect(headersOf({ limit: { taken, rate }, quota })).toEqual([
      'ratelimit-policy',
      '"rate";q=5;w=3, "quota";q=10;w=2678400',
      'ratelimit',
      '"rate";r=3;t=2, "quota";r=4;t=3',
    ])
  })
})
