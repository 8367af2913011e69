// Which origins and settings a recording implies, and that the operator's configuration takes precedence.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { createRegistry } from '../answer/request/registry.ts'
import { sites } from '../../adapters/sites/index.ts'
import type { Har } from './har/har.ts'
import { replayConfig } from './config-from-recording.ts'

const { byId, entries } = createRegistry(sites)
/** Any site that derives no configuration from a recorded URL. */
const ANY =
  entries.find(({ site, operation }) => !site.configFromUrl && operation.lookup?.includes('url'))?.operation
    .id ?? ''
const ANY_VARIABLE = `WARES_SITE_${ANY.split('.')[0]?.toUpperCase()}_ORIGIN`

function harOf(...addresses: string[]): Har {
  const entries = addresses.map(url => ({ request: { method: 'GET', url }, response: { status: 200 } }))
  return { log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } }
}

function configOf(
  id: string,
  har: Har,
  params: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  const entry = byId.get(id)
  if (!entry) throw new Error(`there is no operation ${id}`)
  const given = Object.entries(params).map(([name, value]) => ({ name, value, in: 'query' as const }))
  const config = replayConfig(readConfig(sites, { WARES_CONFIG: undefined, ...env }), entry.site, given, har)
  return config.sites[entry.site.name]
}

describe('replayConfig', () => {
  it('uses the first recorded host, and allows the others', () => {
    const site = configOf(ANY, harOf('https://a.example/1', 'https://b.example/2'))
    expect(site).toMatchObject({ enabled: true, sandboxed: false })
    expect(Object.entries(site?.origins ?? {})).toEqual([
      ['main', 'https://a.example'],
      ['https://a.example', 'https://a.example'],
      ['https://b.example', 'https://b.example'],
    ])
  })

  it('prefers the host of the caller’s URL', () => {
    const har = harOf('https://a.example/1', 'https://b.example/2')
    const site = configOf(ANY, har, { url: 'https://b.example/2' })
    expect(site?.origins.main).toBe('https://b.example')
  })

  it('does not override what the operator has configured', () => {
    const har = harOf('https://a.example/1')
    const env = { [ANY_VARIABLE]: 'https://own.example' }
    expect(configOf(ANY, har, {}, env)?.origins.main).toBe('https://own.example')
  })

  it('accepts any storefront name from the caller', () => {
    const site = configOf('storefront.products', harOf('https://a.example/products.json'), { index: 'north' })
    expect(site?.origins).toMatchObject({ main: 'https://a.example', north: 'https://a.example' })
  })

  it('rejects a recording without requests', () => {
    expect(() => configOf(ANY, harOf())).toThrow('contains no requests')
  })

  it.each([
    [
      'electronicsretail.search',
      'https://api.shop.example/v1/products(search=oven)?format=json&apiKey=k1',
      { origins: { api: 'https://api.shop.example' }, settings: { api_key: 'k1' } },
    ],
    [
      'sportswear.product',
      'https://api.shop.example/base/product_feed/threads/v3/?filter=marketplace(GB)&filter=channelId(c-1)',
      { origins: { api: 'https://api.shop.example/base' }, settings: { channel_id: 'c-1' } },
    ],
    [
      'sneakerhub.search',
      'https://search.shop.example/search/court?key=k2&page=1',
      { origins: { search: 'https://search.shop.example' }, settings: { search_key: 'k2' } },
    ],
    [
      'fastfashion2.product',
      'https://cat.shop.example/data/products.json?passkey=k3&filter=id:123456',
      { origins: { catalog: 'https://cat.shop.example' }, settings: { catalog_key: 'k3' } },
    ],
    [
      'fastfashion2.product',
      'https://shop.example/uk/api/commerce/v5/en/products/E123456-000/price-groups/00/details',
      { origins: { commerce: 'https://shop.example' } },
    ],
    [
      'fashionretail.product',
      'https://shop.example/api/product/catalogue/v3/products/1?store=FR&currency=EUR',
      { settings: { catalogue_market: 'store=FR&currency=EUR' } },
    ],
    [
      'luxurymarket.product',
      'https://shop.example/uk/shopping/women/some-boots-item-12345678.aspx?lang=en-GB',
      { settings: { id_template: '/uk/shopping/women/some-boots-item-{id}.aspx?lang=en-GB' } },
    ],
  ])('derives the configuration of %s from %s', (id, address, wanted) => {
    expect(configOf(id, harOf(address))).toMatchObject(wanted)
  })

  it('prefers a host that is not a further origin as the main one', () => {
    const feed = 'https://api.shop.example/product_feed/threads/v3/?filter=marketplace(GB)'
    const main = (...addresses: string[]) => configOf('sportswear.product', harOf(...addresses))?.origins.main
    expect(main(feed, 'https://shop.example/t/x/AB1234-001')).toBe('https://shop.example')
    expect(main(feed)).toBe('https://api.shop.example')
  })
})
