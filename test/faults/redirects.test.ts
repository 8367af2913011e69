// Redirects that fail: loops, too many, and to forbidden hosts.
import { describe, expect, it } from 'vitest'
import { SITE, expectFault, createTestUpstream, requestFor, siteConfig } from './upstream-fixture.ts'
import { html, startFaultyShop, type FaultyShop } from './faulty-shop.ts'

const shopRedirectingTo = (location: string): Promise<FaultyShop> =>
  startFaultyShop((request, response) =>
    request.url === '/p' ? void response.writeHead(302, { location }).end() : html(response, '<p>there</p>'),
  )

describe('redirects', () => {
  it.each([
    ['a private address', 'http://10.0.0.1/'],
    ['loopback on another port', 'http://127.0.0.1:9/'],
    ['loopback as one number', 'http://2130706433:9/'],
    ['loopback mapped into IPv6', 'http://[::ffff:127.0.0.1]:9/'],
    ['the address where clouds keep secrets', 'http://169.254.169.254/latest/'],
    ['another host', 'https://elsewhere.example/p'],
    ['another scheme', 'ftp://127.0.0.1/p'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['another host, by two slashes', '//elsewhere.example/p'],
    ['another host, by backslashes', '\\\\elsewhere.example\\p'],
    ['no address at all', 'http://['],
  ])('to %s', async (_, location) => {
    const shop = await shopRedirectingTo(location)
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'upstream_failed' })
    expect(shop.requestedPaths).toEqual(['/p'])
    await shop.close()
  })

  it('to the same host with user info', async () => {
    const shop = await shopRedirectingTo('/unused')
    const trick = await shopRedirectingTo(shop.origin.replace('http://', 'http://user:word@'))
    const upstream = createTestUpstream({
      [SITE]: siteConfig(trick.origin, { origins: { main: trick.origin, more: shop.origin } }),
    })
    await expectFault(upstream, trick, requestFor(`${trick.origin}/p`), { code: 'upstream_failed' })
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
    await trick.close()
  })

  it('from https to http', async () => {
    const shop = await shopRedirectingTo('https://127.0.0.1/p')
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'upstream_failed' })
    await shop.close()
  })

  it('out of the base path of the site', async () => {
    const shop = await startFaultyShop((request, response) =>
      request.url === '/here/p'
        ? void response.writeHead(302, { location: '/there' }).end()
        : html(response, 'x'),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(`${shop.origin}/here`) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/here/p`), { code: 'upstream_failed' })
    expect(shop.requestedPaths).toEqual(['/here/p'])
    await shop.close()
  })

  it('100 in a row', async () => {
    const shop = await startFaultyShop(
      (_, response, before) => void response.writeHead(302, { location: `/${before}` }).end(),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'upstream_failed' })
    expect(shop.requestedPaths.length).toBeLessThan(10)
    await shop.close()
  })

  it('in a loop', async () => {
    const shop = await shopRedirectingTo('/p')
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'upstream_failed' })
    expect(shop.requestedPaths).toEqual(['/p'])
    await shop.close()
  })

  it('without a target: 302 without a Location, and 304 to an unconditional request', async () => {
    for (const status of [302, 304]) {
      const shop = await startFaultyShop((_, response) => void response.writeHead(status).end())
      const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
      await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'upstream_failed' })
      await shop.close()
    }
  })

  it('within the site are followed, and the answer names the final URL', async () => {
    const shop = await shopRedirectingTo('/other?q=1#part')
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const response = await upstream.send(requestFor(`${shop.origin}/p`))
    expect(response.url.href).toBe(`${shop.origin}/other?q=1`)
    await upstream.close()
    await shop.close()
  })

  it('to a path that robots.txt forbids', async () => {
    const shop = await startFaultyShop(
      (_, response) => void response.writeHead(302, { location: '/private' }).end(),
      {
        robots: (_, response) => void response.end('User-agent: *\nDisallow: /private\n'),
      },
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'robots_disallowed' })
    expect(shop.requestedPaths).toEqual(['/p'])
    await shop.close()
  })
})
