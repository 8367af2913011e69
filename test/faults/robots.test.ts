// Failures of robots.txt: forbidding, failing, slow, huge, missing.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SITE, expectFault, createTestUpstream, requestFor, siteConfig } from './upstream-fixture.ts'
import { type Behaviour, html, startFaultyShop, type FaultyShop } from './faulty-shop.ts'

const shopWithRobots = (robots: Behaviour): Promise<FaultyShop> =>
  startFaultyShop((_, response) => html(response, '<p>page</p>'), { robots })

describe('robots.txt', () => {
  it('disallow', async () => {
    const shop = await shopWithRobots((_, response) => void response.end('User-agent: *\nDisallow: /p\n'))
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'robots_disallowed' })
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it('allows Wares by name what it forbids to everyone', async () => {
    const shop = await shopWithRobots(
      (_, response) => void response.end('User-agent: *\nDisallow: /\n\nUser-agent: wares\nAllow: /\n'),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    expect((await upstream.send(requestFor(`${shop.origin}/p`))).status).toBe(200)
    await upstream.close()
    await shop.close()
  })

  it('500: the site is closed for a while, without another request', async () => {
    let fetched = 0
    const shop = await shopWithRobots((_, response) => {
      fetched++
      response.writeHead(500).end()
    })
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expect(upstream.send(requestFor(`${shop.origin}/p`))).rejects.toMatchObject({
      code: 'robots_disallowed',
    })
    const tries = fetched
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), {
      code: 'robots_disallowed',
      withinMs: 200,
    })
    expect(fetched).toBe(tries)
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it.each([401, 403, 404, 410, 418])('%i: nothing is forbidden', async status => {
    const shop = await shopWithRobots((_, response) => void response.writeHead(status).end())
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    expect((await upstream.send(requestFor(`${shop.origin}/p`))).status).toBe(200)
    await upstream.close()
    await shop.close()
  })

  it('429: the site is busy', async () => {
    const shop = await shopWithRobots(
      (_, response) => void response.writeHead(429, { 'retry-after': '9' }).end(),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const fault = await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'upstream_busy' })
    expect(fault.retryAfterMs).toBe(9_000)
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it('slow: ends at the deadline', async () => {
    const shop = await shopWithRobots(() => {})
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin, { timeoutMs: 10_000 }) })
    const request = requestFor(`${shop.origin}/p`, { deadlineMs: 300 })
    await expectFault(upstream, shop, request, { code: 'upstream_timeout', withinMs: 1_200, failures: 1 })
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })

  it('huge: only its first 500 KiB are read, and obeyed', async () => {
    const shop = await shopWithRobots((_, response) => {
      response.write('User-agent: *\nDisallow: /p\n')
      const pour = (): void => {
        while (!response.destroyed && response.write('# nothing to see here\n'.repeat(1_000)));
      }
      response.on('drain', pour)
      pour()
    })
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'robots_disallowed' })
    await shop.close()
  })

  it('is fetched once for concurrent requests', async () => {
    let fetched = 0
    const shop = await shopWithRobots((_, response) => {
      fetched++
      setTimeout(() => response.end(''), 50)
    })
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    await Promise.all(Array.from({ length: 50 }, () => upstream.send(requestFor(`${shop.origin}/p`))))
    expect(fetched).toBe(1)
    await upstream.close()
    await shop.close()
  })

  it('is still received by the others when the caller who started its fetch leaves', async () => {
    const shop = await shopWithRobots((_, response) => void setTimeout(() => response.end(''), 150))
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const leaving = new AbortController()
    const first = upstream.send(requestFor(`${shop.origin}/p`, { signal: leaving.signal }))
    const outcome = expect(first).rejects.toThrow('left')
    const second = upstream.send(requestFor(`${shop.origin}/p`))
    await sleep(50)
    leaving.abort(new Error('left'))
    await outcome
    expect((await second).status).toBe(200)
    await upstream.close()
    await shop.close()
  })

  it('Crawl-delay spaces the requests', async () => {
    const shop = await shopWithRobots((_, response) => void response.end('User-agent: *\nCrawl-delay: 0.2\n'))
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 4 }, () => upstream.send(requestFor(`${shop.origin}/p`))))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(590)
    await upstream.close()
    await shop.close()
  })
})
