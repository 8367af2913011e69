// A listed shop on a platform whose documents are partly closed: fallbacks, disputes, and its part in search and offers.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GeneralProduct, SearchResult } from '#kit/product/general-product'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

const GTIN = '4006381333931'
const ROBOTS = 'User-agent: *\nDisallow: /search\nDisallow: /products/closed.js'

const variant = (id: number, title: string, available: boolean, barcode: string) => ({
  id,
  title,
  option1: title,
  sku: `LA2041-${title}`,
  available,
  price: 4000,
  compare_at_price: 4000,
  barcode,
})

/** As `.js` has it: hundredths, no currency. */
const script = (handle: string) => ({
  id: 7,
  title: 'Lamp',
  handle,
  vendor: 'Hearth',
  variants: [variant(71, 'S', false, ''), variant(72, 'M', true, GTIN)],
  options: [{ name: 'Size', values: ['S', 'M'] }],
  images: ['//cdn.example/lamp.jpg'],
})

/** As `.json` has it: units, a currency, no stock. */
function document(handle: string) {
  const { variants, ...product } = script(handle)
  return { product: { ...product, variants: variants.map(inUnits) } }
}

function inUnits({ id, title, option1, sku, barcode }: ReturnType<typeof variant>) {
  return { id, title, option1, sku, barcode, price: '40.00', compare_at_price: '0.00', price_currency: 'EUR' }
}

