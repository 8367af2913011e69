// /api/v2/product on a running Wares: every site in one shape, with the behaviour of any operation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { startTestWares, type TestWares } from '../start-wares.ts'

const PRODUCT = '/api/v2/product'
let wares: TestWares
let sandbox = ''
beforeAll(async () => {
  wares = await startTestWares()
  sandbox = wares.sandboxOrigin ?? ''
})
afterAll(() => wares.stop())

const ask = (query: Record<string, string | readonly string[]>, key?: string) =>
  wares.call(PRODUCT, { query, ...(key === undefined ? {} : { key }) })

describe('general product', () => {
  const PAGES: Record<string, string> = {
    storefront: '/storefront/products/daybreak-home-cotton-throw-cream-ge4014-110',
    watchmarket: '/watchmarket/watches/--id30100011.htm',
    sneakerhub: '/sneakerhub/sneakers/halvik-arc-runner-chestnut-pv4272-210',
    sneakerexchange: '/sneakerexchange/halvik-arc-runner-rose-pv4272-660',
    sneakerstore: '/sneakerstore/halvik-arc-runner-rose-pv4272-660',
    fastfashion1: '/fastfashion1/uk/en/linen-shirt-p05000000.html?v1=4200005',
    fastfashion2: '/fastfashion2/uk/en/product/linen-shirt-400005.html',
    fastfashion3: '/fastfashion3/en_gb/productpage.4200005310.html',
    fashionretail: '/fashionretail/uk/linden-roe-linen-shirt-forest-td4006-310.html',
    luxuryhouse: '/luxuryhouse/en_gb/fashion/products/GG4008_410',
    luxurymarket:
      '/luxurymarket/uk/shopping/kids/belcourt-freres-riviera-loafer-navy-gg4008-410-item-17300125.aspx',
    electronicsretail:
      '/electronicsretail/product/lumareth-wave-5-headphones-moss-xr4017-330/JF86DC0877/sku/6500258',
    sportswear: '/sportswear/t/brannoch-ridge-2-wc4011/WC4011-001',
    departmentstore: '/departmentstore/shop/product/robe?ID=3780033',
  }
  it('that is read again unchanged is a 304, whatever encoding the tag is of', async () => {
    const query = { url: sandbox + (PAGES.watchmarket ?? '') }
    const headers = { 'accept-encoding': 'br', 'cache-control': 'no-cache' }
    const first = await wares.call(PRODUCT, { query, headers })
    expect(first.headers.etag).toMatch(/^W\/"[\w-]+-br"$/)
    const next = { 'cache-control': 'no-cache', 'if-none-match': `"other", ${first.headers.etag}` }
    const again = await wares.call(PRODUCT, { query, headers: next })
    expect([again.status, again.headers['cache-status']]).toEqual([304, 'wares; fwd=request; stored'])
    const sources = await ask({ ...query, include: 'sources' })
    expect(sources.headers.etag).not.toBe(again.headers.etag)
  })

  it.each(Object.entries(PAGES))('of %s has the general shape', async (site, path) => {
    const reply = await ask({ url: sandbox + path, include: 'absent' })
    expect(reply.status, reply.bytes.toString()).toBe(200)
    const product = reply.json<GeneralProduct>()
    expect(product).toMatchObject({ site, fetched_at: expect.stringMatching(/^\d{4}-.*Z$/) as string })
    expect(product.name).not.toBe('')
    expect(product.operation).toMatch(new RegExp(`^${site}\\.`))
    if (product.price) expect(product.price.amount).toMatch(/^\d+\.\d\d$/)
    // An absent value is null and listed, never an empty placeholder.
    expect(JSON.stringify(product)).not.toMatch(/:""|:\{\}/)
    for (const pointer of product.absent ?? []) expect([null, []]).toContainEqual(at(product, pointer))
    expect(product.absent).not.toContain('/operation')
    expect(product.absent).not.toContain('/price_max')
  })

  /** Where the form of product URLs is known; the other sites refuse only their home pages. */
  const OTHER_PAGES: Record<string, string> = {
    fastfashion1: '/uk/en/search?searchTerm=shirt',
    fastfashion2: '/uk/en/men/tops.html',
    fastfashion3: '/en_gb/search-results.html?q=shirt',
    luxurymarket: '/uk/shopping/items.aspx?q=boots',
    sportswear: '/gb/w?q=shoes',
  }
  it.each(Object.keys(PAGES))('of %s needs the URL of a product page', async site => {
    const others = [
      '',
      '/',
      '/en_gb/',
      '/uk/en',
      ...(OTHER_PAGES[site] === undefined ? [] : [OTHER_PAGES[site]]),
    ]
    for (const path of others) {
      const url = `${sandbox}/${site}${path}`
      const reply = await ask({ url })
      expect({ url, ...reply.json() }).toMatchObject({ url, status: 400, code: 'invalid_parameter' })
      expect(reply.json<{ detail: string }>().detail).toMatch(/product (?:page|URL)/i)
    }
  })

  it('is the native answer in another shape, with a link to it', async () => {
    const reply = await ask({ url: sandbox + PAGES.sneakerhub })
    const [, native = ''] = /<([^>]+)>; rel="alternate"/.exec(reply.headers.link ?? '') ?? []
    const direct = await wares.call(native)
    expect(direct.headers['cache-status']).toContain('hit')
    expect(direct.json().name).toBe(reply.json().name)
    expect(reply.headers.link).toContain('rel="via"')
  })

  it('has exact prices, equal to the native cents', async () => {
    const product = (await ask({ url: sandbox + PAGES.sneakerhub, country: 'UK' })).json<GeneralProduct>()
    const rows = (
      await wares.call('/api/v1/scraper/sneakerhub/prices', { query: { id: '1044287', country: 'UK' } })
    ).json<{ lowestPriceCents: { amount?: number; currency: string } }[]>()
    expect(product.variants.map(one => one.price?.amount.replace('.', '') ?? '')).toEqual(
      rows.map(row => (row.lowestPriceCents.amount === undefined ? '' : String(row.lowestPriceCents.amount))),
    )
    expect(product.price?.currency).toBe('GBP')
  })

  it('names the source of each value', async () => {
    const { sources } = (
      await ask({ url: sandbox + PAGES.fastfashion3, include: 'sources' })
    ).json<GeneralProduct>()
    const page = PAGES.fastfashion3
    expect(sources?.price).toMatchObject({
      from: 'json-ld',
      where: `${page}#ld+json/0/offers/0/price ${page}#ld+json/0/offers/0/priceCurrency`,
      confidence: 1,
    })
    // The shop does not state it.
    expect(sources).not.toHaveProperty('gtin')
  })

  it('is one cache entry, however it is requested', async () => {
    const url = sandbox + PAGES.fastfashion3
    await ask({ url })
    const spellings: Record<string, string>[] = [{ query: url }, { product_url: url }, { url: `${url}#top` }]
    for (const query of spellings) expect((await ask(query)).headers['cache-status']).toContain('hit')
    const both = [
      { include: 'sources,absent' },
      { include: 'absent,sources' },
      { include: ['sources', 'absent'] },
    ]
    const states = []
    for (const more of both) states.push((await ask({ url, ...more })).headers['cache-status']?.slice(7, 10))
    expect(states).toEqual(['fwd', 'hit', 'hit'])
  })
})

