// One request over a real connection: what is sent, how much is read, and how connecting is shared and cancelled.
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SiteConfig } from '../../settings/site-config.ts'
import { Fault } from '#kit/fault'
import type { Resolver } from './checked-connector.ts'
import type { UpstreamRequest } from '../layer.ts'
import { createNetwork, type Network } from './network.ts'
import { requestWith } from '../request-fixture.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'

const MAX_BYTES = 600 * 1024
const ROBOTS_BYTES = 500 * 1024
const ERROR_PAGE_BYTES = 256 * 1024

let origin: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => answer(request, response))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const networks: Network[] = []
afterEach(async () => {
  await Promise.all(networks.splice(0).map(network => network.close()))
})

function open(changes: Partial<SiteConfig> = {}, resolver?: Resolver): Network {
  const own = { main: origin, named: 'http://shop.internal' }
  const shop = { origins: own, proxy: undefined, timeoutMs: 10_000, ...changes }
  const options = { shop, userAgent: 'Wares/1', maxPageBytes: MAX_BYTES }
  const network = createNetwork({ ...options, ...(resolver ? { resolver } : {}) })
  networks.push(network)
  return network
}
const ask = (changes: Partial<UpstreamRequest> = {}, network = open()) =>
  network.send(requestWith({ url: new URL('/p', origin), ...changes }))
const answerWith = (status: number, headers: Record<string, string>, body: Uint8Array) => {
  answer = (_, response) => void response.writeHead(status, headers).end(body)
}

