// Connection failures: DNS, refused connections, TLS, and addresses that are not allowed.
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { createServer as createHttpsServer } from 'node:https'
import { createSecureServer as createHttp2Server } from 'node:http2'
import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  SITE,
  expectFault,
  expectNoLeaks,
  createTestUpstream,
  requestFor,
  siteConfig,
  countActiveTimers,
} from './upstream-fixture.ts'
import { deadOrigin, html, startFaultyShop, type FaultyShop } from './faulty-shop.ts'
import { listen, startTcpServer } from '../support/servers.ts'

const key = readFileSync(new URL('tls/key.pem', import.meta.url))
const cert = readFileSync(new URL('tls/cert.pem', import.meta.url))
const noConnections: Pick<FaultyShop, 'connections'> = { connections: () => 0 }

describe('connection failures:', () => {
  it('refused', async () => {
    const origin = await deadOrigin()
    const upstream = createTestUpstream({ [SITE]: siteConfig(origin) })
    await expectFault(upstream, noConnections, requestFor(`${origin}/p`), {
      code: 'upstream_unreachable',
      failures: 1,
    })
  })

  it('DNS failure', async () => {
    const resolver = async (): Promise<never> => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    const upstream = createTestUpstream({ [SITE]: siteConfig('https://shop.example') }, { resolver })
    await expectFault(upstream, noConnections, requestFor('https://shop.example/p'), {
      code: 'upstream_unreachable',
      failures: 1,
    })
  })

  it('a name that resolves to nothing', async () => {
    const upstream = createTestUpstream(
      { [SITE]: siteConfig('https://shop.example') },
      { resolver: async () => [] },
    )
    await expectFault(upstream, noConnections, requestFor('https://shop.example/p'), {
      code: 'upstream_unreachable',
      failures: 1,
    })
  })

  it('a resolver that hangs ends at the deadline', async () => {
    const upstream = createTestUpstream(
      { [SITE]: siteConfig('https://shop.example') },
      { resolver: () => new Promise(() => {}) },
    )
    const request = requestFor('https://shop.example/p', { deadlineMs: 300 })
    await expectFault(upstream, noConnections, request, {
      code: 'upstream_timeout',
      withinMs: 1_200,
      failures: 1,
    })
  })

  it('TLS failure: a certificate from an unknown authority', async () => {
    const shop = await openSecureShop()
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const request = requestFor(`${shop.origin}/p`)
    await expectFault(upstream, shop, request, { code: 'upstream_unreachable', failures: 1 })
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it('TLS failure: a certificate for another name', async () => {
    const shop = await openSecureShop()
    const origin = shop.origin.replace('127.0.0.1', 'shop.test')
    const resolver = async () => [{ address: '127.0.0.1', family: 4 }]
    const upstream = createTestUpstream({ [SITE]: siteConfig(origin) }, { resolver, ca: cert.toString() })
    await expectFault(upstream, shop, requestFor(`${origin}/p`), {
      code: 'upstream_unreachable',
      failures: 1,
    })
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it('TLS failure: plain HTTP where TLS is expected', async () => {
    const plain = await startFaultyShop((_, response) => html(response, 'plain'))
    const origin = plain.origin.replace('http:', 'https:')
    const upstream = createTestUpstream({ [SITE]: siteConfig(origin) })
    await expectFault(upstream, plain, requestFor(`${origin}/p`), {
      code: 'upstream_unreachable',
      failures: 1,
    })
    await plain.close()
  })

  it('a server that accepts and then sends nothing in the TLS handshake', async () => {
    const mute = await startTcpServer(socket => socket.resume(), 'https')
    const upstream = createTestUpstream({ [SITE]: siteConfig(mute.origin) })
    const request = requestFor(`${mute.origin}/p`, { deadlineMs: 400 })
    await expectFault(upstream, mute, request, { code: 'upstream_timeout', withinMs: 1_300, failures: 1 })
    await mute.close()
  })

  it('a connection closed in the middle of the TLS handshake', async () => {
    const rude = await startTcpServer(socket => socket.once('data', () => socket.destroy()), 'https')
    const upstream = createTestUpstream({ [SITE]: siteConfig(rude.origin) })
    await expectFault(upstream, rude, requestFor(`${rude.origin}/p`), {
      code: 'upstream_unreachable',
      failures: 1,
    })
    await rude.close()
  })

  it.each([
    ['loopback', '127.0.0.1', 4],
    ['private', '10.0.0.7', 4],
    ['link-local, where clouds keep secrets', '169.254.169.254', 4],
    ['carrier-grade NAT', '100.64.0.1', 4],
    ['this network', '0.0.0.0', 4],
    ['IPv6 loopback', '::1', 6],
    ['IPv4 mapped into IPv6', '::ffff:127.0.0.1', 6],
    ['IPv4 mapped, in hexadecimal', '::ffff:7f00:1', 6],
    ['translated by NAT64', '64:ff9b::7f00:1', 6],
    ['unique local', 'fd00::1', 6],
    ['link-local IPv6', 'fe80::1', 6],
  ])('a rebinding resolver: a public name that resolves to %s', async (_, address, family) => {
    const shop = await startFaultyShop((_request, response) => html(response, 'secret'))
    const origin = shop.origin.replace('127.0.0.1', 'shop.example')
    const upstream = createTestUpstream(
      { [SITE]: siteConfig(origin) },
      { resolver: async () => [{ address, family }] },
    )
    await expectFault(upstream, shop, requestFor(`${origin}/p`), { code: 'upstream_failed', failures: 1 })
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it('a resolver with changing answers is queried once per connection', async () => {
    const shop = await startFaultyShop((_request, response) => html(response, 'secret'))
    const origin = shop.origin.replace('127.0.0.1', 'shop.example')
    let asked = 0
    // If the connection resolved the name again, the second answer would reach the shop.
    const resolver = async () => [{ address: asked++ === 0 ? '0.0.0.1' : '127.0.0.1', family: 4 }]
    const upstream = createTestUpstream({ [SITE]: siteConfig(origin) }, { resolver })
    await expectFault(upstream, shop, requestFor(`${origin}/p`), { code: 'upstream_failed', failures: 1 })
    expect(asked).toBe(1)
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it('HTTP/2 is used where it is offered, and nothing stays open after closing', async () => {
    const shop = await openSecureShop(listener =>
      createHttp2Server({ key, cert, allowHTTP1: true }, listener as never),
    )
    const before = countActiveTimers()
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) }, { ca: cert.toString() })
    const response = await upstream.send(requestFor(`${shop.origin}/p`))
    expect(Buffer.from(response.body).toString()).toBe('<p>HTTP/2.0</p>')
    await expectNoLeaks(upstream, shop, before)
    await shop.close()
  })

  it('a TLS server that resets after the handshake', async () => {
    const rude = await listen(
      createSecureServer({ key, cert }, socket => socket.destroy()),
      { scheme: 'https' },
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(rude.origin) }, { ca: cert.toString() })
    await expectFault(upstream, rude, requestFor(`${rude.origin}/p`), {
      code: 'upstream_failed',
      failures: 1,
    })
    await rude.close()
  })
})

function openSecureShop(
  server: (listener: RequestListener) => Server = listener => createHttpsServer({ key, cert }, listener),
): Promise<FaultyShop> {
  return startFaultyShop((request, response) => html(response, `<p>HTTP/${request.httpVersion}</p>`), {
    server,
    scheme: 'https',
  })
}
