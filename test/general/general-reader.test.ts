// Shops without an adapter on a running Wares: every kind of markup, none, and pages without a product.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { otherShopNames } from '../../src/runtime/sandbox-shops.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer } from '../support/servers.ts'

const SLUG = 'daybreak-home-cotton-throw-cream-ge4014-110'
let wares: TestWares
let sandbox = ''
beforeAll(async () => {
  wares = await startTestWares({ WARES_DEADLINE_MS: '8000' })
  sandbox = wares.sandboxOrigin ?? ''
})
afterAll(() => wares.stop())

const ask = (url: string, more: Record<string, string> = {}) =>
  wares.call('/api/v2/product', { query: { url, ...more } })

describe('a shop without an adapter', () => {
  it.each([
    ['shop-json-ld', 'json-ld'],
    ['shop-microdata', 'microdata'],
    ['shop-open-graph', 'open-graph'],
    // The reader prefers the visible page to the state of its scripts.
    ['shop-state', 'page'],
    ['shop-app', 'embedded'],
    ['shop-plain', 'page'],
  ])('%s is read from %s', async (shop, from) => {
    const reply = await ask(`${sandbox}/${shop}/p/${SLUG}`, { include: 'sources,absent' })
    expect(reply.status, reply.bytes.toString()).toBe(200)
    const product = reply.json<GeneralProduct>()
    expect(product).toMatchObject({
      operation: null,
      price: { amount: '98.99', currency: 'USD' },
      site: `${sandbox.replace('http://', '')}/${shop}`,
    })
    expect(product.name).toContain('Cotton Throw')
    expect(Object.values(product.sources ?? {}).map(source => source.from)).toContain(from)
    for (const { confidence } of Object.values(product.sources ?? {}))
      expect(confidence).toBeGreaterThanOrEqual(0.5)
    expect(reply.headers.link).toBe(`<${sandbox}/${shop}/p/${SLUG}>; rel="via"`)
    expect(
      (await ask(`${sandbox}/${shop}/p/${SLUG}`, { include: 'absent,sources' })).headers['cache-status'],
    ).toContain('hit')
  })

  it('has its own prices in another language', async () => {
    const product = (await ask(`${sandbox}/shop-two-languages/fr/p/${SLUG}`)).json<GeneralProduct>()
    expect(product.price).toEqual({ amount: '89.09', currency: 'EUR' })
  })

  it.each(otherShopNames)('%s has pages without a product: about, a category, its home', async shop => {
    for (const path of ['/about', '/c/home', '/']) {
      const reply = await ask(`${sandbox}/${shop}${path}`)
      expect([path, reply.status, reply.json().code]).toEqual([path, 502, 'upstream_changed'])
    }
    const gone = await ask(`${sandbox}/${shop}/p/${SLUG}-not`)
    expect([gone.status, gone.json().code]).toEqual([404, 'not_found'])
  })

  it('reports that the page was read and shows no product', async () => {
    expect((await ask(`${sandbox}/shop-plain/c/home`)).json()).toMatchObject({
      detail: expect.stringContaining('shows no product') as string,
      retryable: false,
    })
  })

  it('has the faults of every shop', async () => {
    for (const [word, code] of [
      ['gone', 'not_found'],
      ['blocked', 'upstream_blocked'],
      ['busy', 'upstream_busy'],
      ['robots', 'robots_disallowed'],
    ]) {
      expect((await ask(`${sandbox}/shop-json-ld/p/${SLUG}~${word}`)).json().code).toBe(code)
    }
  })

  it('does not follow other hosts, and rejects a country', async () => {
    expect((await ask(`${sandbox}/shop-json-ld/../storefront/x`)).json().code).not.toBe('internal')
    expect((await ask(`${sandbox}/shop-plain/p/${SLUG}`, { country: 'FR' })).json().code).toBe(
      'invalid_parameter',
    )
  })
})

describe('configured reader host', () => {
  it('is read and its robots.txt obeyed; no other host is read', async () => {
    const seen: string[] = []
    const shop = await startHttpServer((request, response) => {
      seen.push(request.url ?? '')
      if (request.url === '/robots.txt') {
        response.end('User-agent: *\nDisallow: /closed')
        return
      }
      if (request.url === '/away') {
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
        return
      }
      response.setHeader('content-type', 'text/html')
      response.end(
        '<html><head><meta property="og:type" content="product"><meta property="og:title" content="Lamp"><meta property="product:price:amount" content="12.5"><meta property="product:price:currency" content="EUR"></head><body><h1>Lamp</h1><b>€12.50</b><button>Add to cart</button></body></html>',
      )
    })
    const origin = shop.origin
    const folder = temporaryFolder('config')
    writeFileSync(join(folder, 'wares.yaml'), `reader: { hosts: ["${origin}"] }\n`)
    const own = await startTestWares({ WARES_CONFIG: join(folder, 'wares.yaml') })
    const get = async (path: string) =>
      (await own.call('/api/v2/product', { query: { url: origin + path } })).json()
    try {
      expect(await get('/lamp')).toMatchObject({ name: 'Lamp', price: { amount: '12.50', currency: 'EUR' } })
      expect(await get('/closed/lamp')).toMatchObject({ code: 'robots_disallowed' })
      expect(seen).not.toContain('/closed/lamp')
      const away = await get('/away')
      expect(away).toMatchObject({
        code: expect.stringMatching(/^(?:upstream_|not_found|url_not_allowed)/) as string,
      })
    } finally {
      await own.stop()
    }
  })
})
