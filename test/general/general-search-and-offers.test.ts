// /api/v2/search and /api/v2/offers on a running Wares: all sites at once, each named with its outcome.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'

interface Money {
  readonly amount: string
  readonly currency: string
}
interface SiteRow {
  readonly site: string
  readonly outcome: string
  readonly count: number
}
interface Search {
  readonly results: { readonly site: string; readonly url: string; readonly price: Money | null }[]
  readonly sites: (SiteRow & { readonly more: boolean | null })[]
}
interface Offers {
  readonly code: string
  readonly product: { readonly name: string; readonly mpn: string } | null
  readonly offers: {
    readonly site: string
    readonly url: string
    readonly size: string
    readonly price: Money | null
  }[]
  readonly sites: SiteRow[]
}

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

const search = async (query: Record<string, string>) => wares.call('/api/v2/search', { query })
const offers = async (query: Record<string, string>) => wares.call('/api/v2/offers', { query })
const outcomes = (sites: readonly SiteRow[]) => Object.fromEntries(sites.map(one => [one.site, one.outcome]))

const SEARCHING = ['storefront', 'watchmarket', 'sneakerhub', 'sneakerexchange', 'electronicsretail']

describe('search', () => {
  it('queries every site that can search, and names each', async () => {
    const { results, sites } = (await search({ query: 'runner' })).json<Search>()
    expect(sites.map(one => one.site)).toEqual(SEARCHING)
    for (const { site, outcome, count } of sites) {
      expect(outcome).toBe('ok')
      expect(results.filter(one => one.site === site)).toHaveLength(count)
    }
    expect(new Set(results.slice(0, 3).map(one => one.site)).size).toBe(3)
  })

  it('queries only the named sites, and has pages', async () => {
    const first = (await search({ query: 'runner', sites: 'sneakerexchange,sneakerhub' })).json<Search>()
    expect(first.sites.map(one => one.site)).toEqual(['sneakerhub', 'sneakerexchange'])
    const second = (await search({ query: 'runner', sites: 'sneakerhub', page: '2' })).json<Search>()
    const seen = new Set(first.results.map(one => one.url))
    expect(second.results.length).toBeGreaterThan(0)
    expect(second.results.filter(one => seen.has(one.url))).toEqual([])
  })

  it('rejects an unknown site, or one that cannot search', async () => {
    const reply = await search({ query: 'runner', sites: 'fastfashion1' })
    expect(reply.json()).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ name: 'sites', accepted: SEARCHING }],
    })
  })

  it('answers 200 when nothing is found', async () => {
    const { results, sites } = (await search({ query: 'zzqqxx' })).json<Search>()
    expect(results).toEqual([])
    expect(new Set(sites.map(one => one.outcome))).toEqual(new Set(['ok']))
  })

  it('names the fault of every site, and is then cached only briefly', async () => {
    const reply = await search({ query: 'runner~busy' })
    expect(reply.status).toBe(200)
    expect(new Set(reply.json<Search>().sites.map(one => one.outcome))).toEqual(new Set(['upstream_busy']))
    expect(Number(/max-age=(\d+)/.exec(reply.headers['cache-control'] ?? '')?.[1])).toBeLessThanOrEqual(60)
  })
})