describe('faults', () => {
  it.each([
    ['https://elsewhere.example/p', 'url_not_allowed'],
    ['http://169.254.169.254/latest/meta-data', 'url_not_allowed'],
    ['http://127.0.0.1:1/p', 'url_not_allowed'],
    ['file:///etc/passwd', 'invalid_parameter'],
  ])('%s is %s', async (url, code) => {
    const reply = await ask({ url })
    expect([reply.status, reply.json().code]).toEqual([400, code])
  })

  it.each(['storefront/pages/about', 'electronicsretail/about'])(
    'name the parameter that the caller has sent: %s',
    async path => {
      const reply = await ask({ url: `${wares.sandboxOrigin}/${path}` })
      expect(reply.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ name: 'url' }] })
    },
  )

  it('are not_found for a product that a search does not have', async () => {
    const url = `${wares.sandboxOrigin}/electronicsretail/product/gone/JF0000000/sku/6999999`
    expect((await ask({ url })).json()).toMatchObject({ code: 'not_found' })
  })

  it('say how to make a host readable', async () => {
    expect(JSON.stringify((await ask({ url: 'https://elsewhere.example/p' })).json())).toContain(
      'reader.hosts',
    )
  })

  it('of the site are those of its native operation', async () => {
    for (const [word, code] of [
      ['gone', 'not_found'],
      ['blocked', 'upstream_blocked'],
      ['changed', 'upstream_changed'],
    ]) {
      const reply = await ask({ url: `${sandbox}/fastfashion3/en_gb/productpage.4200005310~${word}.html` })
      expect(reply.json().code).toBe(code)
    }
  })

  it('reject a country that the site does not support, or that is unknown', async () => {
    const url = `${sandbox}/fastfashion3/en_gb/productpage.4200005310.html`
    expect((await ask({ url, country: 'FR' })).json()).toMatchObject({
      code: 'invalid_parameter',
      status: 400,
    })
    const unknown = await ask({
      url: `${sandbox}/fastfashion2/uk/en/product/linen-shirt-400005.html`,
      country: 'JP',
    })
    expect(unknown.json()).toMatchObject({ errors: [{ name: 'country', accepted: ['UK', 'FR'] }] })
  })

  it('reject an unknown include and name the valid ones', async () => {
    const reply = await ask({ url: `${sandbox}/x`, include: 'sources,all' })
    expect(reply.json()).toMatchObject({ errors: [{ name: 'include', accepted: ['sources', 'absent'] }] })
  })
})

describe('scopes', () => {
  it.each([
    [['general'], 200],
    [['general.product'], 200],
    [['fastfashion3'], 403],
    [[], 200],
  ])('%j answer with %i', async (scopes, status) => {
    const { key } = await wares.newKey({ scopes })
    const reply = await ask({ url: `${sandbox}/fastfashion3/en_gb/productpage.4200005310.html` }, key)
    expect(reply.status).toBe(status)
  })
})

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, token) => (inner as Record<string, unknown>)[token], value)
}
