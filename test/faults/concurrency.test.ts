// Concurrent requests: a hung site does not delay others, all callers pause for a busy site, and callers share fairly.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Fault } from '#kit/fault'
import {
  SITE,
  expectNoLeaks,
  faultOf,
  createTestUpstream,
  requestFor,
  siteConfig,
  countActiveTimers,
} from './upstream-fixture.ts'
import { html, startFaultyShop } from './faulty-shop.ts'

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

describe('concurrent requests:', () => {
  it('1,000 concurrent misses to one hung site while the other sites answer normally', async () => {
    const hung = await startFaultyShop(() => {})
    const well = await startFaultyShop(
      (_, response) => void setTimeout(() => html(response, '<p>well</p>'), 10),
    )
    const before = countActiveTimers()
    const upstream = createTestUpstream({
      [SITE]: siteConfig(hung.origin, { concurrency: 1_000, requestsPerSecond: 10_000, timeoutMs: 10_000 }),
      sneakerhub: siteConfig(well.origin, { timeoutMs: 50_000 }),
      storefront: siteConfig(well.origin, { timeoutMs: 50_000 }),
    })
    const startedAt = performance.now()
    const misses = Array.from({ length: 1_000 }, (_, number) =>
      faultOf(
        upstream.send(requestFor(`${hung.origin}/p`, { deadlineMs: 4_000, caller: `caller ${number % 2}` })),
      ),
    )
    const times: number[] = []
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        ['sneakerhub', 'storefront'].map(async name => {
          const askedAt = performance.now()
          await upstream.send(requestFor(`${well.origin}/p`, { site: name, deadlineMs: 50_000 }))
          times.push(performance.now() - askedAt)
        }),
      )
    }
    const faults = await Promise.all(misses)
    // Much sooner than the hanging requests, however slowly the machine starts a thousand of them.
    expect(median(times)).toBeLessThan((performance.now() - startedAt) / 2)
    // The circuit opens as soon as the first few have failed; every request is answered.
    const codes = new Set(faults.map(fault => fault.code))
    expect([...codes].toSorted()).toEqual(['upstream_timeout'])
    expect(upstream.status()[SITE]).toMatchObject({ circuit: 'open', running: 0, waiting: 0 })
    expect(upstream.status().sneakerhub).toMatchObject({ circuit: 'closed', failures: 0 })
    await expectNoLeaks(upstream, hung, before)
    await hung.close()
    await well.close()
  })

  it('a request that cannot get a permit before its deadline is refused at once', async () => {
    const shop = await startFaultyShop((_, response) => html(response, '<p>slowly</p>'))
    const upstream = createTestUpstream({
      [SITE]: siteConfig(shop.origin, { requestsPerSecond: 0.8, concurrency: 2 }),
    })
    await upstream.send(requestFor(`${shop.origin}/robots-are-read`, { deadlineMs: 50_000 }))
    await sleep(2_750)
    const ended: string[] = []
    await Promise.all(
      Array.from({ length: 100 }, () =>
        upstream.send(requestFor(`${shop.origin}/p`, { deadlineMs: 4_750 })).then(
          () => ended.push('answered'),
          (fault: Fault) => ended.push(fault.code),
        ),
      ),
    )
    const answered = ended.filter(one => one === 'answered')
    const refused = ended.filter(one => one === 'upstream_busy')
    // Two at once, then four in five seconds.
    expect(answered.length).toBeGreaterThanOrEqual(4)
    expect(answered.length).toBeLessThanOrEqual(6)
    expect(answered.length + refused.length).toBe(100)
    // Refused requests do not wait for the others.
    expect(ended.slice(-2)).toEqual(['answered', 'answered'])
    await upstream.close()
    await shop.close()
  })

  it('a Retry-After applies to the whole site, and expires', async () => {
    const shop = await startFaultyShop((_, response, before) =>
      before === 0
        ? void response.writeHead(429, { 'retry-after': '3' }).end()
        : html(response, '<p>again</p>'),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin) })
    expect(await faultOf(upstream.send(requestFor(`${shop.origin}/a`)))).toMatchObject({
      code: 'upstream_busy',
    })
    expect(upstream.status()[SITE]?.pausedUntil).toBeInstanceOf(Date)
    const impatient = await faultOf(upstream.send(requestFor(`${shop.origin}/b`, { deadlineMs: 200 })))
    expect(impatient.code).toBe('upstream_busy')
    expect(impatient.retryAfterMs).toBeGreaterThan(500)
    expect(shop.requestedPaths).toEqual(['/a'])
    await upstream.send(requestFor(`${shop.origin}/c`, { deadlineMs: 30_000 }))
    expect(shop.requestedPaths).toEqual(['/a', '/c'])
    expect(upstream.status()[SITE]?.pausedUntil).toBeUndefined()
    await upstream.close()
    await shop.close()
  })

  it('a pause requested by the sandbox delays nobody', async () => {
    const shop = await startFaultyShop((_, response, before) =>
      before === 0
        ? void response.writeHead(429, { 'retry-after': '30' }).end()
        : html(response, '<p>next</p>'),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin, { sandboxed: true }) })
    expect(await faultOf(upstream.send(requestFor(`${shop.origin}/a`)))).toMatchObject({
      code: 'upstream_busy',
    })
    expect((await upstream.send(requestFor(`${shop.origin}/b`))).status).toBe(200)
    await upstream.close()
    await shop.close()
  })

  it('a caller with a hundred requests does not starve one with a single request', async () => {
    const shop = await startFaultyShop(
      (_, response) => void setTimeout(() => html(response, '<p>turn</p>'), 5),
    )
    const upstream = createTestUpstream({ [SITE]: siteConfig(shop.origin, { concurrency: 1 }) })
    const ended: string[] = []
    const ask = (caller: string): Promise<unknown> =>
      upstream
        .send(requestFor(`${shop.origin}/p`, { caller, deadlineMs: 10_000 }))
        .then(() => ended.push(caller))
    const greedy = Array.from({ length: 100 }, () => ask('greedy'))
    const modest = ask('modest')
    await Promise.all([...greedy, modest])
    expect(ended.indexOf('modest')).toBeLessThan(5)
    await upstream.close()
    await shop.close()
  })

  it('the circuit opens after consecutive failures, answers at once, allows one probe, and closes', async () => {
    let well = false
    const shop = await startFaultyShop((_, response) =>
      well ? void setTimeout(() => html(response, '<p>well</p>'), 50) : void response.writeHead(403).end(),
    )
    const upstream = createTestUpstream({
      [SITE]: siteConfig(shop.origin, { breaker: { failures: 3, openMs: 300 } }),
    })
    const ask = (caller = 'somebody') => upstream.send(requestFor(`${shop.origin}/p`, { caller }))
    for (const failures of [1, 2, 3]) {
      await faultOf(ask(`caller ${failures}`))
      expect(upstream.status()[SITE]).toMatchObject({ failures })
    }
    expect(upstream.status()[SITE]).toMatchObject({ circuit: 'open' })
    const refused = await faultOf(ask())
    expect(refused).toMatchObject({ code: 'upstream_busy' })
    expect(refused.retryAfterMs).toBeGreaterThan(0)
    expect(shop.requestedPaths).toHaveLength(3)
    await sleep(320)
    well = true
    const probe = ask()
    expect(await faultOf(ask())).toMatchObject({ code: 'upstream_busy' })
    expect((await probe).status).toBe(200)
    expect(upstream.status()[SITE]).toMatchObject({ circuit: 'closed', failures: 0 })
    await upstream.close()
    await shop.close()
  })

  it('blocks of one caller close the site for that caller only', async () => {
    const shop = await startFaultyShop((request, response) =>
      request.url === '/well' ? html(response, '<p>well</p>') : void response.writeHead(403).end(),
    )
    const upstream = createTestUpstream({
      [SITE]: siteConfig(shop.origin, { breaker: { failures: 8, openMs: 60_000 } }),
    })
    const ask = (path: string, caller: string) =>
      upstream.send(requestFor(`${shop.origin}${path}`, { caller }))
    for (let round = 0; round < 8; round++) {
      expect(await faultOf(ask('/refused', 'greedy'))).toMatchObject({ code: 'upstream_blocked' })
    }
    expect(await faultOf(ask('/well', 'greedy'))).toMatchObject({ code: 'upstream_busy' })
    expect((await ask('/well', 'modest')).status).toBe(200)
    expect(upstream.status()[SITE]).toMatchObject({ circuit: 'closed', failures: 0 })
    await upstream.close()
    await shop.close()
  })

  it('missing pages do not open the circuit', async () => {
    const shop = await startFaultyShop((_, response) => void response.writeHead(404).end())
    const upstream = createTestUpstream({
      [SITE]: siteConfig(shop.origin, { breaker: { failures: 2, openMs: 300 } }),
    })
    for (let round = 0; round < 5; round++) {
      expect(await faultOf(upstream.send(requestFor(`${shop.origin}/p`)))).toMatchObject({
        code: 'not_found',
      })
    }
    expect(upstream.status()[SITE]).toMatchObject({ circuit: 'closed', failures: 0 })
    await upstream.close()
    await shop.close()
  })
})
