// HAR: recordings can be replayed, browsers' files can be read, and no secret is written.
import { describe, expect, it } from 'vitest'
import type { Send, UpstreamRequest, UpstreamResponse } from '../../fetch/layer.ts'
import { replayHar } from './har.ts'
import { recordHar } from '../recordings/record-har.ts'

function ask(url: string, changes: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    site: 'storefront',
    url: new URL(url),
    method: 'GET',
    headers: {},
    accept: 'html',
    purpose: 'page',
    signal: new AbortController().signal,
    deadlineMs: performance.now() + 1_000,
    caller: 'test',
    onTiming: () => {},
    ...changes,
  }
}

const answer = (url: URL, body: string | Buffer, headers: Record<string, string> = {}): UpstreamResponse => ({
  url,
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: Buffer.from(body),
  charset: 'utf-8',
})

const entry = (url: string, text: string, more: Record<string, unknown> = {}) => ({
  request: { method: 'GET', url, ...more },
  response: { status: 200, headers: [{ name: 'Content-Type', value: 'text/html' }], content: { text } },
})

const harOf = (...entries: unknown[]) => ({ log: { version: '1.2', entries } })

const textOf = async (send: Send, request: UpstreamRequest): Promise<string> =>
  Buffer.from((await send(request)).body).toString()

describe('replayHar', () => {
  it('answers by method and URL, ignoring the order of the query', async () => {
    const send = replayHar(harOf(entry('https://shop.example/a?x=1&y=2#part', 'one')))
    expect(await textOf(send, ask('https://shop.example/a?y=2&x=1'))).toBe('one')
  })

  it('answers from the only entry that does not contradict the query', async () => {
    const send = replayHar(
      harOf(entry('https://a.example/s?q=boots&page=1', 'one'), entry('https://a.example/t?q=a', 'a')),
    )
    expect(await textOf(send, ask('https://a.example/s?q=boots&page=1&size=12'))).toBe('one')
    expect(await textOf(send, ask('https://a.example/s?q=boots'))).toBe('one')
    await expect(send(ask('https://a.example/s?q=boots&page=2'))).rejects.toThrow()
    await expect(send(ask('https://a.example/s?q=shoes'))).rejects.toThrow()
    const two = replayHar(
      harOf(entry('https://a.example/s?page=1', 'one'), entry('https://a.example/s?page=2', 'two')),
    )
    await expect(two(ask('https://a.example/s'))).rejects.toThrow()
  })

  it('ignores escaping and a trailing slash in the path', async () => {
    const send = replayHar(harOf(entry("https://a.example/p(a='x'&b=\u00e9)/", 'one')))
    expect(await textOf(send, ask('https://a.example/p%28a=%27x%27&b=%C3%A9)'))).toBe('one')
    await expect(send(ask('https://a.example/p%2F(a='))).rejects.toThrow()
  })

  it('answers from another client\u2019s recording unless it contradicts a value from the caller', async () => {
    const har = harOf(
      entry('https://a.example/s?q=red+boots&sort=9&size=24&page=1&items_per_page=9&country=US', 'one'),
    )
    const address = (query: string) => ask(`https://a.example/s?sort=1&size=12&${query}`)
    await expect(replayHar(har)(address('q=red+boots'))).rejects.toThrow()
    const send = replayHar(har, undefined, ['Red Boots', '7'])
    expect(await textOf(send, address('q=red+boots&page=1'))).toBe('one')
    await expect(send(address('q=red+boots&page=2'))).rejects.toThrow()
    await expect(send(address('q=red+boots&country=GB'))).rejects.toThrow()
    await expect(replayHar(har, undefined, ['shoes'])(address('q=shoes'))).rejects.toThrow()
    expect(await textOf(replayHar(har, undefined, ['us']), address('country=USA'))).toBe('one')
    expect(await textOf(send, address('q=red+boots&items_per_page=5'))).toBe('one')
    await expect(replayHar(har, undefined, ['7'])(ask('https://a.example/s?size=7'))).rejects.toThrow()
  })

  it('answers repeated entries in order, then repeats the last one', async () => {
    const send = replayHar(
      harOf(entry('https://shop.example/a', 'one'), entry('https://shop.example/a', 'two')),
    )
    const request = ask('https://shop.example/a')
    expect([await textOf(send, request), await textOf(send, request), await textOf(send, request)]).toEqual([
      'one',
      'two',
      'two',
    ])
  })

  it('distinguishes POSTs by their bodies', async () => {
    const post = (text: string, body: string) =>
      entry('https://shop.example/q', text, { method: 'POST', postData: { text: body } })
    const send = replayHar(harOf(post('one', '{"page":1}'), post('two', '{"page":2}')))
    const request = (body: string) => ask('https://shop.example/q', { method: 'POST', body })
    expect(await textOf(send, request('{"page":2}'))).toBe('two')
    expect(await textOf(send, request('{"page":1}'))).toBe('one')
    expect(await textOf(send, request('{"page":1}'))).toBe('one')
  })

  it('matches GraphQL queries by operation name when the text differs', async () => {
    const post = (name: string) =>
      entry('https://shop.example/q', name, {
        method: 'POST',
        postData: { text: `{"operationName":"${name}","query":"theirs"}` },
      })
    const send = replayHar(harOf(post('GetOther'), post('GetProduct')))
    const request = (body: string) => ask('https://shop.example/q', { method: 'POST', body })
    expect(await textOf(send, request('{"operationName":"GetProduct","query":"ours"}'))).toBe('GetProduct')
    expect(await textOf(send, request('{"operationName":"GetNone"}'))).toBe('GetOther')
  })

  it.each([
    ['text', { text: 'caf\u00e9' }, 'utf-8'],
    [
      'base64',
      { text: Buffer.from('caf\u00e9', 'latin1').toString('base64'), encoding: 'base64' },
      'windows-1252',
    ],
    ['a file next to it', { _file: 'body.html' }, 'utf-8'],
  ])('reads a body stored as %s', async (_, content, charset) => {
    const send = replayHar(
      harOf({ request: { method: 'GET', url: 'https://shop.example/' }, response: { status: 200, content } }),
      name => Buffer.from(name === 'body.html' ? 'caf\u00e9' : 'wrong file'),
    )
    const response = await send(ask('https://shop.example/'))
    expect(response.charset).toBe(charset)
    expect(new TextDecoder(response.charset).decode(response.body)).toBe('caf\u00e9')
  })

  it('accepts browser exports: decompressed text with a content encoding, HTTP/2 headers, cancelled requests', async () => {
    const url = 'https://shop.example/'
    const cancelled = { request: { method: 'GET', url }, response: { status: 0, headers: [], content: {} } }
    const exported = {
      request: { method: 'GET', url, headers: [{ name: ':authority', value: 'shop.example' }] },
      response: {
        status: 200,
        headers: [
          { name: ':status', value: '200' },
          { name: 'content-encoding', value: 'br' },
          { name: 'Content-Type', value: 'text/html; charset=iso-8859-1' },
        ],
        content: { size: 5, mimeType: 'text/html', text: 'caf\u00e9' },
      },
    }
    const response = await replayHar(harOf(cancelled, exported))(ask(url))
    expect(response.headers).toEqual({ 'content-type': 'text/html; charset=iso-8859-1' })
    expect(new TextDecoder(response.charset).decode(response.body)).toBe('caf\u00e9')
  })

  it('names a request that is not recorded, and allows everything without a robots.txt', async () => {
    const send = replayHar(harOf())
    await expect(send(ask('https://shop.example/x'))).rejects.toMatchObject({
      code: 'upstream_unreachable',
      isUnrequested: true,
    })
    expect((await send(ask('https://shop.example/robots.txt', { purpose: 'robots' }))).status).toBe(404)
  })

  it.each([[null], [{}], [{ log: {} }], [harOf({ request: {} })]])('rejects %j', har => {
    expect(() => replayHar(har)).toThrow('not a HAR file')
  })
})

