// Rendering: pages built in Chromium, which may connect only to the hosts of the site; and sites without Chromium.
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
import { findChromium } from '../../src/fetch/network/render.ts'
import { findChromium as findTestChromium } from '../web/launch-browser.ts'
import { html, startFaultyShop, type FaultyShop } from './faulty-shop.ts'

/** The one that Wares itself would find, if there is one. */
const chromium = findChromium(undefined) ?? findTestChromium() ?? ''

const rendered = (origin: string) => ({
  [SITE]: siteConfig(origin, { render: 'browser', timeoutMs: 10_000 }),
})

const shopWithScript = (script: string): Promise<FaultyShop> =>
  startFaultyShop((request, response) => {
    if (request.url === '/data.json')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Diver"}')
    else if (request.url === '/moved.json') response.writeHead(302, { location: '/data.json' }).end()
    else html(response, `<div id="app"></div><script>${script}</script>`)
  })

const show = (from: string): string =>
  `fetch('${from}').then(r=>r.json()).then(d=>{app.textContent=d.name},()=>{app.textContent='nothing'})`

const textOf = (body: Uint8Array): string => Buffer.from(body).toString()

describe('without Chromium', () => {
  it('a site that needs it is disabled, and says why', async () => {
    const shop = await startFaultyShop((_, response) => html(response, '<p>empty</p>'))
    const upstream = createTestUpstream(rendered(shop.origin), { chromium: '/nowhere/chromium' })
    const fault = await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'site_disabled' })
    expect(fault.message).toContain('Chromium')
    expect(shop.requestedPaths).toEqual([])
    await shop.close()
  })
})

describe.runIf(chromium)('with Chromium', () => {
  it('a page is built from the data it requests', async () => {
    const before = countActiveTimers()
    const shop = await shopWithScript(show('/data.json'))
    const upstream = createTestUpstream(rendered(shop.origin), { chromium })
    const response = await upstream.send(requestFor(`${shop.origin}/p`, { deadlineMs: 20_000 }))
    expect(textOf(response.body)).toContain('<div id="app">Diver</div>')
    expect(upstream.status()[SITE]).toMatchObject({ running: 0 })
    await expectNoLeaks(upstream, shop, before)
    await shop.close()
  })

  it('data behind a redirect within the site is found', async () => {
    const shop = await shopWithScript(show('/moved.json'))
    const upstream = createTestUpstream(rendered(shop.origin), { chromium })
    const response = await upstream.send(requestFor(`${shop.origin}/p`, { deadlineMs: 20_000 }))
    expect(textOf(response.body)).toContain('<div id="app">Diver</div>')
    await upstream.close()
    await shop.close()
  })

  it('no script reaches another host, not even on this machine', async () => {
    const secret = await startFaultyShop((_, response) =>
      html(response, '{"name":"secret"}', { 'access-control-allow-origin': '*' }),
    )
    const socket = `new WebSocket('${secret.origin.replace('http', 'ws')}/socket')`
    const shop = await shopWithScript(
      `${socket};new Image().src='${secret.origin}/image';${show(`${secret.origin}/data`)}`,
    )
    const upstream = createTestUpstream(rendered(shop.origin), { chromium })
    const response = await upstream.send(requestFor(`${shop.origin}/p`, { deadlineMs: 20_000 }))
    expect(textOf(response.body)).toContain('<div id="app">nothing</div>')
    expect(secret.requestedPaths).toEqual([])
    await upstream.close()
    await secret.close()
    await shop.close()
  })

  it('a script that navigates away gets nowhere', async () => {
    const secret = await startFaultyShop((_, response) => html(response, 'secret'))
    const shop = await shopWithScript(`location.href='${secret.origin}/'`)
    const upstream = createTestUpstream(rendered(shop.origin), { chromium })
    const outcome = await upstream.send(requestFor(`${shop.origin}/p`, { deadlineMs: 10_000 })).then(
      response => textOf(response.body),
      (fault: { code: string }) => fault.code,
    )
    expect(outcome).not.toContain('secret')
    expect(secret.requestedPaths).toEqual([])
    await upstream.close()
    await secret.close()
    await shop.close()
  })

  it('a script that never ends stops at the deadline', async () => {
    const shop = await shopWithScript('for(;;);')
    const upstream = createTestUpstream(rendered(shop.origin), { chromium })
    const request = requestFor(`${shop.origin}/p`, { deadlineMs: 4_000 })
    await expectFault(upstream, shop, request, { code: 'upstream_timeout', withinMs: 7_000, failures: 1 })
    await shop.close()
  })

  it('a missing page is not_found', async () => {
    const shop = await startFaultyShop((_, response) => void response.writeHead(404).end())
    const upstream = createTestUpstream(rendered(shop.origin), { chromium })
    await expectFault(upstream, shop, requestFor(`${shop.origin}/p`), { code: 'not_found' })
    await shop.close()
  })
})
