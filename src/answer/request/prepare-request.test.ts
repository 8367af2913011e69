// Prepared requests: the URL on the configured origin, the cache key, and where a magic word applies.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../settings/config.ts'
import { shopWith } from '../../settings/shop-fixture.ts'
import type { ShopDirectory } from '../../settings/shop-directory.ts'
import type { CompositeOperation, SiteCall } from '../operations/composite.ts'
import { defineOperation, defineAdapter, param, t } from '#kit'
import type { ParamValues, RawParam } from '#kit/params/param-specs'
import { prepareComposite, prepareSite } from './prepare-request.ts'
import { type CompositeEntry, createRegistry, type SiteEntry } from './registry.ts'

const operation = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'one product',
  params: { slug: param.identifier('slug'), url: param.productUrl(), page: param.page() },
  result: t.object({ name: t.text() }),
  lookup: ['slug', 'url'],
  core: [],
  freshForS: 1,
  example: { slug: 'a' },
  load: async () => undefined,
  extract: () => ({ name: '' }),
})
const site = defineAdapter({ name: 'shop', about: 'a shop', operations: [operation] })
const settings = readConfig([site], { WARES_SITE_SHOP_ORIGIN: 'https://shop.example/base' }).sites.shop
const config = shopWith({ ...settings, name: 'shop', adapter: 'shop' })
const entry = createRegistry([site]).entries[0] as SiteEntry | undefined
if (!entry) throw new Error('no site')
const given = (values: Record<string, unknown>): RawParam[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, in: 'body' }))
const prepare = (values: Record<string, unknown>, sandboxed = false) =>
  prepareSite(entry, given(values), { ...config, sandboxed, enabled: true })

describe('a request', () => {
  it('has one cache key, whatever the order of its parameters', () => {
    const key = 'shop.product [["page",2],["slug","a"]]'
    const params = { slug: 'a', page: 2 }
    const work = { kind: 'site', entry, params }
    expect(prepare(params)).toEqual({ entry, params, requestKey: key, cacheKey: key, work })
    expect(prepare({ page: 2, slug: ' a ' }).cacheKey).toBe(key)
    expect(prepare({ slug: 'a' }).cacheKey).not.toBe(key)
  })

  it('has its URL on the configured origin, and no other host', () => {
    const { params } = prepare({ url: 'https://SHOP.example/base/p#part' })
    expect(params.url).toMatch(/^https:\/\/shop\.example\/base\/p(?!.*SHOP)/)
    expect(() => prepare({ url: 'https://other.example/p' })).toThrow(
      expect.objectContaining({
        code: 'url_not_allowed',
        message: '`url` is not on a host of shop',
        errors: [{ name: 'url', in: 'query', message: 'url must be a URL on a host of shop' }],
      }) as Error,
    )
  })

  it('has the URL of a page that can be a product page', () => {
    for (const path of ['', '/', '?a=1', '/en', '/en-gb/', '/gb/en/?a=1'])
      expect(() => prepare({ url: `https://shop.example/base${path}` })).toThrow(
        expect.objectContaining({
          code: 'invalid_parameter',
          message: '`url` is the home page of shop; pass the URL of a product page',
        }) as Error,
      )
    for (const path of ['/hat', '/en/hat', '/gb/en/hat', '/base', '/p/1'])
      expect(prepare({ url: `https://shop.example/base${path}` }).params.url).toContain(path)
  })

  it('of a disabled site is refused only if it has a URL', () => {
    const off = { ...config, enabled: false }
    expect(() => prepareSite(entry, given({ url: 'https://shop.example/base/p' }), off)).toThrow(
      expect.objectContaining({ code: 'site_disabled' }) as Error,
    )
    expect(prepareSite(entry, given({ slug: 'a' }), off).params).toEqual({ slug: 'a', page: 1 })
  })

  it('has a magic word only in the sandbox', () => {
    const cacheKey = 'shop.product [["page",1],["slug","a"]]'
    const params = { slug: 'a', page: 1 }
    const work = { kind: 'site', entry, params }
    const marked = `${cacheKey} ~gone`
    expect(prepare({ slug: 'a~gone' }, true)).toEqual({
      entry,
      params,
      requestKey: marked,
      cacheKey: marked,
      work,
      magicWord: 'gone',
    })
    expect(prepare({ slug: 'a' }, true)).toEqual({ entry, params, requestKey: cacheKey, cacheKey, work })
    expect(prepare({ slug: 'a~gone' })).toMatchObject({ params: { slug: 'a~gone' } })
  })
})

