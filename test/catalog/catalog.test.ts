// The catalog of every kind of shop in the sandbox: exactly its product pages, whatever list it publishes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCursor } from '../../src/answer/operations/catalog/catalog-cursor.ts'
import { createCatalog } from '../../sandbox/catalog.ts'
import type { Kind } from '../../sandbox/stock/kinds.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

interface Answer {
  readonly shop: string
  readonly products: readonly {
    url: string
    name: string | null
    image: string | null
    source: string
    price: { amount: string; currency: string } | null
    availability: string | null
    variants: number | null
  }[]
  readonly cursor: string | null
  readonly complete: boolean
  readonly patterns: readonly { pattern: string; product: boolean }[]
  readonly requests: { readonly used: number; readonly budget: number }
  readonly problems: readonly string[]
  readonly code?: string
}

const catalog = createCatalog(1)
let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

async function ask(query: Record<string, string | number>, on = wares): Promise<Answer & { status: number }> {
  const reply = await on.call('/api/v2/catalog', { query })
  return { ...reply.json<Answer>(), status: reply.status }
}

async function collect(shop: string, on = wares) {
  const pages: Answer[] = []
  let after: string | undefined
  do {
    const page = await ask({ shop, ...(after && { after }) }, on)
    expect(page.status, JSON.stringify(page)).toBe(200)
    pages.push(page)
    after = page.cursor ?? undefined
  } while (after !== undefined && pages.length < 60)
  return { pages, urls: pages.flatMap(page => page.products.map(one => one.url)), last: pages.at(-1) }
}

const shopOf = (name: string) => `${sharedSandbox().origin}/${name}`

describe('a list that states prices', () => {
  interface Product {
    readonly name: string
    readonly price: unknown
    readonly availability: string | null
    readonly variants: readonly unknown[]
  }
  const productAt = async (url: string) =>
    (await wares.call('/api/v2/product', { query: { url } })).json<Product>()

  it.each(['storefront', 'shop-shopify', 'shop-woocommerce', 'shop-ucp', 'shop-bigcartel'])(
    'has them in its rows: %s',
    { timeout: 60_000 },
    async name => {
      const { products, requests } = await ask({ shop: name === 'storefront' ? name : shopOf(name) })
      expect(requests.used).toBeLessThanOrEqual(3)
      const stated = products.filter(one => one.price && one.availability && one.variants !== null)
      expect(stated.length).toBeGreaterThan(products.length * 0.9)
      // A list may not say which variants are sold out; for one without a choice it states what the page does.
      const row = stated.find(one => one.variants === 0) ?? stated[0]
      expect(row).toBeDefined()
      const page = await productAt(row?.url ?? '')
      expect([row?.name, row?.price, row?.availability]).toEqual([page.name, page.price, page.availability])
    },
  )

  it('gives the variants on request, and their number in a table', { timeout: 60_000 }, async () => {
    const shop = shopOf('shop-shopify')
    const counted = (await ask({ shop })).products
    const whole = (await ask({ shop, include: 'variants' })).products
    const lists = whole.map(one => one.variants as unknown as readonly { size: string; price: unknown }[])
    expect(lists.map(one => one.length)).toEqual(counted.map(one => one.variants))
    const place = lists.findIndex(one => one.length > 1)
    const page = await productAt(whole[place]?.url ?? '')
    // The list has no bar codes.
    const known = page.variants.map(one => Object.assign({}, one, { gtin: null }))
    expect(lists[place]).toEqual(known)
    const csv = (query: object) => wares.call('/api/v2/catalog', { query: { shop, format: 'csv', ...query } })
    expect((await csv({ include: 'variants' })).bytes).toEqual((await csv({})).bytes)
    expect((await ask({ shop, include: 'prices' })).code).toBe('invalid_parameter')
  })

  it('of a segment is that of all its shops', { timeout: 60_000 }, async () => {
    const { urls, last } = await collect('storefront')
    const shops = new Set(urls.map(url => url.replace(/\/products\/.*$/, '')))
    expect(shops.size).toBeGreaterThan(1)
    expect(new Set(urls).size).toBe(urls.length)
    expect(last?.complete).toBe(true)
  })

  it('without tax leaves them out, and says so', { timeout: 60_000 }, async () => {
    const { products, problems } = await ask({ shop: shopOf('shop-magento') })
    const [first] = products
    const page = await productAt(first?.url ?? '')
    expect(page.price).not.toBeNull()
    expect(products.every(one => one.price === null)).toBe(true)
    expect(problems).toEqual(['the list states prices without tax; they are left out'])
  })

  it('is none of a segment without one', async () => {
    const { status, code } = await ask({ shop: 'sneakerhub' })
    expect([status, code]).toEqual([400, 'invalid_parameter'])
  })
})

