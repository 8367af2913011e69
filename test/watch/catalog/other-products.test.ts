// Products of a list that look like one another: which are one product, whose history goes on, and what is told of them.
import { beforeAll, expect, it } from 'vitest'
import { readCursor } from '../../../src/answer/operations/catalog/catalog-cursor.ts'
import { newsOfChange } from '../../../src/watch/lists/catalog-news.ts'
import type { CatalogRequest } from '../../../src/watch/check/catalog-checker.ts'
import { onBothDatabases, type TwoConnections } from '../../two-stores.ts'
import { newCatalogWatch, NOTHING_STATED } from './played-shop.ts'
import { checkOnce, replicaOf } from './replicas.ts'

const ORIGIN = 'https://shop.example'
interface Stated {
  readonly name: string
  readonly image?: string
  readonly sku?: string
  readonly price: string
}
interface State {
  readonly list: Readonly<Record<string, Stated>>
  /** Where an address leads that is not listed; gone without it. */
  readonly redirects?: Readonly<Record<string, string>>
}
const lamp: Stated = { name: 'Floor lamp', image: '/lamp.jpg', sku: 'L-1', price: '200.00' }
const chair: Stated = { name: 'Garden chair', image: '/chair.jpg', sku: 'C-7', price: '15.00' }

onBothDatabases(open => {
  let connections: TwoConnections
  beforeAll(async () => {
    connections = await open()
  })

  /** What each check tells, such as `added /chair`, and the state of all products after the last. */
  async function play(...states: readonly State[]) {
    const one = replicaOf(connections.database)
    const watch = await one.watches.add({ ...newCatalogWatch(), when: 'price drops 5%' }, 0)
    const id = watch?.id ?? ''
    const told: string[][] = []
    let cursor = 0
    for (const [nth, state] of states.entries()) {
      const still = { between: (min: number) => min, chance: () => false }
      await checkOnce([one], id, requestsTo(state), still, () => (nth + 1) * 3_600_000)
      const changes = await one.history.changes({ after: cursor, watchId: id, limit: 100 })
      cursor = changes.at(-1)?.id ?? cursor
      const rows = await Promise.all(
        changes.map(async change => {
          const news = newsOfChange(change)
          const all = (news && (await one.catalogs.news(id, news.run, change.type))) ?? []
          return all.map(row => `${change.type.replace('catalog.', '')} ${row.url.slice(ORIGIN.length)}`)
        }),
      )
      told.push(rows.flat().toSorted())
    }
    const { chunks } = await one.catalogs.load(id, 0)
    return { told, products: chunks.flat() }
  }

  it.each([
    ['new in the list', { '/b': { ...chair, name: 'Bench', image: '/bench.jpg', sku: 'B-1' } }],
    ['known already', { '/b': { ...chair, name: 'Bench', image: '/bench.jpg', sku: 'B-1' }, '/c': chair }],
  ])('a redirect to another product that is %s compares no prices', async (_what, first) => {
    const { told, products } = await play(
      { list: { ...first, '/a': lamp } },
      { list: { '/b': first['/b'], '/c': chair }, redirects: { '/a': '/c' } },
    )
    expect(told[1]).toEqual('/c' in first ? ['removed /a'] : ['added /c', 'removed /a'])
    expect(products.find(one => one.url.endsWith('/a'))).toMatchObject({
      removed: { atMs: 7_200_000 },
      facts: { price: '200.00 EUR' },
    })
    expect(products.find(one => one.url.endsWith('/c'))).toMatchObject({ facts: { price: '15.00 EUR' } })
  })

  it.each([
    ['SKU', { sku: lamp.sku }],
    ['name', { name: 'FLOOR lamp ' }],
    ['picture', { image: lamp.image }],
  ])('a redirect to an address with the same %s is the same product', async (_what, same) => {
    const { told, products } = await play(
      { list: { '/a': lamp, '/b': { ...chair, sku: 'B-1', name: 'Bench', image: '/bench.jpg' } } },
      {
        list: {
          '/c': { ...chair, ...same },
          '/b': { ...chair, sku: 'B-1', name: 'Bench', image: '/bench.jpg' },
        },
        redirects: { '/a': '/c' },
      },
    )
    expect(told[1]?.filter(one => !one.startsWith('price'))).toEqual([])
    expect(products.map(one => one.url.slice(ORIGIN.length)).toSorted()).toEqual(['/b', '/c'])
    expect(products.find(one => one.url.endsWith('/c'))).toMatchObject({ firstSeenMs: 3_600_000 })
  })

  it.each([
    ['by the name', { ...chair, name: lamp.name }],
    ['by the SKU', { ...chair, sku: 'L-1' }],
  ])('a redirect to another product that is known and looks alike %s is a removal', async (_what, like) => {
    const { told, products } = await play(
      { list: { '/a': lamp, '/b': like } },
      { list: { '/b': like }, redirects: { '/a': '/b' } },
    )
    expect(told[1]).toEqual(['removed /a'])
    expect(
      products.map(one => [one.url.slice(ORIGIN.length), one.facts?.price, Boolean(one.removed)]),
    ).toEqual([
      ['/a', '200.00 EUR', true],
      ['/b', '15.00 EUR', false],
    ])
  })

  const { sku: _, ...plain } = lamp
  const at = (price: string, one: Stated = plain) => ({ ...one, price })

  it('rows without a number at other addresses are two products, whose drops are told', async () => {
    const { told, products } = await play(
      { list: { '/a': plain, '/b': plain, '/c': chair } },
      { list: { '/a': plain, '/b': at('150.00'), '/c': chair } },
      { list: { '/a': at('100.00'), '/b': at('150.00'), '/c': chair } },
      { list: { '/b': at('150.00'), '/c': chair } },
    )
    expect(told.slice(1)).toEqual([['price_changed /b'], ['price_changed /a'], ['removed /a']])
    expect(products.filter(one => one.isAlias)).toEqual([])
  })

  it('rows with one number and two prices are two products', async () => {
    const { told } = await play(
      { list: { '/a': lamp, '/b': at('90.00', lamp), '/c': chair } },
      { list: { '/a': lamp, '/b': at('80.00', lamp), '/c': chair } },
      { list: { '/b': at('80.00', lamp), '/c': chair } },
    )
    expect(told.slice(1)).toEqual([['price_changed /b'], ['removed /a']])
  })

  it.each([
    ['the same number', '/b', lamp],
    ['an address that ends alike', '/sale/a', plain],
  ])('a second address by %s is one until its price differs', async (_what, path, one) => {
    const { told, products } = await play(
      { list: { '/a': one, '/c': chair } },
      { list: { '/a': one, [path]: one, '/c': chair } },
      { list: { '/a': at('150.00', one), [path]: at('150.00', one), '/c': chair } },
      { list: { '/a': at('150.00', one), [path]: at('120.00', one), '/c': chair } },
      { list: { '/a': at('150.00', one), [path]: at('60.00', one), '/c': chair } },
    )
    expect(told.slice(1)).toEqual([[], ['price_changed /a'], [], [`price_changed ${path}`]])
    expect(products).toHaveLength(3)
  })

  it('rows without a number below two categories are two products', async () => {
    const { told, products } = await play(
      { list: { '/red/lamp': plain, '/blue/lamp': plain } },
      { list: { '/red/lamp': plain, '/blue/lamp': at('150.00') } },
      { list: { '/red/lamp': plain, '/blue/lamp': at('150.00'), '/green/lamp': plain } },
    )
    expect(told.slice(1)).toEqual([['price_changed /blue/lamp'], ['added /green/lamp']])
    expect(products.filter(one => one.isAlias)).toEqual([])
  })

  it('parameters tell two products without a number apart', async () => {
    const { told } = await play(
      { list: { '/show?id=1': plain, '/show?id=2': plain } },
      { list: { '/show?id=1': plain, '/show?id=2': at('150.00') } },
    )
    expect(told[1]).toEqual(['price_changed /show?id=2'])
  })
})

function requestsTo({ list, redirects = {} }: State): CatalogRequest {
  return async (_watch, { operation, params }) => {
    const common = { requestId: 'r', cache: 'none', atMs: Date.now() }
    if (operation === 'general.product') {
      const to = redirects[String(params.url).slice(ORIGIN.length)]
      if (to === undefined) return { ...common, kind: 'fault', fault: 'not_found', detail: 'gone' }
      return {
        ...common,
        kind: 'answer',
        value: { url: ORIGIN + to, name: list[to]?.name ?? null },
        isPartial: false,
      }
    }
    if (typeof params.after === 'string' && !readCursor(params.after)) throw new Error('one page only')
    const products = Object.entries(list).map(([path, { price, ...stated }]) =>
      Object.assign({}, NOTHING_STATED, stated, {
        url: ORIGIN + path,
        price: { amount: price, currency: 'EUR' },
      }),
    )
    const value = {
      base: ORIGIN,
      products,
      cursor: null,
      patterns: [],
      given: products.length,
      requests: { used: 1, budget: 10 },
      problems: [],
    }
    return { ...common, kind: 'answer', value, isPartial: false }
  }
}