describe('a request for the general shape', () => {
  it('has a cache key of its own for each reading, and the key of the native answer beside it', () => {
    const read = (include: readonly string[]) =>
      prepareSite(entry, given({ slug: 'a' }), { ...config, enabled: true }, { query: { url: 'u' }, include })
    const own = prepare({ slug: 'a' }).cacheKey
    const one = read([])
    expect(one.cacheKey).toBe(`${own} general ["u",null,null,null]`)
    expect(one.work).toMatchObject({ reading: { ownCacheKey: own, include: [] } })
    expect(read(['sources']).cacheKey).not.toBe(one.cacheKey)
  })
})

describe('a composite request', () => {
  const url = 'https://shop.example/base/p'
  const notAProduct = new Error('not a product')
  const composite = {
    ...entry,
    parts: new Map([['shop.product', entry]]),
    operation: {
      ...operation,
      id: 'general.product',
      params: { url: param.productUrl() },
      lookup: ['url'],
      resolve: (params: ParamValues) => ({
        params: { ...params, resolved: 1 },
        ...(params.url === url ? { siteCall } : {}),
      }),
    } as unknown as CompositeOperation,
  } as CompositeEntry
  let siteCall: SiteCall | undefined
  const asked: unknown[] = []
  const prepareOne = (given_: string, isSandboxed: boolean, call?: Partial<SiteCall>) => {
    const reading = { query: { url: given_ }, include: ['absent'] }
    siteCall = call && {
      operation: 'shop.product',
      params: { url: given_ },
      reading,
      refused: () => notAProduct,
      ...call,
    }
    const shops: Partial<ShopDirectory> = {
      shopOf(of) {
        asked.push(of)
        return { shop: shopWith({ sandboxed: isSandboxed }), url: of }
      },
    }
    return prepareComposite(composite, given({ url: given_ }), shops as ShopDirectory, () => ({
      ...config,
      enabled: true,
    }))
  }
  const key = (text: string) => `general.product [["resolved",1],["url","${text}"]]`
  const composed = (text: string, requestKey: string) => {
    const params = { url: text, resolved: 1 }
    const work = { kind: 'compose', entry: composite, request: { params } }
    return { entry: composite, params, requestKey, cacheKey: requestKey, work }
  }

  it('has a magic word only if every shop is in the sandbox', () => {
    expect(prepareOne(`${url}~gone`, true)).toEqual({
      ...composed(url, `${key(url)} ~gone`),
      magicWord: 'gone',
    })
    expect(asked).toEqual([url])
    expect(prepareOne(`${url}~gone`, false)).toEqual(composed(`${url}~gone`, key(`${url}~gone`)))
    expect(prepareOne(url, true)).toEqual(composed(url, key(url)))
  })

  it('that one operation of a site answers is a request of that operation', () => {
    const native = prepareSite(
      entry,
      given({ url }),
      { ...config, enabled: true },
      { query: { url }, include: ['absent'] },
    )
    const refused = () => notAProduct
    expect(prepareOne(url, false, { refused })).toEqual({
      ...native,
      work: { ...native.work, refused },
      entry: composite,
      params: { url, resolved: 1 },
      requestKey: key(url),
    })
    const marked = prepareOne(`${url}~gone`, true, {
      params: { url },
      reading: { query: { url }, include: [] },
    })
    expect(marked).toMatchObject({ magicWord: 'gone', requestKey: `${key(url)} ~gone` })
    expect(marked.cacheKey).toMatch(/^shop\.product .* ~gone$/)
  })

  it('is refused in the words of the general operation', () => {
    expect(() => prepareOne(url, false, { params: { slug: '' } })).toThrow(notAProduct)
    expect(() => prepareOne(url, false, { operation: 'shop.other' })).toThrow(
      'a mapping names the operation shop.other, which does not exist',
    )
  })
})
