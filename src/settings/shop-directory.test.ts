// The table of shops: which one a URL or a name belongs to.
import { describe, expect, it } from 'vitest'
import type { Config } from './config.ts'
import { shopDirectoryOf } from './shop-directory.ts'
import type { SiteConfig } from './site-config.ts'

const site = (origin: string, changes: Partial<SiteConfig> = {}) =>
  ({ enabled: true, sandboxed: false, origins: { main: origin }, ...changes }) as SiteConfig
const sites = {
  hats: site('https://shop.example'),
  caps: site('https://shop.example/caps', { sandboxed: true }),
  off: site('https://off.example', { enabled: false }),
}
const reader = {
  hosts: [{ host: 'listed.example' }, { host: '*.many.example', requestsPerSecond: 3 }],
  sandboxOrigins: ['http://127.0.0.1:9/made-up'],
} as unknown as Config['reader']
const shops = shopDirectoryOf({ sites, reader })

describe('a URL', () => {
  it.each([
    ['https://shop.example/p', 'hats', 'hats', 'https://shop.example/p'],
    ['https://shop.example/caps/p', 'caps', 'caps', 'https://shop.example/caps/p'],
    ['https://www.shop.example/p', 'hats', 'hats', 'https://shop.example/p'],
    ['https://listed.example/p', 'listed.example', 'host', 'https://listed.example/p'],
    ['https://www.listed.example/p', 'listed.example', 'host', 'https://www.listed.example/p'],
    ['https://one.many.example/p', 'one.many.example', 'host', 'https://one.many.example/p'],
    ['http://127.0.0.1:9/made-up/p', '127.0.0.1:9/made-up', 'host', 'http://127.0.0.1:9/made-up/p'],
    ['https://www.other.example/p', undefined, undefined, undefined],
    ['https://off.example/p', undefined, undefined, undefined],
    ['https://other.example/p', undefined, undefined, undefined],
    ['nothing', undefined, undefined, undefined],
  ])('%s is of %s', (given, name, adapter, url) => {
    const found = shops.shopOf(given)
    expect([found?.shop.name, found?.shop.adapter, found?.url]).toEqual([name, adapter, url])
  })

  it('of a wildcard counts for its entry, with the limits of it', () => {
    const shop = shops.shopOf('https://one.many.example/p')?.shop
    expect(shop).toMatchObject({ name: 'one.many.example', label: '*.many.example', requestsPerSecond: 3 })
    expect(shop).toMatchObject({ origins: { main: 'https://one.many.example' }, isNamedOnly: false })
    expect(shops.shopOf('https://one.many.example/q')?.shop).toBe(shop)
  })

  it('of the sandbox has no limits', () => {
    expect(shops.shopOf('http://127.0.0.1:9/made-up/p')?.shop).toMatchObject({
      sandboxed: true,
      requestsPerSecond: 10_000,
      concurrency: 1_000,
      breaker: { failures: 1_000_000 },
      deadEnd: 'https://127.0.0.1:9/made-up',
      isNamedOnly: true,
    })
  })

  it.each([
    ['listed.example', 'https://listed.example'],
    ['one.many.example', 'https://one.many.example'],
    ['*.many.example', undefined],
    ['many.example', undefined],
    ['other.example', undefined],
    ['hats', 'https://shop.example'],
    ['off', 'https://off.example'],
    ['constructor', undefined],
  ])('names the shop %s', (name, origin) => {
    const found = shops.shopNamed(name)
    expect([found?.name, found?.origins.main]).toEqual([origin && name, origin])
  })

  it('names a shop with and without `www.`, and lists it once', () => {
    const hosts = [{ host: 'www.pair.example' }, { host: 'pair.example' }]
    const both = shopDirectoryOf({ sites: {}, reader: { ...reader, hosts } as unknown as Config['reader'] })
    expect(both.all.map(({ name }) => name)).toEqual(['www.pair.example', '127.0.0.1:9/made-up'])
    expect(both.shopNamed('pair.example')?.name).toBe('www.pair.example')
    expect(shops.shopNamed('www.listed.example')?.name).toBe('listed.example')
  })

  it('is of no host if none is listed', () => {
    expect(shopDirectoryOf({ sites }).shopOf('https://listed.example/p')).toBeUndefined()
  })
})

it('all shops are listed: segments, also disabled ones, hosts, a wildcard once, the sandbox', () => {
  expect(shops.all.map(({ name, enabled, isNamedOnly }) => [name, enabled, isNamedOnly])).toEqual([
    ['hats', true, false],
    ['caps', true, false],
    ['off', false, false],
    ['listed.example', true, false],
    ['*.many.example', true, true],
    ['127.0.0.1:9/made-up', true, true],
  ])
})

it('the table of a configuration is made once', () => {
  expect(shopDirectoryOf({ sites, reader })).toBe(shops)
  expect(shopDirectoryOf({ sites, reader: { ...reader } })).not.toBe(shops)
  expect(shopDirectoryOf({ sites, reader })).toBe(shops)
})