describe('offers', () => {
  it('are of the same article, cheapest first within each currency', async () => {
    const reply = (await offers({ code: 'PV4272-660' })).json<Offers>()
    expect(reply.product?.name).toContain('Halvik Arc Runner')
    expect(new Set(reply.offers.map(one => one.site))).toEqual(
      new Set(['storefront', 'sneakerhub', 'sneakerexchange', 'sneakerstore', 'sportswear']),
    )
    for (const one of reply.offers) expect(one.url).toMatch(/pv4272/i)
    const currencies = reply.offers.map(one => one.price?.currency ?? '')
    // Each currency in one group; every shop of the sandbox states its prices.
    expect(currencies.filter((one, place) => one !== currencies[place - 1])).toEqual(['USD', 'GBP'])
    for (const currency of ['USD', 'GBP']) {
      const amounts = reply.offers.flatMap(({ price }) =>
        price?.currency === currency ? [Number(price.amount)] : [],
      )
      expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    }
  })

  it.each(['pv4272-660', 'PV4272 660', 'PV4272660', 'pv4272_660'])('are the same for %s', async code => {
    const [wanted, found] = await Promise.all([offers({ code: 'PV4272-660' }), offers({ code })])
    expect(found.json<Offers>().offers).toEqual(wanted.json<Offers>().offers)
  })

  it.each(['PV4272', 'PV4272-66', 'PV4272-661', 'VP4272-660', 'Halvik Arc Runner Rose'])(
    'do not exist for %s',
    async code => {
      const reply = (await offers({ code })).json<Offers>()
      expect([reply.product, reply.offers]).toEqual([null, []])
      expect(new Set(reply.sites.map(one => one.outcome))).toEqual(new Set(['ok', 'no_search']))
    },
  )

  it('for a GTIN are those of its size', async () => {
    const all = (await offers({ code: 'PV4272-660', sites: 'storefront' })).json<Offers>()
    const page = all.offers[0]?.url ?? ''
    const { variants } = (await wares.call('/api/v2/product', { query: { url: page } })).json<{
      variants: { gtin: string; size: string }[]
    }>()
    const { gtin = '', size } = variants[1] ?? {}
    const found = (await offers({ code: gtin }))
      .json<Offers>()
      .offers.filter(one => one.site === 'storefront')
    expect(found.map(one => one.size)).toEqual([size])
    const wrong = `${gtin.slice(0, -1)}${(Number(gtin.at(-1)) + 1) % 10}`
    expect((await offers({ code: wrong })).json<Offers>().offers).toEqual([])
  })

  it("for a GTIN include shops that list only the maker's code", async () => {
    const all = (await offers({ code: 'PV4272-660', sites: 'storefront' })).json<Offers>()
    const product = await wares.call('/api/v2/product', { query: { url: all.offers[0]?.url ?? '' } })
    const { variants } = product.json<{ variants: { gtin: string }[] }>()
    const { gtin = '' } = variants[1] ?? {}
    const found = (
      await offers({ code: gtin, sites: 'storefront,sneakerexchange,sportswear' })
    ).json<Offers>()
    // On its own, sportswear accepts only style codes; each shop has one size of this GTIN.
    const alone = (await offers({ code: gtin, sites: 'sportswear' })).json<Offers>()
    expect(alone.offers).toEqual([])
    expect(found.sites.map(one => [one.site, one.outcome])).toEqual([
      ['storefront', 'ok'],
      ['sneakerexchange', 'ok'],
      ['sportswear', 'ok'],
    ])
    expect(found.offers.filter(one => one.site === 'sportswear').length).toBeLessThanOrEqual(1)
    expect(found.offers.length).toBeGreaterThan(1)
  })

  it('for a watch are the listings of its sellers', async () => {
    const reply = (await offers({ code: 'MV4001-210' })).json<Offers>()
    expect(reply.offers.map(one => one.site)).toContain('watchmarket')
  })

  it('accept the country where a site has several', async () => {
    const reply = (
      await offers({ code: 'PV4272-660', country: 'UK', sites: 'sneakerhub,sportswear' })
    ).json<Offers>()
    expect(new Set(reply.offers.map(one => one.price?.currency))).toEqual(new Set(['GBP']))
  })

  it('name a site that misses the deadline, and still contain the others in time', async () => {
    const impatient = await startTestWares({ WARES_DEADLINE_MS: '2000' })
    onTestFinished(() => impatient.stop())
    const reply = await impatient.call('/api/v2/offers', { query: { code: 'PV4272-660~timeout' } })
    expect(reply.status).toBe(200)
    expect(Object.values(outcomes(reply.json<Offers>().sites))).toContain('upstream_timeout')
  })
})
