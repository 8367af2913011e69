// Tables of URLs that callers may and may not pass.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOnSite, resolveSiteUrl } from './shop-origins.ts'

const origins = {
  main: 'https://www.watchmarket.example',
  api: 'https://api.watchmarket.example/v2',
  sandbox: 'http://127.0.0.1:8081/watchmarket',
}

describe('resolveSiteUrl', () => {
  it.each([
    ['https://www.watchmarket.example/a?b=c', 'https://www.watchmarket.example/a?b=c'],
    ['http://www.watchmarket.example/a', 'https://www.watchmarket.example/a'],
    ['https://www.watchmarket.example:443/a', 'https://www.watchmarket.example/a'],
    ['https://WWW.Watchmarket.EXAMPLE/a', 'https://www.watchmarket.example/a'],
    ['https://www.watchmarket.example/a#part', 'https://www.watchmarket.example/a'],
    ['https://watchmarket.example/a', 'https://www.watchmarket.example/a'],
    ['https://www.api.watchmarket.example/v2/x', 'https://api.watchmarket.example/v2/x'],
    ['  https://www.watchmarket.example/a\n', 'https://www.watchmarket.example/a'],
    ['https://www.watchmarket.example\\a', 'https://www.watchmarket.example/a'],
    ['https://api.watchmarket.example/v2/x', 'https://api.watchmarket.example/v2/x'],
    ['http://127.0.0.1:8081/watchmarket/p', 'http://127.0.0.1:8081/watchmarket/p'],
    ['https://127.0.0.1/watchmarket/p', 'http://127.0.0.1:8081/watchmarket/p'],
    [
      'https://www.watchmarket.example//elsewhere.example/a',
      'https://www.watchmarket.example//elsewhere.example/a',
    ],
  ])('resolves %s', (given, placed) => {
    expect(resolveSiteUrl(origins, given)?.href).toBe(placed)
  })

  it.each([
    ['another host', 'https://elsewhere.example/a'],
    ['`www.` twice', 'https://www.www.watchmarket.example/a'],
    ['another name before it', 'https://shop.watchmarket.example/a'],
    ['a host that begins alike', 'https://www.watchmarket.example.elsewhere.example/'],
    ['a host that ends alike', 'https://evil-www.watchmarket.example/'],
    ['a user in front', 'https://www.watchmarket.example@elsewhere.example/'],
    ['a user before the right host', 'https://user@www.watchmarket.example/'],
    ['another port', 'https://www.watchmarket.example:8443/'],
    ['a look-alike letter', 'https://www.w\u0430tchmarket.example/'],
    ['a full stop at the end', 'https://www.watchmarket.example./'],
    ['another scheme', 'ftp://www.watchmarket.example/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['no address', 'watchmarket'],
    ['a path only', '/a'],
    ['outside the base path', 'https://api.watchmarket.example/v3/x'],
    ['beside the base path', 'https://api.watchmarket.example/v22/x'],
    ['climbing out of the base path', 'https://api.watchmarket.example/v2/../admin'],
    ['climbing out in code', 'https://api.watchmarket.example/v2/%2e%2e/admin'],
    ['climbing out with a coded slash', 'https://api.watchmarket.example/v2/..%2fadmin'],
    ['climbing out with a coded backslash', 'https://api.watchmarket.example/v2/%2e.%5cadmin'],
    ['loopback as one number, another port', 'http://2130706433:9/watchmarket/p'],
    ['loopback mapped into IPv6', 'http://[::ffff:127.0.0.1]:8081/watchmarket/p'],
    ['another site of the sandbox', 'http://127.0.0.1:8081/storefront/p'],
  ])('rejects %s', (_, given) => {
    expect(resolveSiteUrl(origins, given)).toBeUndefined()
  })

  it('only ever returns a URL on a configured origin', () => {
    const parts = fc.constantFrom(
      'https://',
      'http://',
      'www.watchmarket.example',
      'api.watchmarket.example',
      '127.0.0.1',
      ':8081',
      ':443',
      '@',
      '/',
      '//',
      '\\',
      '..',
      '%2e',
      '%2f',
      '/v2',
      '/watchmarket',
      '?',
      '#',
      'elsewhere.example',
      '[::1]',
      '\t',
      ':',
      'user',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 10 }), words => {
        const placed = resolveSiteUrl(origins, words.join(''))
        expect(placed === undefined || isOnSite(origins, placed, 'page')).toBe(true)
      }),
    )
  })
})

describe('isOnSite', () => {
  it('allows robots.txt at the root of a host with a base path, only for that purpose', () => {
    const url = new URL('http://127.0.0.1:8081/robots.txt')
    expect(isOnSite(origins, url, 'robots')).toBe(true)
    expect(isOnSite(origins, url, 'page')).toBe(false)
  })
})
