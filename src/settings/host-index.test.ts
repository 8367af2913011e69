// Which URLs a list of hosts opens to the general reader.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHostIndex } from './host-index.ts'
import type { ReaderConfig, ListedShopEntry } from './reader-config.ts'
import { isOnSite } from './shop-origins.ts'

const limits = { requestsPerSecond: 1, concurrency: 1, timeoutMs: 1, render: 'none' } as const
const entry = (host: string): ListedShopEntry => ({ host, ...limits })

const reader: ReaderConfig = {
  ...limits,
  hosts: [
    'shop.example',
    'www.shop.example',
    'single.example',
    'www.two.example',
    '*.market.example',
    'http://10.0.0.5:8080/shop',
  ].map(entry),
  sandboxOrigins: ['http://127.0.0.1:8081/shop-plain'],
  breaker: { failures: 1, openMs: 1 },
}

describe('a listed shop', () => {
  it.each([
    ['https://shop.example/p', 'https://shop.example/p', 'shop.example'],
    ['http://shop.example/p#x', 'https://shop.example/p', 'shop.example'],
    ['https://SHOP.Example:443/p', 'https://shop.example/p', 'shop.example'],
    ['https://www.shop.example/p', 'https://www.shop.example/p', 'shop.example'],
    ['https://www.single.example/p', 'https://www.single.example/p', 'single.example'],
    ['https://two.example/p', 'https://two.example/p', 'www.two.example'],
    ['https://www.a.market.example/p', 'https://www.a.market.example/p', 'a.market.example'],
    ['https://a.market.example/p', 'https://a.market.example/p', 'a.market.example'],
    ['https://b.a.market.example/p', 'https://b.a.market.example/p', 'b.a.market.example'],
    ['http://10.0.0.5:8080/shop/p', 'http://10.0.0.5:8080/shop/p', '10.0.0.5:8080/shop'],
    [
      'http://127.0.0.1:8081/shop-plain/p/x',
      'http://127.0.0.1:8081/shop-plain/p/x',
      '127.0.0.1:8081/shop-plain',
    ],
  ])('matches %s', (given, url, name) => {
    const shop = createHostIndex(reader).find(given)
    expect([shop?.url.href, shop?.name]).toEqual([url, name])
  })

  it.each([
    ['another host', 'https://elsewhere.example/a'],
    ['the host above a wildcard', 'https://market.example/'],
    ['a host that ends alike', 'https://evilmarket.example/'],
    ['a name that begins with a full stop', 'https://.market.example/'],
    ['an empty part of a name', 'https://a..market.example/'],
    ['the wildcard itself', 'https://*.market.example/'],
    ['a sign that no host has', 'https://a!b.market.example/'],
    ['a part that begins with a hyphen', 'https://-a.market.example/'],
    ['a part that is too long', `https://${'a'.repeat(64)}.market.example/`],
    ['a name that is too long', `https://${'a.'.repeat(130)}market.example/`],
    ['a wildcard host with another port', 'https://a.market.example:8443/'],
    ['a wildcard host with a user', 'https://a.market.example:x@b.market.example/'],
    ['a wildcard host with a full stop at the end', 'https://a.market.example./'],
    ['a look-alike letter below a wildcard', 'https://a.m\u0430rket.example/'],
    ['a coded full stop that leads on', 'https://a.market.example%2eevil.example/'],
    ['a host that begins alike', 'https://shop.example.elsewhere.example/'],
    ['a user in front', 'https://shop.example@elsewhere.example/'],
    ['a user before the right host', 'https://user@shop.example/'],
    ['another port', 'https://shop.example:8443/'],
    ['a look-alike letter', 'https://sh\u043Ep.example/'],
    ['a full stop at the end', 'https://shop.example./'],
    ['another scheme', 'ftp://shop.example/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['loopback', 'http://127.0.0.1/'],
    ['loopback as one number', 'http://2130706433:8081/'],
    ['loopback in IPv6', 'http://[::1]:8081/shop-plain/p'],
    ['loopback mapped into IPv6', 'http://[::ffff:127.0.0.1]:8081/shop-plain/p'],
    ['outside the base path', 'http://10.0.0.5:8080/admin'],
    ['climbing out of the base path', 'http://10.0.0.5:8080/shop/../admin'],
    ['climbing out in code', 'http://10.0.0.5:8080/shop/%2e%2e/admin'],
    ['another site of the sandbox', 'http://127.0.0.1:8081/storefront/p'],
  ])('rejects %s', (_, given) => expect(createHostIndex(reader).find(given)).toBeUndefined())

  it('uses its most specific entry: the name before a wildcard, the longer wildcard before the shorter', () => {
    const hosts = [
      { ...entry('*.example'), concurrency: 2 },
      { ...entry('*.market.example'), concurrency: 3 },
      { ...entry('a.market.example'), concurrency: 4 },
    ]
    const found = ['a.market.example', 'b.market.example', 'market.example', 'example'].map(
      host => createHostIndex({ ...reader, hosts }).find(`https://${host}/p`)?.entry?.concurrency,
    )
    expect(found).toEqual([4, 3, 2, undefined])
  })

  it.each([
    ['https://\uFF53hop.example/p', 'https://shop.example/p'],
    ['https://shop\u3002example/p', 'https://shop.example/p'],
    ['https://a_1.market.example/p', 'https://a_1.market.example/p'],
    ['https://xn--bcher-kva.market.example/p', 'https://xn--bcher-kva.market.example/p'],
    ['https://b\u00FCcher.market.example/p', 'https://xn--bcher-kva.market.example/p'],
  ])('has the host of %s as browsers parse it', (given, url) => {
    expect(createHostIndex(reader).find(given)?.url.href).toBe(url)
  })

  it('has only its own origins for any input', () => {
    const parts = fc.constantFrom(
      'https://',
      'shop.example',
      'a.',
      'market.example',
      '@',
      '/',
      '\\',
      ':8080',
      '127.0.0.1',
      '..',
    )
    const index = createHostIndex(reader)
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 8 }), words => {
        const shop = index.find(words.join(''))
        expect(shop === undefined || isOnSite(shop.origins, shop.url, 'page')).toBe(true)
      }),
    )
  })
})
