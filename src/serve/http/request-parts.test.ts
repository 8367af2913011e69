// Small tables for bodies, URLs, headers and templates of the HTTP server.
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { type ExplorerParts, explorerConfig, explorerCsp } from './pages/explorer-config.ts'
import { isFromOperator, OPERATOR_HEADER } from './admit.ts'
import { finderAddress } from './pages/finder-address.ts'
import { headerText, headerUrl } from './answer/send-answer.ts'
import { html, prose } from './answer/html-template.ts'
import { createOriginPolicy } from './origin-headers.ts'
import { asFault, faultHeaders, problemOf } from '../../answer/problems.ts'
import { readBody } from './answer/read-body.ts'

describe('a body', () => {
  const read = (text: string | Buffer, type: string | undefined = 'application/json') =>
    readBody(Buffer.from(text), type === undefined ? {} : { 'content-type': type })

  it('is parsed into parameters, with any case and options of its content type', () => {
    const expected = [{ name: 'a', value: { b: [1] }, in: 'body' }]
    expect(read('{"a":{"b":[1]}}', ' Application/JSON ; charset=utf-8')).toEqual(expected)
    expect(read(' \n ')).toEqual([])
  })

  it.each([
    ['[]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['"a"', /must be a JSON object/],
    ['{', /not valid JSON/],
    [Buffer.from([0x22, 0xff, 0x22]), /not valid UTF-8/],
    ['{"a":1,"a":2}', /"a" occurs twice/],
    ['{"b":{"a":1},"a":[{"a":1}],"a" :2}', /"a" occurs twice/],
    ['{"a\\u0062":1,"ab":2}', /"ab" occurs twice/],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it('may repeat a name below the top level, or contain text that looks like one', () => {
    expect(read('{"a":{"x":1},"b":{"x":2,"a":3},"c":"\\"a\\":","d":[{"c":1}]}')).toHaveLength(4)
  })

  it('shows no more than 64 characters of a name that occurs twice', () => {
    const name = 'x'.repeat(100)
    let fault: unknown
    try {
      read(`{"${name}":1,"${name}":2}`)
    } catch (error) {
      fault = error
    }
    expect(fault).toMatchObject({ code: 'invalid_parameter', errors: [{ name: 'x'.repeat(64), in: 'body' }] })
  })

  it.each([undefined, 'text/plain', 'application/json-seq'])('of type %s is refused', type => {
    expect(() => readBody(Buffer.from('{}'), type === undefined ? {} : { 'content-type': type })).toThrow(
      /must be application\/json/,
    )
  })
})

describe('the address of the finder', () => {
  const at = (host: string | undefined, port: number | undefined = 9, url?: string) =>
    finderAddress({ url, port: () => port }, { headers: { host } } as unknown as IncomingMessage)

  it.each([
    ['shop.example', 'http://shop.example:9'],
    ['shop.example:8080', 'http://shop.example:9'],
    ['[::1]:8080', 'http://[::1]:9'],
    ['127.0.0.1', 'http://127.0.0.1:9'],
    ['a b', undefined],
    ['a/b', undefined],
    ['shop.example:x', undefined],
    [undefined, undefined],
  ])('for a caller of %s is %s', (host, address) => {
    expect(at(host)).toBe(address)
  })

  it('is the configured one, and undefined without a port', () => {
    expect(at('shop.example', 9, 'https://finder.example')).toBe('https://finder.example')
    expect(
      finderAddress({ url: undefined, port: () => undefined }, { headers: { host: 'a' } } as IncomingMessage),
    ).toBe(undefined)
  })
})

it('a page loads only from this server, the finder, the door of the guest key and the shops', () => {
  const parts: ExplorerParts = {
    guestDoor: { addressFor: host => (host === 'localhost:8080' ? 'http://127.0.0.1:9000' : undefined) },
    sandboxOrigin: () => undefined,
    magicWords: {},
    pictureOrigins: ['http://127.0.0.1:8081'],
  }
  const asked = (host: string) => ({ headers: { host } }) as IncomingMessage
  expect(explorerCsp(parts, asked('wares.example'), undefined)).toMatch(
    /connect-src 'self'; font-src 'self'; img-src 'self' data: https: http:\/\/127/,
  )
  expect(explorerCsp(parts, asked('localhost:8080'), 'http://f.example:9/x')).toContain(
    "connect-src 'self' http://f.example:9 http://127.0.0.1:9000;",
  )
  expect(explorerConfig(parts, asked('localhost:8080'))).toMatchObject({
    guest_door: 'http://127.0.0.1:9000',
  })
  expect(explorerConfig(parts, asked('wares.example'))).toMatchObject({ guest_door: null })
})

describe('the operator', () => {
  const token = 'the-token-of-this-start'
  const isOperator = (given: unknown, remoteAddress: string | undefined = '127.0.0.1') =>
    isFromOperator(
      {
        headers: { [OPERATOR_HEADER]: given, host: 'localhost' },
        socket: { remoteAddress },
      } as unknown as IncomingMessage,
      token,
    )

  it('has the token', () => {
    expect(isOperator(token)).toBe(true)
    for (const given of [undefined, '', 'other', `${token}x`, token.slice(1), [token]])
      expect(isOperator(given)).toBe(false)
  })

  it('is on this machine', () => {
    for (const from of ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::1'])
      expect(isOperator(token, from)).toBe(true)
    for (const from of ['10.0.0.1', '1127.0.0.1', '::12', '::ffff:10.0.0.1', undefined])
      expect(
        isFromOperator(
          {
            headers: { [OPERATOR_HEADER]: token },
            socket: { remoteAddress: from },
          } as unknown as IncomingMessage,
          token,
        ),
      ).toBe(false)
  })
})

it('a header value contains only printable ASCII, and a URL no angle brackets', () => {
  expect(headerText('a é\n~<')).toBe('a %C3%A9%0A~<')
  expect(headerText('\ud800')).toBe('%EF%BF%BD')
  expect(headerUrl('https://a/ <"é>')).toBe('https://a/%20%3C%22%C3%A9%3E')
})

it('a template escapes text, keeps markup and omits undefined', () => {
  const list = [html`<b>${1}</b>`, html`<i></i>`]
  expect(html`<p>${'<&"\''}${list}${undefined}${html`<u></u>`}</p>`.html).toBe(
    '<p>&#60;&#38;&#34;&#39;<b>1</b><i></i><u></u></p>',
  )
  expect(html`${prose('Set `a<b` now')}`.html).toBe('Set <code>a&#60;b</code> now')
})

describe('a page of another origin', () => {
  const allowedBy = (allowed: string, origin: string | undefined) => {
    const list = createOriginPolicy(allowed)(origin)
    return [list[1]?.includes('Origin') ?? false, list[list.indexOf('access-control-allow-origin') + 1]]
  }

  it.each([
    ['*', 'https://a.example', true, '*'],
    ['https://a.example https://b.example', 'https://B.example', true, 'https://b.example'],
    ['https://a.example,https://b.example', 'https://b.example', true, 'https://b.example'],
  ])('by %s: %s may read', (allowed, origin, varies, allowedOrigin) => {
    expect(allowedBy(allowed, origin)).toEqual([varies, allowedOrigin])
  })

  it('that is not listed gets no CORS headers, nor does a request without an origin', () => {
    expect(createOriginPolicy('https://a.example')('https://c.example')).toHaveLength(2)
    expect(allowedBy('https://a.example', 'https://c.example')[0]).toBe(true)
    expect(createOriginPolicy('*')(undefined)).toHaveLength(2)
    expect(allowedBy('*', undefined)[0]).toBe(false)
  })
})

describe('a problem', () => {
  it('describes external failures, but no internal details', () => {
    const known = problemOf(new Fault('not_found', 'no such product', { field: '/a' }), '/p', 'r1')
    expect(known).toMatchObject({
      status: 404,
      detail: 'no such product',
      instance: '/p',
      request_id: 'r1',
      field: '/a',
    })
    expect('errors' in known).toBe(false)
    const inner = problemOf(asFault(new TypeError('secret')), '/p', 'r1')
    expect(inner).toMatchObject({ status: 500, code: 'internal' })
    expect(JSON.stringify(inner)).not.toContain('secret')
    expect('field' in inner).toBe(false)
    const fault = new Fault('not_found', 'x')
    expect(asFault(fault)).toBe(fault)
  })

  it('has a Retry-After in whole seconds, at least one', () => {
    const after = (retryAfterMs?: number) =>
      faultHeaders(new Fault('upstream_busy', 'x', retryAfterMs === undefined ? {} : { retryAfterMs }))
    expect([after(), after(0), after(1_000), after(1_001)]).toEqual([
      [],
      ['retry-after', '1'],
      ['retry-after', '1'],
      ['retry-after', '2'],
    ])
    expect(faultHeaders(new Fault('missing_key', 'x'))[0]).toBe('www-authenticate')
  })
})
