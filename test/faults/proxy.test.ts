// Requests through a configured proxy: tunnels for https origins, forwarding for http, and proxies that fail.
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect } from 'node:net'
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
import { deadOrigin, html, startFaultyShop } from './faulty-shop.ts'
import { listen } from '../support/servers.ts'

const key = readFileSync(new URL('tls/key.pem', import.meta.url))
const cert = readFileSync(new URL('tls/cert.pem', import.meta.url))

function openProxy(seen: string[]): Server {
  const proxy = createHttpServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    html(response, 'forwarded')
  })
  proxy.on('connect', (request, client) => {
    seen.push(`CONNECT ${request.url}`)
    const [host = '', port] = (request.url ?? '').split(':')
    const server = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      server.pipe(client).pipe(server)
    })
    server.on('error', () => client.destroy())
    client.on('error', () => server.destroy())
    client.on('close', () => server.destroy())
  })
  return proxy
}

describe('proxy', () => {
  it('tunnels to an https origin', async () => {
    const seen: string[] = []
    const before = countActiveTimers()
    const proxy = await listen(openProxy(seen))
    const shop = await startFaultyShop((_, response) => html(response, 'through'), {
      server: listener => createHttpsServer({ key, cert }, listener),
      scheme: 'https',
    })
    const upstream = createTestUpstream(
      { [SITE]: siteConfig(shop.origin, { proxy: proxy.origin }) },
      { ca: cert.toString() },
    )
    const response = await upstream.send(requestFor(`${shop.origin}/p`))
    expect(Buffer.from(response.body).toString()).toBe('through')
    expect(seen[0]).toBe(`CONNECT ${new URL(shop.origin).host}`)
    await expectNoLeaks(upstream, shop, before)
    await proxy.close()
    await shop.close()
  })

  it('forwards to an http origin', async () => {
    const seen: string[] = []
    const proxy = await listen(openProxy(seen))
    const upstream = createTestUpstream({
      [SITE]: siteConfig('http://shop.example', { proxy: proxy.origin }),
    })
    const response = await upstream.send(requestFor('http://shop.example/p'))
    expect(Buffer.from(response.body).toString()).toBe('forwarded')
    expect(seen).toContain('GET http://shop.example/p')
    await upstream.close()
    await proxy.close()
  })

  it('that cannot be reached', async () => {
    const proxy = await deadOrigin()
    const upstream = createTestUpstream({ [SITE]: siteConfig('https://shop.example', { proxy }) })
    await expectFault(upstream, { connections: () => 0 }, requestFor('https://shop.example/p'), {
      code: 'upstream_unreachable',
      failures: 1,
    })
  })

  it('that refuses the tunnel', async () => {
    const server = createHttpServer()
    server.on('connect', (_, client) => void client.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
    const proxy = await listen(server)
    const upstream = createTestUpstream({
      [SITE]: siteConfig('https://shop.example', { proxy: proxy.origin }),
    })
    await expectFault(upstream, proxy, requestFor('https://shop.example/p'), {
      code: 'upstream_unreachable',
      failures: 1,
    })
    await proxy.close()
  })
})