function page(price: string): string {
  const offers = { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', sku: 'L', offers }
  return `<html><head><script>var Shopify = {}; Shopify.shop = "lamps.example"; Shopify.currency = {"active":"EUR"};</script>
<script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>Lamp</h1><p>€${price}</p></body></html>`
}

function answer(path: string): { status: number; type: string; body: string } {
  const json = (value: unknown) => ({ status: 200, type: 'application/json', body: JSON.stringify(value) })
  const html = (body: string) => ({ status: 200, type: 'text/html', body })
  if (path === '/robots.txt') return { status: 200, type: 'text/plain', body: ROBOTS }
  if (path === '/') return html(page('40.00').replace('application/ld+json', 'text/plain'))
  if (path === '/products.json')
    return json({
      products: [
        { ...script('lamp'), variants: document('lamp').product.variants },
        ...Array.from({ length: 9 }, (_, n) => ({
          ...document(`shelf-${n}`).product,
          title: `Shelf SH7040-1 ${n}`,
        })),
      ],
    })
  if (path === '/products/failing') return html(page('40.00'))
  if (path.startsWith('/products/failing.')) return { status: 500, type: 'text/html', body: 'sorry' }
  if (path === '/products/lamp' || path === '/products/closed' || path === '/products/no-js')
    return html(page('40.00'))
  if (path === '/products/other-price') return html(page('45.00'))
  if (path === '/products/lamp.js') return json(script('lamp'))
  if (path === '/products/other-price.js') return json(script('other-price'))
  if (path === '/products/no-js.json') return json(document('no-js'))
  return { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }
}

let shop: TestServer
let origin = ''
let wares: TestWares
const folder = temporaryFolder('config')
const seen: string[] = []

beforeAll(async () => {
  shop = await startHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.example')
    seen.push(pathname)
    const { status, type, body } = answer(pathname)
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  origin = shop.origin
  writeFileSync(join(folder, 'wares.yaml'), `reader: { hosts: ["${origin}"], requests_per_second: 100 }\n`)
  wares = await startTestWares({ WARES_CONFIG: join(folder, 'wares.yaml') })
})
afterAll(async () => {
  await wares.stop()
})

async function read(path: string): Promise<GeneralProduct> {
  const reply = await wares.call('/api/v2/product', { query: { url: origin + path, include: 'sources' } })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  return reply.json<GeneralProduct>()
}

describe('a listed shop', () => {
  it('is read through its documents, and the page agrees', async () => {
    const lamp = await read('/products/lamp')
    expect(lamp).toMatchObject({
      platform: 'shopify',
      brand: 'Hearth',
      price: { amount: '40.00', currency: 'EUR' },
      list_price: null,
      availability: 'in_stock',
      disputed: [],
      variants: [
        { size: 'S', sku: 'LA2041-S', gtin: null, availability: 'out_of_stock' },
        { size: 'M', sku: 'LA2041-M', gtin: GTIN, availability: 'in_stock' },
      ],
    })
    expect(lamp.sources?.price).toMatchObject({ from: 'api', also: ['json-ld', 'page'] })
    expect(lamp.sources?.price?.where).toContain('/products/lamp.js#/variants/*/price')
    expect(lamp.sources?.price?.where).toContain('Shopify.currency')
  })

  it('whose page states another price disputes it', async () => {
    const { price, disputed } = await read('/products/other-price')
    expect(price).toEqual({ amount: '40.00', currency: 'EUR' })
    expect(disputed).toEqual([{ field: 'price', value: '45.00', from: 'json-ld' }])
  })

  it('without one document is read through the other, and the first is named', async () => {
    const { price, availability, sources } = await read('/products/no-js')
    expect(price).toEqual({ amount: '40.00', currency: 'EUR' })
    // The document states no stock, the page does.
    expect(availability).toBe('in_stock')
    expect(sources?.platform?.where).toBe('Shopify.shop; not available: /products/no-js.js (not_found)')
  })

  it('that forbids its documents is read from the page alone, and not asked', async () => {
    const { price, platform, sources } = await read('/products/closed')
    expect([price?.amount, platform]).toEqual(['40.00', 'shopify'])
    expect(sources?.price?.from).toBe('json-ld')
    expect(sources?.platform?.where).toContain('/products/closed.js (robots_disallowed)')
    expect(seen).not.toContain('/products/closed.js')
  })

  it('takes part in search, by its list where robots.txt forbids its search', async () => {
    const found = (await wares.call('/api/v2/search', { query: { query: 'hearth lamp' } })).json<{
      results: SearchResult[]
      sites: { site: string; outcome: string; count: number; more: boolean | null }[]
    }>()
    const site = origin.replace('http://', '')
    expect(found.sites).toContainEqual({ site, outcome: 'ok', count: 1, more: false })
    expect(found.results.find(one => one.site === site)).toMatchObject({
      url: `${origin}/products/lamp`,
      name: 'Lamp',
      price: { amount: '40.00', currency: 'EUR' },
    })
    expect(seen).not.toContain('/search/suggest.json')
  })

  it('is searched alone if it is named', async () => {
    const site = origin.replace('http://', '')
    for (const path of ['/api/v2/search', '/api/v2/offers']) {
      const words: Record<string, string> = path.endsWith('search') ? { query: 'lamp' } : { code: 'LA2041-M' }
      const named = await wares.call(path, { query: { ...words, sites: site } })
      expect(named.json<{ sites: object[] }>().sites).toMatchObject([{ site, outcome: 'ok', count: 1 }])
      const unknown = await wares.call(path, { query: { ...words, sites: `${site},other.example` } })
      expect(unknown.json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ name: 'sites', message: expect.stringContaining('other.example') as string }],
      })
      const word = await wares.call(path, { query: { ...words, sites: 'nosuch' } })
      expect(word.json<{ errors: { accepted: string[] }[] }>().errors[0]?.accepted).toContain(site)
    }
    const { parameters = [] } = (await wares.call('/openapi.json')).json<{
      paths: Record<
        string,
        { get: { parameters?: { name: string; schema: { items?: { enum: string[] } } }[] } }
      >
    }>().paths['/api/v2/search']?.get ?? { parameters: [] }
    expect(parameters.find(one => one.name === 'sites')?.schema.items?.enum).toContain(site)
  })

  it('is asked for the pages that may be the article, until one is it', async () => {
    seen.length = 0
    await wares.call('/api/v2/offers', { query: { code: 'SH7040-1', sites: origin.replace('http://', '') } })
    expect(seen.filter(path => /^\/products\/shelf-\d$/.test(path))).toHaveLength(9)
  })

  it('whose documents fail for the moment is cached for a minute', async () => {
    const reply = await wares.call('/api/v2/product', { query: { url: `${origin}/products/failing` } })
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'private, max-age=60'])
    const whole = await wares.call('/api/v2/product', { query: { url: `${origin}/products/lamp` } })
    expect(whole.headers['cache-control']).toBe('private, max-age=900')
  })

  it('takes part in offers, by the code of a variant', async () => {
    const found = (await wares.call('/api/v2/offers', { query: { code: 'LA2041-M' } })).json<{
      offers: { site: string; size: string; price: unknown }[]
    }>()
    expect(found.offers).toMatchObject([
      { site: origin.replace('http://', ''), size: 'M', price: { amount: '40.00', currency: 'EUR' } },
    ])
  })
})