describe('a shop of the sandbox', () => {
  const SITEMAPS = [
    'shop-json-ld',
    'shop-microdata',
    'shop-open-graph',
    'shop-state',
    'shop-app',
    'shop-two-languages',
  ]
  it.each(SITEMAPS)(
    '%s: its sitemaps, and the pattern of its product pages',
    { timeout: 60_000 },
    async name => {
      const { urls, last } = await collect(shopOf(name))
      const expected = catalog.products('general').map(one => `${shopOf(name)}/p/${one.slug}`)
      expect(urls.toSorted()).toEqual(expected.toSorted())
      expect(last?.complete).toBe(true)
      expect(last?.patterns).toContainEqual(expect.objectContaining({ pattern: '/p/{code}', product: true }))
      expect(last?.patterns).toContainEqual(expect.objectContaining({ pattern: '/{word}', product: false }))
    },
  )

  it('whose sitemap is cut off gives what it has, and says so', async () => {
    const { urls, pages } = await collect(shopOf('shop-plain'))
    expect(urls).toHaveLength(catalog.products('general').length - 1)
    expect(pages.flatMap(page => page.problems).join()).toMatch(/cut off/)
  })

  const LISTS: readonly (readonly [name: string, kind: Kind, source: string])[] = [
    ['shop-shopify', 'sneakers', 'platform'],
    ['shop-woocommerce', 'clothing', 'platform'],
    ['shop-bigcartel', 'clothing', 'platform'],
    ['shop-ucp', 'clothing', 'ucp'],
    ['shop-ucp-mcp', 'sneakers', 'ucp'],
  ]
  it.each(LISTS)('%s: its own list, with names', async (name, kind, source) => {
    const { urls, pages } = await collect(shopOf(name))
    const rows = pages.flatMap(page => page.products)
    expect(urls).toHaveLength(catalog.products(kind).length)
    expect(new Set(urls).size).toBe(urls.length)
    expect(new Set(rows.map(one => one.source))).toEqual(new Set([source]))
    expect(rows.every(one => one.name !== null)).toBe(true)
  })

  it('stops at its budget, and goes on with a larger one', async () => {
    const first = await ask({ shop: shopOf('shop-microdata'), budget: 1 })
    expect(first.cursor).not.toBeNull()
    const second = await ask({ shop: shopOf('shop-microdata'), budget: 1, after: first.cursor ?? '' })
    expect(second).toMatchObject({ products: [], complete: false, cursor: first.cursor })
    expect(second.problems.join()).toMatch(/budget of 1 requests/)
    const third = await ask({ shop: shopOf('shop-microdata'), after: first.cursor ?? '' })
    expect(third.products.length).toBeGreaterThan(0)
  })

  it('that there is not, or a cursor that is not ours, is refused', async () => {
    expect(await ask({ shop: 'nowhere.example' })).toMatchObject({ status: 400, code: 'invalid_parameter' })
    const site = await wares.call('/api/v2/catalog', { query: { shop: 'sneakerhub' } })
    expect(site.json<{ detail: string }>().detail).toMatch(/publishes no list/)
    expect(await ask({ shop: shopOf('shop-json-ld'), after: 'abc' })).toMatchObject({ status: 400 })
    expect(await ask({ shop: shopOf('shop-salla') })).toMatchObject({ status: 404, code: 'not_found' })
  })
})

/** A listed shop that answers these paths; `settings`: further settings of its entry. */
async function withShop(
  files: (origin: string) => Readonly<Record<string, string>>,
  settings: string,
  test: (origin: string, on: TestWares, asked: readonly string[]) => Promise<void>,
  path = '',
): Promise<void> {
  const asked: string[] = []
  const server = await startHttpServer((request, response) => {
    const { url = '' } = request
    asked.push(url)
    const body = files(`http://${request.headers.host}`)[url]
    const type = body?.startsWith('{') ? 'application/json' : 'text/html'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? 'no')
  })
  const shop = `${server.origin}${path}`
  const folder = temporaryFolder('config')
  const entry = `{ host: "${shop}", requests_per_second: 1000${settings} }`
  writeFileSync(join(folder, 'wares.yaml'), `reader: { hosts: [${entry}] }\n`)
  const other = await startTestWares({ WARES_CONFIG: join(folder, 'wares.yaml') })
  try {
    await test(shop, other, asked)
  } finally {
    await other.stop()
  }
}

