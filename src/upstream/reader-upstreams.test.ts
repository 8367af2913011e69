// Upstreams of listed shops: each host has its own limits, and a caller of many hosts cannot cancel another's request.
import { describe, expect, it } from 'vitest'
import type { ReaderConfig } from '../config/reader-config.ts'
import { createEvents } from '../observe/events.ts'
import type { SharedThrottle } from '../state/site-permit.ts'
import { createUpstream } from './index.ts'
import type { UpstreamResponse } from './layer.ts'
import { createReaderUpstreams, READER_SITE } from './reader-upstreams.ts'
import { requestWith, responseWith } from './request-fixture.ts'

const limits = { requestsPerSecond: 100, concurrency: 10, timeoutMs: 1_000, render: 'none' } as const
const reader: ReaderConfig = {
  ...limits,
  hosts: [{ host: '*.market.example', ...limits }],
  sandboxOrigins: [],
  breaker: { failures: 8, openMs: 30_000 },
}
const requestTo = (host: string) =>
  requestWith({ site: READER_SITE, url: new URL(`https://${host}.market.example/p`) })

describe('an evicted upstream', () => {
  it('is closed only after its last request has ended', async () => {
    const closed: string[] = []
    const answers = new Map<string, (response: UpstreamResponse) => void>()
    const upstreams = createReaderUpstreams(
      () => reader,
      createEvents(),
      (_, __, shop) => ({
        send: () => new Promise(resolve => answers.set(shop, resolve)),
        close: async () => void closed.push(shop),
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
    expect(acquired).toEqual(['reader:busy.market.example', 'reader:a.market.example'])
    expect(paused).toEqual(['reader:busy.market.example'])
    await upstream.close()
  })
})