describe('recordHar', () => {
  it('writes a replayable file without secrets', async () => {
    const secret = 'hush-hush'
    const url = `https://shop.example/a?q=watch&api_key=${secret}`
    const recorder = recordHar(async request =>
      answer(request.url, `<p>${request.method}</p>`, {
        'set-cookie': `sid=${secret}`,
        location: `/b?token=${secret}`,
      }),
    )
    const request = ask(url, {
      method: 'POST',
      headers: { cookie: secret, authorization: secret, 'x-api-key': secret, accept: 'text/html' },
      body: `{"query":"watch","accessToken":"${secret}"}`,
    })
    await recorder.send(request)
    const har = recorder.har()
    expect(JSON.stringify(har)).not.toContain(secret)
    expect(JSON.stringify(har)).toContain('text/html')
    expect(await textOf(replayHar(JSON.parse(JSON.stringify(har))), request)).toBe('<p>POST</p>')
  })

  it('stores bytes that are not UTF-8 as base64', async () => {
    const body = Buffer.from([0xff, 0x00, 0xe9])
    const recorder = recordHar(async request => ({ ...answer(request.url, body), charset: 'windows-1252' }))
    await recorder.send(ask('https://shop.example/'))
    const replayed = await replayHar(recorder.har())(ask('https://shop.example/'))
    expect(Buffer.from(replayed.body)).toEqual(body)
  })

  it('has the fields that browsers require', async () => {
    const recorder = recordHar(async request => answer(request.url, 'x'))
    await recorder.send(ask('https://shop.example/a?b=c'))
    const [first] = recorder.har().log.entries
    expect(recorder.har().log).toMatchObject({ version: '1.2', creator: { name: 'wares' } })
    expect(first).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      time: expect.any(Number),
      cache: {},
      timings: { send: expect.any(Number), wait: expect.any(Number), receive: expect.any(Number) },
      request: {
        httpVersion: 'HTTP/1.1',
        cookies: [],
        queryString: [{ name: 'b', value: 'c' }],
        headersSize: -1,
      },
      response: { statusText: '', redirectURL: '', cookies: [], content: { size: 1, text: 'x' } },
    })
  })
})
