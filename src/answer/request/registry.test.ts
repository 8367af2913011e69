// The registry: validation at boot, the order of the operations, and their examples.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../settings/config.ts'
import { defineAdapter, type Operation, param, t } from '#kit'
import { createRegistry, isComposite, isOffered } from './registry.ts'

const operation = (changes: Partial<Operation> = {}): Operation => ({
  id: 'shop.product',
  number: 1,
  summary: 'one product',
  params: { id: param.identifier('id'), url: param.productUrl() },
  lookup: ['id', 'url'],
  result: t.object({ name: t.text(), list: t.list(t.object({ a: t.text() })) }),
  core: ['/name', '/list/*/a'],
  freshForS: 60,
  example: { url: '/p/1' },
  load: async () => undefined,
  extract: () => undefined,
  ...changes,
})
const site = (...operations: Operation[]) => defineAdapter({ name: 'shop', about: 'a shop', operations })
const config = readConfig([{ name: 'shop' }], { WARES_SITE_SHOP_ORIGIN: 'https://hats.example/base' })
const build = (...operations: Operation[]) => createRegistry([site(...operations)], config)

describe('a definition', () => {
  it.each([
    ['an id of another site', { id: 'other.product' }, 'does not begin with shop.'],
    ['a look-up that is no parameter', { lookup: ['id', 'sku'] }, 'its look-up sku is not a parameter'],
    ['a core field that is not there', { core: ['/price'] }, 'its core field /price is not in the result'],
    ['a core field below a text', { core: ['/name/*'] }, 'core field /name/* is not in the result'],
    ['a core field that rows lack', { core: ['/list/*/b'] }, 'core field /list/*/b is not in the result'],
    [
      'an example that is no parameter',
      { example: { sku: 'x' } },
      '"sku" is not a parameter of shop.product',
    ],
  ])('with %s is rejected', (_, changes, message) => {
    expect(() => build(operation(changes))).toThrow(message)
  })

  it('must have a unique id and path', () => {
    expect(() => build(operation(), operation())).toThrow('two operations have the id shop.product')
    const path = '/api/v1/scraper/shop/product'
    expect(() => build(operation(), operation({ id: 'shop.other', path }))).toThrow(
      `two operations have the path ${path}`,
    )
  })
})

describe('an entry', () => {
  it('is found by id and path, ordered by number, before the general ones', () => {
    const { entries, byId, byPath } = build(
      operation({ id: 'shop.two', number: 2 }),
      operation({ id: 'shop.one', path: '/one' }),
    )
    expect(entries.map(entry => entry.operation.id).slice(0, 3)).toEqual([
      'shop.one',
      'shop.two',
      'general.product',
    ])
    expect(byPath.get('/one')).toBe(byId.get('shop.one'))
    expect(byId.get('shop.two')?.path).toBe('/api/v1/scraper/shop/two')
    expect(entries.map(isComposite).slice(0, 3)).toEqual([false, false, true])
  })

  it('has its example URLs on the configured origin', () => {
    expect(build(operation()).entries[0]?.example).toEqual({ url: 'https://hats.example/base/p/1' })
    expect(createRegistry([site(operation())]).entries[0]?.example).toEqual({
      url: 'https://shop.example/p/1',
    })
    expect(createRegistry([site(operation())], { sites: {} }).entries[0]?.example).toEqual({
      url: 'https://shop.example/p/1',
    })
    expect(build(operation({ example: { id: 'x' } })).entries[0]?.example).toEqual({ id: 'x' })
    const whole = { url: 'https://hats.example/base/q' }
    expect(build(operation({ example: whole })).entries[0]?.example).toEqual(whole)
  })

  it('checks results and explains the first few errors', () => {
    const [entry] = build(operation()).entries
    expect(entry?.check({ name: 'a', list: [{ a: 'b' }] })).toBe(true)
    expect(entry?.check({ name: 1, list: [] })).toBe(false)
    expect(entry?.explain({ name: 1, list: [] })).toMatch(/^\/name must be string$/)
    const wrong = { name: 'a', list: Array.from({ length: 9 }, () => ({ a: 1 })) }
    expect(entry?.explain(wrong).split('; ')).toHaveLength(5)
  })

  it('is offered if its site is enabled, or always if it is composite', () => {
    const { byId } = build(operation())
    const [own, general] = [byId.get('shop.product'), byId.get('general.product')]
    if (!own || !general) throw new Error('no operation')
    const off = { sites: { shop: { ...config.sites.shop, enabled: false } } } as unknown as typeof config
    expect([own, general].map(entry => isOffered(entry, config))).toEqual([true, true])
    expect([own, general].map(entry => isOffered(entry, off))).toEqual([false, true])
    expect(isOffered(own, { sites: {} })).toBe(false)
  })
})

describe('the example of the general product', () => {
  const mapped = (name: string) => {
    const own = operation({ id: `${name}.product`, number: name.length })
    return defineAdapter({
      name,
      about: 'a shop',
      operations: [own],
      product: { operation: own.id } as never,
    })
  }
  type SiteSettings = Readonly<Record<string, unknown>>
  const exampleOf = (
    sites: readonly ReturnType<typeof mapped>[],
    settings: Readonly<Record<string, SiteSettings>> = {},
    hosts: readonly SiteSettings[] = [],
  ) => {
    const usual = { origins: {}, enabled: true, sandboxed: true }
    const configured = Object.fromEntries(sites.map(({ name }) => [name, { ...usual, ...settings[name] }]))
    const config = { sites: configured, reader: { hosts, sandboxOrigins: [] } } as never
    return createRegistry(sites, config).byId.get('general.product')?.example.url
  }
  const REAL = { sandboxed: false }

  it('comes from the sandbox, or from a page that the operator names: others may not exist', () => {
    const both = [mapped('hat'), mapped('shoe')]
    const page = 'https://hats.example/p/9'
    expect(exampleOf(both)).toBe('https://hat.example/p/1')
    expect(exampleOf(both, { hat: REAL })).toBe('https://shoe.example/p/1')
    expect(exampleOf(both, { hat: REAL, shoe: REAL })).toBe('https://shop.example/product')
    expect(exampleOf(both, { hat: REAL, shoe: { ...REAL, example: page } })).toBe(page)
    expect(exampleOf(both, { hat: REAL, shoe: REAL }, [{ host: 'a.example' }, { example: page }])).toBe(page)
    expect(exampleOf([site(operation())])).toBe('https://shop.example/product')
    const { byId } = createRegistry([mapped('hat')])
    expect(byId.get('general.product')?.example.url).toBe('https://hat.example/p/1')
  })
})