describe("a shop of one's own", () => {
  it('below a path has its sitemaps in the robots.txt of the host', { timeout: 60_000 }, async () => {
    const files = (origin: string) => ({
      '/robots.txt': `Sitemap: ${origin}/other/s.xml\nSitemap: ${origin}/store/feeds/s.xml\n`,
      '/store/feeds/s.xml': `<urlset><url><loc>${origin}/store/p/lamp-1</loc></url></urlset>`,
      '/store/p/lamp-1': productPage('Lamp 1'),
    })
    await withShop(
      files,
      '',
      async (shop, other, asked) => {
        const { urls } = await collect(shop, other)
        expect(urls).toEqual([`${shop}/p/lamp-1`])
        expect(asked.filter(path => path.startsWith('/other'))).toEqual([])
      },
      '/store',
    )
  })

  it('whose platform is named is not asked for it, and has no home page', { timeout: 60_000 }, async () => {
    const lamp = {
      id: 1,
      title: 'Lamp',
      handle: 'lamp',
      variants: [{ id: 2, price: '40.00', available: true }],
    }
    const files = () => ({ '/products.json?limit=250&page=1': JSON.stringify({ products: [lamp] }) })
    await withShop(files, ', platform: shopify', async (shop, other, asked) => {
      const { pages, urls } = await collect(shop, other)
      expect(urls).toEqual([`${shop}/products/lamp`])
      expect(pages[0]?.products[0]).toMatchObject({ name: 'Lamp', source: 'platform' })
      expect(asked).not.toContain('/')
    })
  })

  it('whose list has no currency takes that of a product page', { timeout: 60_000 }, async () => {
    const variants = [{ id: 2, option1: 'S', price: '40.00', available: true }]
    const products = ['lamp', 'chair'].map((handle, id) => ({ id, title: handle, handle, variants }))
    const files = () => ({
      '/products.json?limit=250&page=1': JSON.stringify({ products }),
      '/products/lamp': '<script>Shopify.shop = "a";Shopify.currency = {"active":"AUD"}</script>',
    })
    await withShop(files, ', platform: shopify', async (shop, other, asked) => {
      const { pages } = await collect(shop, other)
      const prices = pages[0]?.products.map(one => one.price)
      expect(prices).toEqual(Array.from({ length: 2 }, () => ({ amount: '40.00', currency: 'AUD' })))
      expect(asked.filter(path => path.startsWith('/products/'))).toEqual(['/products/lamp'])
    })
    await withShop(files, ', platform: shopify, currency: NZD', async (shop, other, asked) => {
      const { pages } = await collect(shop, other)
      expect(pages[0]?.products[0]?.price).toEqual({ amount: '40.00', currency: 'NZD' })
      expect(asked.filter(path => path.startsWith('/products/'))).toEqual([])
    })
  })

  it('keeps its currency, whatever a cursor says', { timeout: 60_000 }, async () => {
    const variants = [{ id: 2, price: '40.00', available: true }]
    const files = () => ({
      '/products.json?limit=250&page=1': JSON.stringify({
        products: [{ id: 1, title: 'Lamp', handle: 'lamp', variants }],
      }),
      '/products/lamp': '<script>Shopify.shop = "a";Shopify.currency = {"active":"AUD"}</script>',
    })
    await withShop(files, ', platform: shopify', async (shop, other) => {
      await collect(shop, other)
      const state = { from: 'list' as const, places: [], patterns: [], used: 1, given: 250 }
      const forged = await ask({ shop, after: writeCursor({ ...state, after: 'USD:1' }) }, other)
      expect(forged.status).toBe(200)
      const found = await other.call('/api/v2/search', { query: { query: 'lamp', sites: forged.shop } })
      expect(found.json()).toMatchObject({ results: [{ price: { amount: '40.00', currency: 'AUD' } }] })
    })
  })

  it('with 50,000 missing sitemaps gets no more requests than the budget has', {
    timeout: 60_000,
  }, async () => {
    const missing = Array.from({ length: 50_000 }, (_, n) => `/s${n}.xml`)
    const files = (origin: string) => ({
      '/sitemap.xml': `<sitemapindex>${missing.map(path => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
    })
    await withShop(files, '', async (shop, other, asked) => {
      const sitemaps = () => asked.filter(path => /^\/s\d+\.xml$/.test(path))
      const first = await ask({ shop, budget: 10 }, other)
      expect([first.status, first.complete, first.requests.used]).toEqual([200, false, 10])
      expect(sitemaps().length).toBeLessThan(10)
      const spent = await ask({ shop, budget: 10, after: first.cursor ?? '' }, other)
      expect(spent.problems).toEqual(['the budget of 10 requests is used up'])
      const before = sitemaps().length
      const second = await ask({ shop, budget: 20, after: first.cursor ?? '' }, other)
      expect(second.requests.used).toBe(20)
      expect(sitemaps()).toEqual(missing.slice(0, sitemaps().length))
      expect(sitemaps().length).toBeGreaterThan(before)
    })
  })
})

function productPage(name: string): string {
  const offers = {
    '@type': 'Offer',
    price: '5.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  }
  const data = { '@context': 'https://schema.org', '@type': 'Product', name, offers }
  return `<html><script type="application/ld+json">${JSON.stringify(data)}</script><h1>${name}</h1><p>€5.00</p></html>`
}

describe('a hostile shop', () => {
  let server: TestServer
  let other: TestWares
  let origin = ''
  const folder = temporaryFolder('config')
  const index = (...paths: string[]) =>
    `<sitemapindex>${paths.map(path => `<sitemap><loc>${path.includes('://') ? path : origin + path}</loc></sitemap>`).join('')}</sitemapindex>`
  const files: Record<string, () => string | Buffer> = {
    '/robots.txt': () =>
      `User-agent: *\nDisallow: /secret\nSitemap: ${origin}/s.xml\nSitemap: https://else.example/s.xml\n`,
    '/s.xml': () =>
      index('/s.xml', '/loop.xml', '/secret.xml', '/bomb.xml.gz', '/good.xml', 'https://else.example/x.xml'),
    '/loop.xml': () => index('/s.xml', '/deeper.xml'),
    '/deeper.xml': () => index('/deepest.xml'),
    '/deepest.xml': () => index('/loop.xml'),
    '/bomb.xml.gz': () => gzipSync(Buffer.alloc(60 * 1024 * 1024, 32)),
    '/good.xml': () =>
      `<urlset>${[
        '/p/lamp-1',
        '/p/lamp-2',
        '/p/lamp-2#top',
        'https://else.example/p/lamp-3',
        'javascript:alert(1)',
      ]
        .map(path => `<url><loc>${path.startsWith('/') ? origin + path : path}</loc></url>`)
        .join('')}</urlset>`,
    '/p/lamp-1': () => productPage('Lamp 1'),
    '/p/lamp-2': () => productPage('Lamp 2'),
  }
  const asked: string[] = []
  beforeAll(async () => {
    server = await startHttpServer((request, response) => {
      asked.push(request.url ?? '')
      const body = files[request.url ?? '']?.()
      const type = request.url?.startsWith('/p/') ? 'text/html' : 'application/xml'
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? 'no')
    })
    origin = server.origin
    writeFileSync(join(folder, 'wares.yaml'), `reader: { hosts: ["${origin}"], requests_per_second: 100 }\n`)
    other = await startTestWares({ WARES_CONFIG: join(folder, 'wares.yaml') })
  })
  afterAll(async () => {
    await other.stop()
  })

  it('with loops, a bomb, other hosts and forbidden files is read to its end', {
    timeout: 60_000,
  }, async () => {
    const { urls, pages, last } = await collect(origin, other)
    expect(urls).toEqual([`${origin}/p/lamp-1`, `${origin}/p/lamp-2`])
    expect(last?.complete).toBe(true)
    const problems = pages.flatMap(one => one.problems).join('\n')
    expect(problems).toMatch(/secret\.xml: robots_disallowed/)
    expect(problems).toMatch(/levels of sitemaps/)
    expect(asked).not.toContain('/secret.xml')
    expect(last?.requests.used).toBeLessThan(30)
  })
})
