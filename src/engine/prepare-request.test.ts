// Prepared requests: the URL on the configured origin, the cache key, and where a magic word applies.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { CompositeOperation, Reach } from '../general/composite.ts'
import { defineOperation, defineSite, param, t } from '../kit/index.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { prepareComposite, prepareRequest } from './prepare-request.ts'
import { type CompositeEntry, createRegistry } from './registry.ts'

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
const site = defineSite({ name: 'shop', about: 'a shop', operations: [operation] })
const config = readConfig([site], { WARES_SITE_SHOP_ORIGIN: 'https://shop.example/base' }).sites.shop
const [entry] = createRegistry([site]).entries
if (!config || !entry) throw new Error('no site')
const given = (values: Record<string, unknown>): RawParam[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, in: 'body' }))
const prepare = (values: Record<string, unknown>, sandboxed = false) =>
  prepareRequest(entry, given(values), { ...config, sandboxed, enabled: true })

describe('a request', () => {
  it('has one cache key, whatever the order of its parameters', () => {
    const key = 'shop.product [["page",2],["slug","a"]]'
    expect(prepare({ slug: 'a', page: 2 })).toEqual({ entry, params: { slug: 'a', page: 2 }, cacheKey: key })
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
    expect(() => prepareRequest(entry, given({ url: 'https://shop.example/base/p' }), off)).toThrow(
      expect.objectContaining({ code: 'site_disabled' }) as Error,
    )
    expect(prepareRequest(entry, given({ slug: 'a' }), off).params).toEqual({ slug: 'a', page: 1 })
  })

  it('has a magic word only in the sandbox', () => {
    const cacheKey = 'shop.product [["page",1],["slug","a"]]'
    expect(prepare({ slug: 'a~gone' }, true)).toEqual({
      entry,
      params: { slug: 'a', page: 1 },
      cacheKey: `${cacheKey} ~gone`,
      magicWord: 'gone',
    })
    expect(prepare({ slug: 'a' }, true)).toEqual({ entry, params: { slug: 'a', page: 1 }, cacheKey })
    expect(prepare({ slug: 'a~gone' })).toMatchObject({ params: { slug: 'a~gone' } })
  })
})

describe('a composite request', () => {
  const composite = {
    ...entry,
    natives: new Map(),
    operation: {
      ...operation,
      id: 'general.product',
      params: { url: param.productUrl() },
      lookup: ['url'],
      resolve: (params: object) => ({ ...params, resolved: 1 }),
    } as unknown as CompositeOperation,
  } as CompositeEntry
  const asked: unknown[] = []
  const prepareOne = (url: string, isSandboxed: boolean) => {
    const reach: Partial<Reach> = {
      isSandboxed(of) {
        asked.push(of)
        return isSandboxed
      },
    }
    return prepareComposite(composite, given({ url }), reach as Reach)
  }

  it('has a magic word only if every shop is in the sandbox', () => {
    const url = 'https://shop.example/p'
    const key = (text: string) => `general.product [["resolved",1],["url","${text}"]]`
    expect(prepareOne(`${url}~gone`, true)).toEqual({
      entry: composite,
      params: { url, resolved: 1 },
      cacheKey: `${key(url)} ~gone`,
      magicWord: 'gone',
    })
    expect(asked).toEqual([url])
    expect(prepareOne(`${url}~gone`, false)).toEqual({
      entry: composite,
      params: { url: `${url}~gone`, resolved: 1 },
      cacheKey: key(`${url}~gone`),
    })
    expect(prepareOne(url, true)).toEqual({
      entry: composite,
      params: { url, resolved: 1 },
      cacheKey: key(url),
    })
  })
})
