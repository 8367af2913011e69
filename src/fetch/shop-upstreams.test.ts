// One upstream per shop: each has its own limits, and a caller of many hosts cannot cancel another's request.
import { describe, expect, it } from 'vitest'
import type { ReaderConfig } from '../settings/reader-config.ts'
import { shopWith } from '../settings/shop-fixture.ts'
import { createEvents } from '../runtime/events.ts'
import type { SharedThrottle } from '../store/keys/site-permit.ts'
import { createUpstream } from './index.ts'
import type { UpstreamResponse } from './layer.ts'
import { createShopUpstreams } from './shop-upstreams.ts'
import { requestWith, responseWith } from './request-fixture.ts'

const limits = { requestsPerSecond: 100, concurrency: 10, timeoutMs: 1_000, render: 'none' } as const
const reader: ReaderConfig = {
  ...limits,
  hosts: [{ host: '*.market.example', ...limits }],
  sandboxOrigins: [],
  breaker: { failures: 8, openMs: 30_000 },
}
const requestTo = (host: string) =>
  requestWith({ site: `${host}.market.example`, url: new URL(`https://${host}.market.example/p`) })

describe('an evicted upstream', () => {
  it('is closed only after its last request has ended', async () => {
    const closed: string[] = []
    const answers = new Map<string, (response: UpstreamResponse) => void>()
    const upstreams = createShopUpstreams(
      name => shopWith({ name }),
      ({ name }) => ({
        send: () => new Promise(resolve => answers.set(name, resolve)),
        status: () => expect.unreachable(),
        close: async () => void closed.push(name),
      }),
      1,
    )
    const first = upstreams.send(requestTo('a'))
    const second = upstreams.send(requestTo('b'))
    expect(closed).toEqual([])
    answers.get('a.market.example')?.(responseWith())
    expect((await first).status).toBe(200)
    expect(closed).toEqual(['a.market.example'])
    answers.get('b.market.example')?.(responseWith())
    await second
    expect(closed).toEqual(['a.market.example'])
    void upstreams.send(requestTo('c'))
    expect(closed).toEqual(['a.market.example', 'b.market.example'])
  })
})

describe('an upstream', () => {
  it('is opened anew only when what it was opened with has changed', async () => {
    const opened: number[] = []
    let shop = shopWith({ requestsPerSecond: 1 })
    const upstreams = createShopUpstreams(
      () => shop,
      ({ requestsPerSecond }) => {
        opened.push(requestsPerSecond)
        return { send: async () => responseWith(), status: () => expect.unreachable(), close: async () => {} }
      },
    )
    await upstreams.send(requestTo('a'))
    shop = { ...shop, example: 'https://shop.example/p', active: '22:00-06:00' }
    await upstreams.send(requestTo('a'))
    expect(opened).toEqual([1])
    shop = { ...shop, requestsPerSecond: 2 }
    await upstreams.send(requestTo('a'))
    expect(opened).toEqual([1, 2])
  })

  it('is of a configured shop: others are switched off', async () => {
    const upstreams = createShopUpstreams(
      () => undefined,
      () => expect.unreachable(),
    )
    await expect(upstreams.send(requestTo('a'))).rejects.toMatchObject({ code: 'site_disabled' })
  })
})

describe('with several replicas', () => {
  it('each listed host has its own rate and its own pause', async () => {
    const acquired: string[] = []
    const paused: string[] = []
    const sharedThrottle: SharedThrottle = {
      acquire: async site => {
        acquired.push(site)
        return { kind: 'go', waitMs: 0, release: () => {} }
      },
      pause: async site => void paused.push(site),
    }
    const upstream = createUpstream({
      config: { sites: {}, reader, userAgent: 'Wares/0.2 (test)', maxPageBytes: 1_000 },
      events: createEvents(),
      sharedThrottle,
      network: async ({ url }) => {
        if (url.pathname === '/robots.txt') return responseWith({ url, status: 404 })
        const isBusy = url.hostname.startsWith('busy.')
        return responseWith({ url, status: isBusy ? 429 : 200, headers: { 'retry-after': '30' } })
      },
    })
    const outcome = (host: string) =>
      upstream.send(requestTo(host)).then(
        response => response.status,
        (fault: { code: string }) => fault.code,
      )
    expect(await outcome('busy')).toBe('upstream_busy')
    expect(await outcome('a')).toBe(200)
    expect(acquired).toEqual(['busy.market.example', 'a.market.example'])
    expect(paused).toEqual(['busy.market.example'])
    await upstream.close()
  })
})