describe('a request', () => {
  it.each([
    [{ accept: 'html' }, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5', true],
    [{ accept: 'json' }, 'application/json,*/*;q=0.5', true],
    [{ purpose: 'robots' }, 'text/plain,*/*;q=0.5', false],
  ] as const)('for %j says what it takes and who asks', async (changes, accept, isCompressed) => {
    const heard: IncomingMessage['headers'][] = []
    answer = (request, response) => {
      heard.push(request.headers)
      response.end('page')
    }
    await ask({ ...changes, headers: { 'x-one': '1', 'user-agent': 'other' } })
    expect(heard).toMatchObject([
      {
        accept,
        'x-one': '1',
        'user-agent': 'Wares/1',
        'accept-encoding': isCompressed ? 'gzip, deflate, br, zstd' : 'identity',
      },
    ])
  })
})

describe('a response', () => {
  it('has its status, headers, body and charset', async () => {
    answerWith(201, { 'content-type': 'text/html; charset=latin1', 'x-a': 'b' }, Buffer.from('page'))
    const { url, status, headers, body, charset, wire } = await ask()
    expect({ url: url.pathname, status, body: Buffer.from(body).toString(), wire }).toEqual({
      url: '/p',
      status: 201,
      body: 'page',
      wire: undefined,
    })
    expect(headers).toMatchObject({ 'x-a': 'b' })
    expect(charset).toBe('windows-1252')
  })

  it.each([100, 100_000])('of %i bytes is decompressed, and kept as received for a recording', async size => {
    const page = Buffer.alloc(size, Array.from({ length: 999 }, (_, place) => `${place ** 3} `).join(''))
    answerWith(200, { 'content-encoding': 'gzip' }, gzipSync(page))
    const stages: string[] = []
    const plain = await ask({ onTiming: stage => void stages.push(stage) })
    expect(page.equals(plain.body)).toBe(true)
    expect(plain.wire).toBeUndefined()
    expect(stages).toContain('inflate')
    const recorded = await ask({ onExchange: () => {} })
    expect(page.equals(recorded.body)).toBe(true)
    expect(gzipSync(page).equals(recorded.wire ?? Buffer.alloc(0))).toBe(true)
  })

  it('that is not compressed is not recorded twice', async () => {
    answerWith(200, { 'content-encoding': 'identity' }, Buffer.from('page'))
    expect((await ask({ onExchange: () => {} })).wire).toBeUndefined()
  })

  it.each([
    ['a page', {}, 200, MAX_BYTES, MAX_BYTES],
    ['a robots.txt', { purpose: 'robots' }, 200, ROBOTS_BYTES * 2, ROBOTS_BYTES],
    ['an error page', {}, 300, ERROR_PAGE_BYTES * 2, ERROR_PAGE_BYTES],
  ] as const)('%s is read up to its limit', async (_, changes, status, sent, read) => {
    answerWith(status, {}, Buffer.alloc(sent, 'a'))
    const { length } = (await ask(changes)).body
    expect(length).toBeGreaterThanOrEqual(read)
    // The last chunk may exceed the limit.
    expect(length).toBeLessThan(read + 128 * 1024)
  })

  it('beyond the limit is a failure', async () => {
    answerWith(200, {}, Buffer.alloc(MAX_BYTES + 1))
    const error: unknown = await ask().catch((reason: unknown) => reason)
    expect(upstreamFailureOf(error)).toMatchObject({ kind: 'too_large' })
  })

  it('with a broken body is a failure, unless its status already decides', async () => {
    const broken = Buffer.from('this is no gzip at all')
    answerWith(200, { 'content-encoding': 'gzip' }, broken)
    const error: unknown = await ask().catch((reason: unknown) => reason)
    expect(upstreamFailureOf(error)).toMatchObject({ kind: 'undecodable' })
    answerWith(300, { 'content-encoding': 'gzip' }, broken)
    expect(await ask()).toMatchObject({ status: 300, body: new Uint8Array() })
  })
})

describe('a pending connection', () => {
  const left = new Fault('internal', 'nobody waits')

  /** A network whose DNS look-ups resolve on demand. */
  function openGated() {
    const gate = Promise.withResolvers<LookupAddress[]>()
    const named = `http://shop.internal:${new URL(origin).port}`
    const network = open({ origins: { main: named } }, () => gate.promise)
    return {
      ask: (signal: AbortSignal) => ask({ url: new URL('/p', named), signal }, network),
      resolve: () => gate.resolve([{ address: '127.0.0.1', family: 4 }]),
    }
  }

  it('continues while any request waits for it', async () => {
    answerWith(200, {}, Buffer.from('page'))
    const { ask: askNamed, resolve } = openGated()
    const caller = new AbortController()
    const sent = [askNamed(caller.signal), askNamed(new AbortController().signal)]
    caller.abort(left)
    await expect(sent[0]).rejects.toBe(left)
    resolve()
    expect(await sent[1]).toMatchObject({ status: 200 })
  })

  it.each([1, 2])('is cancelled when the last waiting request gives up, of %i', async count => {
    answerWith(200, {}, Buffer.from('page'))
    let connections = 0
    const onConnection = () => void connections++
    server.on('connection', onConnection)
    const { ask: askNamed, resolve } = openGated()
    const callers = Array.from({ length: count }, () => new AbortController())
    const sent = callers.map(({ signal }) => askNamed(signal))
    for (const caller of callers) caller.abort(left)
    for (const one of sent) await expect(one).rejects.toBe(left)
    resolve()
    // A new connection is accepted after any pending ones that were not cancelled.
    await ask()
    server.off('connection', onConnection)
    expect(connections).toBe(1)
  })

  it('is made only to configured hosts whose names resolve', async () => {
    const kindOf = (target: string, resolver: Resolver) =>
      ask({ url: new URL(target) }, open({}, resolver)).then(
        () => 'none',
        (error: unknown) => upstreamFailureOf(error)?.kind,
      )
    const nowhere: Resolver = async () => []
    const unknown: Resolver = () => Promise.reject(new Error('ENOTFOUND'))
    const metadata: Resolver = async () => [{ address: '169.254.169.254', family: 4 }]
    expect(await kindOf('http://other.example/p', nowhere)).toBe('forbidden_address')
    expect(await kindOf('http://shop.internal/p', nowhere)).toBe('unresolved')
    expect(await kindOf('http://shop.internal/p', unknown)).toBe('unresolved')
    expect(await kindOf('http://shop.internal/p', metadata)).toBe('forbidden_address')
  })

  it('is made to an allowed address, even if the name also has others', async () => {
    answerWith(200, {}, Buffer.from('page'))
    const { port } = new URL(origin)
    const named = `http://shop.internal:${port}`
    const resolver: Resolver = async () => [
      { address: '169.254.169.254', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const network = open({ origins: { main: named } }, resolver)
    expect(await ask({ url: new URL('/p', named) }, network)).toMatchObject({ status: 200 })
  })
})
