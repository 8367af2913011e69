// Resolving a URL to a site, to a listed shop, or to nothing.
import { describe, expect, it } from 'vitest'
import type { Config } from '../config.ts'
import type { SiteConfig } from '../config/site-config.ts'
import { createReach } from './reach.ts'

const site = (origin: string, changes: Partial<SiteConfig> = {}) =>
  ({ enabled: true, sandboxed: false, origins: { main: origin }, ...changes }) as SiteConfig
const sites = {
  hats: site('https://shop.example'),
  caps: site('https://shop.example/caps', { sandboxed: true }),
  off: site('https://off.example', { enabled: false }),
}
const reader = {
  hosts: [{ host: 'listed.example' }, { host: '*.many.example' }],
  sandboxOrigins: ['http://127.0.0.1:9/made-up'],
} as unknown as Config['reader']
const reach = createReach({ sites, reader })

describe('a URL', () => {
  it.each([
    ['https://shop.example/p', { kind: 'site', site: 'hats', url: 'https://shop.example/p' }],
    ['https://shop.example/caps/p', { kind: 'site', site: 'caps', url: 'https://shop.example/caps/p' }],
    [
      'https://listed.example/p',
      {
        kind: 'reader',
        shop: 'listed.example',
        entry: 'listed.example',
        url: 'https://listed.example/p',
        origins: { main: 'https://listed.example', sibling: 'https://www.listed.example' },
      },
    ],
    [
      'https://www.listed.example/p',
      {
        kind: 'reader',
        shop: 'listed.example',
        entry: 'listed.example',
        url: 'https://www.listed.example/p',
        origins: { main: 'https://listed.example', sibling: 'https://www.listed.example' },
      },
    ],
    ['https://www.shop.example/p', { kind: 'site', site: 'hats', url: 'https://shop.example/p' }],
    ['https://www.other.example/p', undefined],
    ['https://off.example/p', undefined],
    ['https://other.example/p', undefined],
    ['nothing', undefined],
  ])('%s', (url, destination) => {
    expect(reach.destinationOf(url)).toEqual(destination)
  })

  it.each([
    ['listed.example', 'https://listed.example'],
    ['one.many.example', 'https://one.many.example'],
    ['*.many.example', undefined],
    ['many.example', undefined],
    ['other.example', undefined],
    ['hats', undefined],
  ])('names the shop %s', (name, origin) => {
    const found = reach.shopNamed(name)
    expect([found?.shop, found?.origins.main]).toEqual([origin && name, origin])
  })

  it('names a shop with and without `www.`, and lists it once', () => {
    const hosts = [{ host: 'www.pair.example' }, { host: 'pair.example' }]
    const both = createReach({ sites, reader: { ...reader, hosts } as unknown as Config['reader'] })
    expect(both.listedShops().map(({ shop }) => shop)).toEqual(['www.pair.example'])
    expect(both.shopNamed('pair.example')?.shop).toBe('www.pair.example')
    expect(reach.shopNamed('www.listed.example')?.shop).toBe('listed.example')
  })

  it('resolves to no listed shop if none is listed', () => {
    expect(createReach({ sites }).destinationOf('https://listed.example/p')).toBeUndefined()
  })

  it.each([
    ['https://shop.example/p', false],
    ['https://shop.example/caps/p', true],
    ['https://listed.example/p', false],
    ['http://127.0.0.1:9/made-up/p', true],
    ['https://other.example/p', false],
  ])('%s is in the sandbox: %s', (url, isSandboxed) => {
    expect(reach.isSandboxed(url)).toBe(isSandboxed)
  })
})

it('without a URL, a request is sandboxed if every enabled site is', () => {
  expect(reach.isSandboxed(undefined)).toBe(false)
  expect(createReach({ sites: { caps: sites.caps, off: sites.off } }).isSandboxed(undefined)).toBe(true)
})

it('a site is enabled, disabled or unknown', () => {
  expect(['hats', 'off', 'none'].map(name => reach.isEnabled(name))).toEqual([true, false, false])
})
